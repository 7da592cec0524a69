"""The static site: `langkah site FOLDER` writes the page as plain files, with Python in the browser as its backend.

    page --backend.js--> site/connection.js --> web workers, each with Pyodide --> browser.py --> tasks

`build.py` runs when the site is built, `browser.py` in the reader's browser.
"""
