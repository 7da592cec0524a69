"""The page and its server: `langkah play`.

    page (static/) --backend.js--> api (checks) --> answers (plain values in, plain values out)
                             watching '--> work (processes that can be ended) --> worker --> tasks, recording, racing

`answers` and `tasks` know no server and import nothing outside the standard library, so that the same page can run
them in the browser.
"""
