"""Every question that a front end can ask: a typed request in, an answer out that can be written as plain JSON.

    context, request --> solve, explore, trace, race, compare, odds ...: one module for each question
    problems (what a request may name) --> gallery, positions, files, advice
                                               '--> table: every question by name, for every front end

Nothing here knows a server or a screen, starts a process or needs more than the standard library. Where a task runs is
the front end's choice: in its own process, in a worker (`langkah.apps.worker`), or in a browser.
"""
