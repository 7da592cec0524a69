"""The static site: `langkah site FOLDER` writes the page as plain files, with Python in the browser as its backend.

    page --backend.js--> site/connection.js --> web workers, each with Pyodide --> browser.py --> tasks

`build.py` runs where the site is made, `browser.py` where it is read.
"""
