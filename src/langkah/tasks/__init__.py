"""All tasks that front ends can request. A task receives a typed request, and returns an answer that can be written as
plain JSON.

    context, request --> solve, explore, trace, race, compare, odds ...: one module for each task
    problems (what a request may name) --> gallery, positions, files, advice
                                               '--> table: every task by name, for every front end

No task knows a server or screen, starts a process or needs more than the standard library. The front end decides where
a task runs: in its own process, in a worker (`langkah.apps.worker`), or in a browser.
"""
