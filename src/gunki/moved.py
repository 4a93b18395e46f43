"""Modules that moved: an import by the old name returns the module of the new name, with a warning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType

from gunki.core.rules.old_names import GONE_WITH

#: The new names of the moved modules, by their old names. Only modules that plugins, bots and studies import are here.
MOVED = {
    "gunki.core.aims": "gunki.core.rules.aims",
    "gunki.core.answers": "gunki.core.dice.chance_source",
    "gunki.core.asking": "gunki.core.rules.forced_choice",
    "gunki.core.chance": "gunki.core.dice.chance",
    "gunki.core.chart": "gunki.core.show.charts",
    "gunki.core.clauses": "gunki.core.definition.clauses",
    "gunki.core.collector": "gunki.core.process.gc_tuning",
    "gunki.core.contradictions": "gunki.core.compose.contradictions",
    "gunki.core.data": "gunki.core.definition.data_tables",
    "gunki.core.decision": "gunki.core.rules.decision",
    "gunki.core.described": "gunki.core.compose.position_document",
    "gunki.core.encoding": "gunki.core.encodings.encoder",
    "gunki.core.entries": "gunki.core.matches.record_entries",
    "gunki.core.events": "gunki.core.rules.events",
    "gunki.core.fairness": "gunki.core.dice.fairness",
    "gunki.core.fields": "gunki.core.state.fields",
    "gunki.core.fights": "gunki.core.show.fights",
    "gunki.core.folder": "gunki.core.process.lockfile",
    "gunki.core.game": "gunki.core.definition.game",
    "gunki.core.guides": "gunki.core.definition.guides",
    "gunki.core.hidden": "gunki.core.state.hidden_information",
    "gunki.core.hints": "gunki.core.show.hints",
    "gunki.core.layout": "gunki.core.encodings.layout",
    "gunki.core.lessons": "gunki.core.definition.lessons",
    "gunki.core.lexicon": "gunki.core.definition.lexicon",
    "gunki.core.luck": "gunki.core.dice.luck",
    "gunki.core.match": "gunki.core.matches.match",
    "gunki.core.notice": "gunki.core.matches.compatibility",
    "gunki.core.odds": "gunki.core.show.odds",
    "gunki.core.oracle": "gunki.core.definition.oracle",
    "gunki.core.pictures": "gunki.core.show.notebook",
    "gunki.core.position": "gunki.core.state.position",
    "gunki.core.procedure": "gunki.core.rules.procedure",
    "gunki.core.promise_fields": "gunki.core.dice.commitment_fields",
    "gunki.core.rare": "gunki.core.definition.rare_states",
    "gunki.core.receipts": "gunki.core.dice.receipts",
    "gunki.core.record": "gunki.core.matches.saves",
    "gunki.core.report": "gunki.core.show.event_sentences",
    "gunki.core.resuming": "gunki.core.matches.resume",
    "gunki.core.score": "gunki.core.show.score",
    "gunki.core.seen": "gunki.core.show.views",
    "gunki.core.setup": "gunki.core.definition.setup",
    "gunki.core.take_backs": "gunki.core.dice.dice_after_undo",
    "gunki.core.tells": "gunki.core.show.event_roles",
    "gunki.core.tugs": "gunki.core.analysis.oscillation",
    "gunki.lab.balance": "gunki.lab.analysis.balance",
    "gunki.lab.compare": "gunki.lab.analysis.comparison",
    "gunki.lab.digest": "gunki.lab.studies.play_digest",
    "gunki.lab.elo": "gunki.lab.analysis.elo",
    "gunki.lab.league": "gunki.lab.analysis.league",
    "gunki.lab.plans": "gunki.lab.studies.study_plan",
    "gunki.lab.playing": "gunki.lab.studies.runner",
    "gunki.lab.pool": "gunki.lab.studies.process_pool",
    "gunki.lab.report": "gunki.lab.reports.study_report",
    "gunki.lab.rows": "gunki.lab.studies.rows",
    "gunki.lab.shares": "gunki.lab.analysis.intervals",
    "gunki.lab.study": "gunki.lab.studies.study",
    "gunki.series.areas_and_cards.combat": "gunki.series.areas_and_cards.rules.combat",
    "gunki.series.areas_and_cards.continued": "gunki.series.areas_and_cards.rules.continued_combat",
    "gunki.series.areas_and_cards.control": "gunki.series.areas_and_cards.rules.control",
    "gunki.series.areas_and_cards.document": "gunki.series.areas_and_cards.compose.document",
    "gunki.series.areas_and_cards.event": "gunki.series.areas_and_cards.rules.card_events",
    "gunki.series.areas_and_cards.feasible": "gunki.series.areas_and_cards.rules.feasibility",
    "gunki.series.areas_and_cards.fields": "gunki.series.areas_and_cards.state.procedure_fields",
    "gunki.series.areas_and_cards.fight": "gunki.series.areas_and_cards.show.fights",
    "gunki.series.areas_and_cards.movement": "gunki.series.areas_and_cards.rules.movement",
    "gunki.series.areas_and_cards.overlays": "gunki.series.areas_and_cards.show.overlays",
    "gunki.series.areas_and_cards.position": "gunki.series.areas_and_cards.state.position",
    "gunki.series.areas_and_cards.reasons": "gunki.series.areas_and_cards.rules.refusal_reasons",
    "gunki.series.areas_and_cards.scene": "gunki.series.areas_and_cards.show.scene",
    "gunki.series.areas_and_cards.sequence": "gunki.series.areas_and_cards.rules.sequence",
    "gunki.series.areas_and_cards.tells": "gunki.series.areas_and_cards.show.event_roles",
    "gunki.series.areas_and_cards.value_parts": "gunki.series.areas_and_cards.show.value_parts",
    "gunki.series.areas_and_cards.verbs": "gunki.series.areas_and_cards.rules.action_words",
    "gunki.series.forces_and_castles.charts": "gunki.series.forces_and_castles.show.charts",
    "gunki.series.forces_and_castles.contradictions": "gunki.series.forces_and_castles.compose.contradictions",
    "gunki.series.forces_and_castles.deployment": "gunki.series.forces_and_castles.rules.deployment",
    "gunki.series.forces_and_castles.document": "gunki.series.forces_and_castles.compose.document",
    "gunki.series.forces_and_castles.evaluation": "gunki.series.forces_and_castles.bot.evaluation",
    "gunki.series.forces_and_castles.fields": "gunki.series.forces_and_castles.state.procedure_fields",
    "gunki.series.forces_and_castles.gazetteer": "gunki.series.forces_and_castles.show.place_names",
    "gunki.series.forces_and_castles.hooks": "gunki.series.forces_and_castles.state.hooks",
    "gunki.series.forces_and_castles.layers": "gunki.series.forces_and_castles.state.layers",
    "gunki.series.forces_and_castles.losses": "gunki.series.forces_and_castles.rules.losses",
    "gunki.series.forces_and_castles.odds": "gunki.series.forces_and_castles.show.odds",
    "gunki.series.forces_and_castles.overlays": "gunki.series.forces_and_castles.show.overlays",
    "gunki.series.forces_and_castles.position": "gunki.series.forces_and_castles.state.position",
    "gunki.series.forces_and_castles.printed": "gunki.series.forces_and_castles.table_cells",
    "gunki.series.forces_and_castles.reach": "gunki.series.forces_and_castles.rules.reach",
    "gunki.series.forces_and_castles.regrouping": "gunki.series.forces_and_castles.rules.regrouping",
    "gunki.series.forces_and_castles.retreat": "gunki.series.forces_and_castles.rules.retreat",
    "gunki.series.forces_and_castles.scene": "gunki.series.forces_and_castles.show.scene",
    "gunki.series.forces_and_castles.sensible": "gunki.series.forces_and_castles.bot.candidates",
    "gunki.series.forces_and_castles.tells": "gunki.series.forces_and_castles.show.event_roles",
    "gunki.series.forces_and_castles.terms": "gunki.series.forces_and_castles.rules.march_terms",
    "gunki.series.forces_and_castles.terrain": "gunki.series.forces_and_castles.rules.terrain",
    "gunki.series.forces_and_castles.verbs": "gunki.series.forces_and_castles.rules.action_words",
    "gunki.series.forces_and_castles.without": "gunki.series.forces_and_castles.rules.counterfactual",
    "gunki.series.gunyuden.actions": "gunki.series.gunyuden.rules.actions",
    "gunki.series.gunyuden.battle": "gunki.series.gunyuden.rules.combat.battle",
    "gunki.series.gunyuden.castles": "gunki.series.gunyuden.rules.sieges.castles",
    "gunki.series.gunyuden.charts": "gunki.series.gunyuden.show.charts",
    "gunki.series.gunyuden.command": "gunki.series.gunyuden.rules.forces_and_commanders",
    "gunki.series.gunyuden.communication": "gunki.series.gunyuden.rules.lines_of_communication",
    "gunki.series.gunyuden.contradictions": "gunki.series.gunyuden.compose.contradictions",
    "gunki.series.gunyuden.decisive": "gunki.series.gunyuden.rules.combat.decisive_battle",
    "gunki.series.gunyuden.document": "gunki.series.gunyuden.compose.document",
    "gunki.series.gunyuden.evaluation": "gunki.series.gunyuden.bot.evaluation",
    "gunki.series.gunyuden.fields": "gunki.series.gunyuden.state.procedure_fields",
    "gunki.series.gunyuden.fights": "gunki.series.gunyuden.show.fights",
    "gunki.series.gunyuden.hindrances": "gunki.series.gunyuden.rules.movement_reasons",
    "gunki.series.gunyuden.hooks": "gunki.series.gunyuden.state.hooks",
    "gunki.series.gunyuden.losses": "gunki.series.gunyuden.rules.combat.losses",
    "gunki.series.gunyuden.movement": "gunki.series.gunyuden.rules.movement",
    "gunki.series.gunyuden.organisation": "gunki.series.gunyuden.rules.organisation",
    "gunki.series.gunyuden.overlays": "gunki.series.gunyuden.show.overlays",
    "gunki.series.gunyuden.points": "gunki.series.gunyuden.rules.points",
    "gunki.series.gunyuden.position": "gunki.series.gunyuden.state.position",
    "gunki.series.gunyuden.printed": "gunki.series.gunyuden.table_cells",
    "gunki.series.gunyuden.reasons": "gunki.series.gunyuden.rules.line_reasons",
    "gunki.series.gunyuden.replenishment": "gunki.series.gunyuden.rules.replenishment",
    "gunki.series.gunyuden.retreat": "gunki.series.gunyuden.rules.combat.retreat",
    "gunki.series.gunyuden.scene": "gunki.series.gunyuden.show.scene",
    "gunki.series.gunyuden.sequence": "gunki.series.gunyuden.rules.sequence",
    "gunki.series.gunyuden.siege": "gunki.series.gunyuden.rules.sieges.siege",
    "gunki.series.gunyuden.skirmish": "gunki.series.gunyuden.rules.combat.skirmish",
    "gunki.series.gunyuden.surrender": "gunki.series.gunyuden.rules.sieges.surrender",
    "gunki.series.gunyuden.tells": "gunki.series.gunyuden.show.event_roles",
    "gunki.series.gunyuden.verbs": "gunki.series.gunyuden.rules.action_words",
    "gunki.series.gunyuden.zones": "gunki.series.gunyuden.rules.zones_of_control",
}


class MovedModules(MetaPathFinder):
    """Finds modules by their old names. It is tried after all other finders, so it replaces no module that exists."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        new = MOVED.get(name)
        if new is None:
            return None
        message = f"{name} is now {new}; the old name goes with gunki {GONE_WITH}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return spec_from_loader(name, _Redirect(new))


class _Redirect(Loader):
    """Loads the module of the new name, without changing it."""

    def __init__(self, new: str) -> None:
        self.new = new

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self.new)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # the import by the old name has set another spec


def install() -> None:
    """Let imports by old names find the modules that moved."""
    if not any(isinstance(finder, MovedModules) for finder in sys.meta_path):
        sys.meta_path.append(MovedModules())
