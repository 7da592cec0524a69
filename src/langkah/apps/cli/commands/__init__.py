"""The commands of the `langkah` program, one module each.

A command module has `add_arguments(parser)`, which declares its options, and `run(args)`, which does the work and
returns an exit code. It raises `BadInput` for anything the user can fix. Each module is a row in
`langkah.apps.cli.main`.
"""
