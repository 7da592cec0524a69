"""The page and its server: `langkah play`.

    page (static/) --backend.js--> limits --> api (checks) --> pool --> workers, each a process that can be ended

Only here is a web server known; whatever it answers is worked out by `langkah.tasks`, in a worker.
"""
