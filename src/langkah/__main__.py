"""`python -m langkah` is the `langkah` program."""

import sys

from langkah.apps.cli.main import main

sys.exit(main())
