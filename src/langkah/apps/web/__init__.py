"""The page and its server: `langkah play`.

    page (static/) --backend.js--> api, watching, laboratory (checks) --> langkah.apps.work (plain values in and out)
                                            '--> pool (processes that can be ended) --> its worker

Only here is a web server known; whatever it answers is worked out in `langkah.tasks`.
"""
