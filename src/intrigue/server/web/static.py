"""The page: the files that its build left in the package, served as they are.

They are read once, at the start. Names in `assets/` change with their content and may be kept for
ever; everything else is asked for again. Any address that is no file and none of the interface
belongs to the page itself, which reads it.
"""

import gzip
import hashlib
import mimetypes
from pathlib import Path

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

import intrigue
from intrigue.kernel.text import catalogue

FOLDER = Path(intrigue.__file__).parent / "page"
# what the system may not know
MEDIA = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
FOREVER, AGAIN, PRIVATE = "public, max-age=31536000, immutable", "no-cache", "no-store"
PACKED = {"br": ".br", "gzip": ".gz"}  # the best first


class File(Struct):
    """One file, with what was compressed beforehand."""

    media: str
    content: bytes
    etag: str
    packed: dict[str, bytes]
    keep: str  # whether it may be kept


class Page:
    """Every file of the built page by its path; none, if it was not built."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: dict[str, File] = {}
        if (folder / "index.html").is_file():
            for path in sorted(folder.rglob("*")):
                if path.is_file() and path.suffix not in PACKED.values():
                    self.files[path.relative_to(folder).as_posix()] = _file(folder, path)

    def is_own(self, path: str) -> bool:
        """Whether an address is no file's, and the page reads it."""
        name = path.removeprefix("/")
        apart = name == "api" or name.startswith("api/") or "." in name.rpartition("/")[2]
        return bool(self.files) and not apart and name not in self.files

    def answer(
        self, request: Request, lang: str, head: str = "", personal: bool = False
    ) -> Response | None:
        """The file at an address, or the page for an address of its own, with more in its head,
        which may be for nobody else; None if there is nothing."""
        path = request.scope["path"].removeprefix("/")
        if path == "api" or path.startswith("api/"):
            return None
        if not self.files:
            return _unbuilt(lang) if path == "" else None
        file = self.files.get(path)
        if file is None and self.is_own(path):
            file = _with_head(self.files["index.html"], head, PRIVATE if personal else AGAIN)
        return None if file is None else _send(file, request)


def _file(folder: Path, path: Path) -> File:
    content = path.read_bytes()
    media = MEDIA.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    packed: dict[str, bytes] = {}
    for coding, suffix in PACKED.items():
        beside = path.with_name(path.name + suffix)
        if beside.is_file():
            packed[coding] = beside.read_bytes()
    return File(
        media or "application/octet-stream",
        content,
        _etag(content),
        packed,
        FOREVER if path.relative_to(folder).parts[0] == "assets" else AGAIN,
    )


def _with_head(page: File, head: str, keep: str) -> File:
    """The page with tags of its own for this address."""
    content = page.content.replace(b"</head>", head.encode() + b"</head>", 1)
    return File(page.media, content, _etag(content), {"gzip": gzip.compress(content, 5)}, keep)


def _etag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:24]}"'


def _send(file: File, request: Request) -> Response:
    headers = {
        "Cache-Control": file.keep,
        "ETag": file.etag,
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == file.etag:
        return Response(status_code=304, headers=headers)
    wanted = request.headers.get("accept-encoding", "")
    content = file.content
    for coding, packed in file.packed.items():
        if coding in wanted:
            headers["Content-Encoding"] = coding
            content = packed
            break
    return Response(content, headers=headers, media_type=file.media)


def _unbuilt(lang: str) -> Response:
    said = catalogue("intrigue.server", lang).sentence("page", "unbuilt")
    return Response(said + "\n", media_type="text/plain")
