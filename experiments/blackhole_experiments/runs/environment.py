"""The machine, the interpreter and the checkout a run was made with.

For rows and for a study's record. Everything is read from the system when first asked for, nothing is typed in. Host
and user names are left out: rows are kept and published.

>>> environment().cores >= 1
True
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import psutil

DISTRIBUTION = "blackhole-toolkit"


@dataclass(frozen=True, slots=True)
class Environment:
    """Where a run was made.

    Attributes:
        cpu: the processor's model as the system names it.
        cores: logical processors this process may use.
        memory_mb: the machine's memory in MB of 10^6 bytes.
        platform: operating system, its version and architecture.
        python: the interpreter and its version.
        toolkit: this toolkit's version.
        commit: the checkout's commit, with "-dirty" where tracked files differ from it; "" outside a checkout.
    """

    cpu: str
    cores: int
    memory_mb: float
    platform: str
    python: str
    toolkit: str
    commit: str


@cache
def environment() -> Environment:
    """Return where this process runs."""
    return Environment(
        cpu=_cpu_model(),
        cores=len(usable_cpus()),
        memory_mb=round(psutil.virtual_memory().total / 1e6, 1),
        platform=platform.platform(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        toolkit=_toolkit_version(),
        commit=commit_of(Path(__file__)),
    )


def usable_cpus() -> list[int]:
    """Return the numbers of the logical processors this process may run on."""
    if sys.platform == "linux":
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def commit_of(file: Path) -> str:
    """Return the commit of the checkout that tracks `file`, or "" where none does or git is missing.

    That some folder above `file` is a checkout is not enough: an environment may lie inside an unrelated one.
    """
    git = shutil.which("git")
    if git is None:
        return ""
    if not _said([git, "-C", str(file.parent), "ls-files", "--error-unmatch", file.name]):
        return ""
    return _said([git, "-C", str(file.parent), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"])


def _toolkit_version() -> str:
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "not installed"


def _cpu_model() -> str:
    """Return the processor's model: `platform.processor` is empty or a mere architecture on Linux and on macOS."""
    if sys.platform == "darwin":
        return _said(["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]) or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip().lower() == "model name":
                return value.strip()
    return platform.machine()


def _said(command: list[str]) -> str:
    """Return the first line `command` prints, or "" where it fails."""
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"GIT_OPTIONAL_LOCKS": "0"},  # a look at the checkout must not be in anybody's way
    )
    return done.stdout.partition("\n")[0].strip() if done.returncode == 0 else ""
