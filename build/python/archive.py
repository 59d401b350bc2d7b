"""Archives with the same bytes wherever they are written: files in the order given, with fixed times, owners and rights."""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

# Names of programs among the files.
RUN = ("/orbitcert", "/orbitcert.exe")


def mode(name: str) -> int:
    return 0o755 if name.endswith(RUN) else 0o644


def write_zip(path: Path, files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)  # of 1980, the first time that a zip can say
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, whose rights follow
            entry.external_attr = (0o100000 | mode(name)) << 16
            archive.writestr(entry, content)


def write_tar(path: Path, files: dict[str, bytes]) -> None:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), mode(name)
            archive.addfile(entry, io.BytesIO(data))
    path.write_bytes(gzip.compress(content.getvalue(), 9, mtime=0))
