"""The page and its server: `langkah play`.

    pointer -> board -> view -> session    in the page (static/): a finger becomes a question
    session --backend.js--> limits --> api (checks) --> pool --> workers, each a process that can be ended

Only here is a web server known; whatever it answers is worked out by `langkah.tasks`, in a worker.
"""
