"""Everything that computes for a front end: plain JSON values in and out, and a process in which it may take its time.

    shelf (problems) --> gallery, positions, files: what is answered at once
                    '--> tasks <-- worker (a process: lines of JSON in and out)
                           '--> recording, racing, chances, wagers

Nothing here knows a server or a screen, and nothing outside the standard library is imported: the page reaches it
through its server, the window through a worker of its own, and a browser could run it as it is.
"""
