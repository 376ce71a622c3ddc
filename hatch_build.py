"""The wheel's build hook: mypyc compiles the modules that pyproject lists under `[tool.intrigue]`.

Everything in one group, so that rules call the kernel without going through Python. Without a C
compiler, or with INTRIGUE_PURE=1, the wheel is pure Python and the build says so; with a compiler,
an error in compiling is an error of the build. An editable install always runs the sources.
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


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it packs the wheel."""
        if version == "editable":
            return
        if os.environ.get("INTRIGUE_PURE", "") not in ("", "0"):
            self._warn("INTRIGUE_PURE is set.")
            return
        reason = _missing_toolchain()
        if reason:
            self._warn(reason)
            return
        root = Path(self.root)
        for path in compile_group(root):
            # mypyc's shared library stands at the top of site-packages, each module in its place
            build_data["force_include"][str(path)] = path.relative_to(_lib(root)).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _warn(self, reason: str) -> None:
        sys.stderr.write(
            f"intrigue: {reason}\n"
            "intrigue: NOT COMPILED. This wheel is pure Python: the same game, many times slower.\n"
        )


def _missing_toolchain() -> str:
    """Why no C extension can be built here, or nothing."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if not shutil.which(command[0]):
        return f"No C compiler was found (looked for {command[0]})."
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text(_PROBE, "utf-8")
        include = "-I" + sysconfig.get_path("include")
        run = [*command, include, "-c", str(source), "-o", str(source.with_suffix(".o"))]
        tried = subprocess.run(run, capture_output=True, text=True, check=False)
    if tried.returncode:
        last = (tried.stderr.strip().splitlines() or ["no message"])[0]
        return f"The C compiler {command[0]} cannot compile for Python here: {last}"
    return ""


def modules(root: Path) -> list[str]:
    """The files to compile, relative to `root`."""
    globs = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["intrigue"][
        "compile"
    ]
    found: list[str] = []
    for glob in globs:
        paths = sorted(root.glob(glob))
        if not paths:
            raise SystemExit(f"pyproject.toml: [tool.intrigue] compile: {glob} matches no file.")
        found.extend(path.relative_to(root).as_posix() for path in paths)
    return found


def _work(root: Path) -> Path:
    """Where C files and objects stay, so that the next build compiles only what changed."""
    return root / "build" / f"mypyc-{metadata.version('mypy')}-{sys.implementation.cache_tag}"


def _lib(root: Path) -> Path:
    return _work(root) / "lib"


def compile_group(root: Path) -> list[Path]:
    """Compile all modules; the files made. Ends the build where mypyc or the compiler refuses."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    work = _work(root)
    os.chdir(root)  # the paths below are relative to it
    extensions = mypycify(
        ["--config-file=", f"--cache-dir={work / 'cache'}", *modules(root)],
        group_name="intrigue",
        target_dir=str(work.relative_to(root)),
        debug_level="0",
    )
    for extension in extensions:
        if os.name == "posix":
            extension.extra_compile_args = [*extension.extra_compile_args, *_FLAGS]
    distribution = Distribution({"name": "intrigue", "ext_modules": extensions})
    command: Any = distribution.get_command_obj("build_ext")
    command.build_lib = str(_lib(root))
    command.build_temp = str(work / "objects")
    command.ensure_finalized()
    command.run()
    return [Path(path).resolve() for path in command.get_outputs()]
