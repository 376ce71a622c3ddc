"""The wheel's build hook: mypyc compiles the modules that pyproject lists under `[tool.intrigue]`.

All in one group, so that rules call the kernel without going through Python. Without a C compiler,
or with INTRIGUE_PURE=1, the wheel is pure Python and the build says so; with a compiler, an error
in compiling is an error of the build. An editable install always runs the sources.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Functions of the group may be inlined into each other; a new compiler's new warning is no error.
_FLAGS = ["-fno-semantic-interposition", "-fvisibility=hidden", "-Wno-error"]
_PROBE = "#include <Python.h>\nint main(void) { return PY_MAJOR_VERSION - 3; }\n"


class CompileHook(BuildHookInterface[Any]):
    """Found by hatchling through pyproject."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is packed."""
        if version == "editable":
            return
        reason = "INTRIGUE_PURE is set." if _wants_pure() else _missing_toolchain()
        if reason:
            sys.stderr.write(
                f"intrigue: {reason}\n"
                "intrigue: NOT COMPILED. This wheel is pure Python: same games, much slower.\n"
            )
            return
        build_data["force_include"].update(compile_group(Path(self.root)))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _wants_pure() -> bool:
    return os.environ.get("INTRIGUE_PURE", "") not in ("", "0")


def _missing_toolchain() -> str:
    """Why no C extension can be built here, or nothing."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if os.name != "posix":
        return ""  # setuptools finds the compiler there, or fails with its own advice
    if not shutil.which(command[0]):
        return f"No C compiler was found (looked for {command[0]})."
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text(_PROBE, "utf-8")
        include = "-I" + sysconfig.get_path("include")
        run = [*command, include, "-c", str(source), "-o", str(source.with_suffix(".o"))]
        tried = subprocess.run(run, capture_output=True, text=True, check=False)
    if tried.returncode:
        said = (tried.stderr.strip().splitlines() or ["no message"])[0]
        return f"The C compiler {command[0]} cannot compile for Python here: {said}"
    return ""


def modules(root: Path) -> list[str]:
    """The files to compile, relative to `root`."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    found: list[str] = []
    for glob in project["tool"]["intrigue"]["compile"]:
        paths = [path for path in sorted(root.glob(glob)) if path.name != "__init__.py"]
        if not paths:
            raise SystemExit(f"pyproject.toml, [tool.intrigue] compile: {glob} matches no file.")
        found.extend(path.relative_to(root).as_posix() for path in paths)
    return found


def compile_group(root: Path) -> dict[str, str]:
    """Compile all modules; the files made, each with its place in the wheel.

    Raises or exits where mypyc or the compiler refuses. C files and objects stay in `build`, so
    that the next build compiles only what changed.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution

    os.chdir(root)  # paths are relative to it from here on
    work = Path("build", f"mypyc-{metadata.version('mypy')}-{sys.implementation.cache_tag}")
    extensions = mypycify(
        ["--config-file=", f"--cache-dir={work / 'cache'}", *modules(root)],
        group_name="intrigue",
        target_dir=str(work),
        debug_level="0",
    )
    if os.name == "posix":
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, *_FLAGS]
    command: Any = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib = str(work / "lib")
    command.build_temp = str(work / "objects")
    command.ensure_finalized()
    command.run()
    # mypyc's shared library stands at the top of site-packages, each module in its own place
    return {
        str(root / path): Path(path).relative_to(work / "lib").as_posix()
        for path in command.get_outputs()
    }


if __name__ == "__main__":  # ahead of the wheel, which then finds everything compiled
    if not (_wants_pure() or _missing_toolchain()):
        compile_group(Path(__file__).parent)
