"""`python -m langkah` is the `langkah` program."""

import sys

from langkah.apps.cli import main

sys.exit(main())
