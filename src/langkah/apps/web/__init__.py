"""The page and its server: `langkah play`.

    pointer -> board -> view -> session    in the page (static/): a gesture becomes a request
    session --backend.js--> limits --> api (checks) --> pool --> workers, each a process that can be ended

This is the only package that knows a web server; `langkah.tasks` computes all answers, in a worker.
"""
