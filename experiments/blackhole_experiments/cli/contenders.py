"""The solvers of a comparison, as people write them.

    dfs,sat                             two solvers
    cp-sat:seed=1,cp-sat:seed=2         one solver, told different things
    sat:backend=glucose4                settings follow the name, each behind a colon

>>> [str(contender) for contender in parse_contenders("dfs,cp-sat:seed=2", {})]
['dfs', 'cp-sat seed=2']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackhole_experiments.cli.options import setting
from blackhole_experiments.comparison import Contender
from blackhole_models import solvers
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_models.result import Json


def parse_contenders(text: str, common: Mapping[str, Json]) -> list[Contender]:
    """Return the contenders that `text` names.

    Args:
        text: names separated by commas, see the module.
        common: settings for every solver that has them, unless it is told otherwise.

    Raises:
        InputError: no such solver or setting, one that is there twice, or a common setting that none has.
        click.BadParameter: something behind a colon is no setting.
    """
    contenders: list[Contender] = []
    used: set[str] = set()
    for word in text.split(","):
        name, *settings = (part.strip() for part in word.split(":"))
        told = dict(map(setting, settings))
        known = solvers.make(name, **told).settings
        shared = {setting: value for setting, value in common.items() if setting in known}
        used |= shared.keys()
        contender = Contender(name, {**shared, **told})
        solvers.make(name, **contender.settings)
        if contender in contenders:
            raise InputError(f"{contender} is named twice")
        contenders.append(contender)
    for idle in common.keys() - used:
        raise InputError(f"none of {', '.join(map(str, contenders))} has a setting {idle!r}")
    return contenders
