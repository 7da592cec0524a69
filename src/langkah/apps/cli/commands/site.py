"""`langkah site`: writes the web page as a folder of plain files that any web server can serve."""

import argparse
from pathlib import Path

from langkah.apps.cli.console import print_json, print_lines
from langkah.language import _, format_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "folder",
        metavar=_("FOLDER"),
        type=Path,
        help=_("the folder for the site: new, empty, or with an earlier site, which is replaced"),
    )
    parser.add_argument(
        "--packages",
        metavar=_("FOLDER"),
        type=Path,
        default=Path("node_modules"),
        help=_("the folder where npm installed Pyodide and CodeMirror (default: node_modules)"),
    )
    parser.add_argument(
        "--documents",
        metavar=_("PATH"),
        default="",
        help=_(
            "where the documents of this site are, for example docs/: the web app links to them (default: no links)"
        ),
    )
    text = _("with or without compiled code (default: with it if ziglang is installed; the first build takes minutes)")
    parser.add_argument("--kernels", action=argparse.BooleanOptionalAction, default=None, help=text)


def run(args: argparse.Namespace) -> int:
    """Write the site."""
    from langkah.apps.site.build import build_site
    from langkah.tasks.side_modules import can_link

    kernels = can_link() if args.kernels is None else args.kernels
    size = build_site(args.folder, args.packages, kernels=kernels, documents=args.documents)
    if args.json:
        print_json({"folder": str(args.folder), **size._asdict()})
        return 0
    plain = _(
        "On this site, searches run in plain Python. For compiled code, run pip install "
        "'langkah[site]', then build the site again."
    )
    slow = _(
        "This site contains no bytecode, so it starts a few seconds later. To include bytecode, install Node.js 20 or "
        "later and build the site again."
    )
    megabytes = format_number(size.bytes / 1e6, ".1f")
    print_lines(
        _("{folder}: {n} files, {megabytes} MB").format(folder=args.folder, n=size.files, megabytes=megabytes),
        *([] if size.kernels else [plain]),
        *([] if size.bytecode else [slow]),
        _("Any web server can serve this folder, for example: {command}").format(
            command=f"python -m http.server --directory {args.folder}"
        ),
    )
    return 0
