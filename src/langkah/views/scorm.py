"""A page as a SCORM 1.2 package, the archive format of learning management systems. The package has one page and one
manifest.
"""

import io
import re
from xml.etree import ElementTree
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

PACKAGING = "http://www.imsproject.org/xsd/imscp_rootv1p1p2"
SCORM = "http://www.adlnet.org/xsd/adlcp_rootv1p2"
PAGE = "index.html"
MADE = (2020, 1, 1, 0, 0, 0)  # a fixed date, so that the same page gives the same bytes


def make_scorm_package(name: str, title: str, page: str) -> bytes:
    """A page as the content of a SCORM archive; `name` identifies the package."""
    files = {"imsmanifest.xml": write_manifest(name, title), PAGE: page}
    out = io.BytesIO()
    with ZipFile(out, "w") as archive:
        for file, text in files.items():
            archive.writestr(ZipInfo(file, MADE), text.encode(), ZIP_DEFLATED)
    return out.getvalue()


def write_manifest(name: str, title: str) -> str:
    """The manifest of the package: one organization with one item, which is the page."""
    ElementTree.register_namespace("", PACKAGING)
    ElementTree.register_namespace("adlcp", SCORM)
    word = "langkah-" + re.sub(r"[^A-Za-z0-9_.-]+", "-", name)
    manifest = _make(None, "manifest", identifier=word, version="1.0")
    about = _make(manifest, "metadata")
    _make(about, "schema").text = "ADL SCORM"
    _make(about, "schemaversion").text = "1.2"
    organization = _make(
        _make(manifest, "organizations", default=f"{word}-course"), "organization", identifier=f"{word}-course"
    )
    _make(organization, "title").text = title
    item = _make(organization, "item", identifier=f"{word}-item", identifierref=f"{word}-page", isvisible="true")
    _make(item, "title").text = title
    resource = _make(_make(manifest, "resources"), "resource", identifier=f"{word}-page", type="webcontent", href=PAGE)
    resource.set(f"{{{SCORM}}}scormtype", "sco")
    _make(resource, "file", href=PAGE)
    ElementTree.indent(manifest)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(manifest, encoding="unicode") + "\n"


def _make(parent: ElementTree.Element | None, name: str, **values: str) -> ElementTree.Element:
    tag = f"{{{PACKAGING}}}{name}"
    return ElementTree.Element(tag, values) if parent is None else ElementTree.SubElement(parent, tag, values)
