"""``python -m haidiyan.cli``: the command line without its installed script."""

from haidiyan.cli import main

main()
