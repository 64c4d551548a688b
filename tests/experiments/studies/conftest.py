"""What the tests of studies share: pages without pictures, which take longer than all the rest."""

from __future__ import annotations

import pytest

from blackhole_experiments.studies import results


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let figures be drawn, but not be turned into files; that is tested with the figures."""
    monkeypatch.setattr(results, "render", lambda _, form: form.encode())
