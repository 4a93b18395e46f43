"""`python -m gunki`, the same as `gunki`."""

import sys

from gunki.cli.main import main

sys.exit(main())
