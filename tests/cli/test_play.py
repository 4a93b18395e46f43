"""`gunki play`: a person at the keyboard, bots alone, leaving and coming back."""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gunki
from gunki.core.definition.texts import LANGUAGES
from tests.cli.conftest import Run
from tests.support import ROOT

SOLO = ("play", "nobunaga", "--seats", "oda=human,anti_oda=random", "--seed", "3")
#: Seconds that a process may take on a slow and busy machine.
PATIENCE = 120.0
BOTS = ("play", "nobunaga", "--seats", "oda=random,anti_oda=random")


def resume_arguments(out: str) -> list[str]:
    """Return the arguments of the command that is printed at the end."""
    [line] = [line for line in out.splitlines() if line.strip().startswith("gunki play --load")]
    return shlex.split(line)[1:]


def test_a_person_plays_asks_undoes_saves_leaves_and_comes_back(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.gunki"
    typed = [
        "5",  # by number
        "deploy shibata_katsuie mino",  # by its text
        "u",
        "Place Shibata Katsuie in Owari",  # by its words
        "? deploy niwa_nagahide kai",
        "?",
        "deploy niwa_nagahide kai",  # refused, and nothing lost
        "m mino",
        "h",
        "a",
        "l 2",
        "r 7-2",
        f"s {file}",
        "1",
        "q",
    ]
    first = run(*SOLO, stdin="\n".join(typed) + "\n")
    assert first.code == 0, first.err
    assert "Taken back." in first.out
    assert first.out.count("There is no army of the Oda clan in Kai") == 2
    assert "2-2.p2" in first.out
    assert "Clause in force" in first.out
    assert (
        "9(2): Anti-Oda holds 2 of these as a turn ends: Yamashiro, South Oumi, Mino"
        " (not met now, Anti-Oda holds 0 now)" in first.out
    )
    assert "If turn 1 ended now, the game would go on" in first.out
    assert "adjacent: South Oumi" in first.out
    assert "A unit cannot move if either of the following two conditions applies." in first.out
    args = resume_arguments(first.out)
    assert args[args.index("--load") + 1] == str(file)
    match = gunki.load(file)
    assert match.view("oda")["areas"]["owari"]["stacks"]["oda"]["generals"] == {"shibata_katsuie": "ready"}
    assert match.ply == 3
    second = run(*args, stdin="q\n")
    assert second.code == 0, second.err
    assert "decision 3" in second.out
    assert resume_arguments(second.out) == args


def test_the_map_is_drawn_with_every_area_and_border(run: Run) -> None:
    out = run(*SOLO, stdin="q\n").out
    setup = gunki.game("nobunaga").setup()
    texts = gunki.game("nobunaga").texts("en")
    for place in gunki.game("nobunaga").board(setup)["places"]:
        for word in texts.name("area", place["id"]).split():
            assert word in out
    assert "Also adjacent: Kii Ishiyama – Iga Ise" in out
    assert re.search(r"Tokugawa +\[#\] \[ \]", out)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", ["80", "120"])
def test_lines_fit_the_screen(run: Run, monkeypatch: pytest.MonkeyPatch, lang: str, columns: str) -> None:
    from rich.cells import cell_len

    monkeypatch.setenv("COLUMNS", columns)
    out = run(*SOLO, "--lang", lang, stdin="q\n").out
    drawn = [line for line in out.splitlines() if set(line) & set("║┃│") or "[ ]" in line]
    assert drawn
    assert max(map(cell_len, drawn)) <= int(columns)


def test_bots_alone_report_the_same_every_time(run: Run) -> None:
    first, second = (run(*BOTS, "--seed", 1, "--json") for _ in range(2))
    assert first.out == second.out
    report = json.loads(first.out)
    assert report["game"] == "nobunaga"
    assert report["result"]["winner"] in ("oda", "anti_oda")
    assert set(report) >= {"scenario", "seed", "options", "plies", "turns", "digest"}
    assert json.loads(run(*BOTS, "--seed", 2, "--json").out)["digest"] != report["digest"]


def test_the_report_names_its_save(run: Run, tmp_path: Path) -> None:
    report = json.loads(run(*BOTS, "--seed", 1, "--json", "--save", tmp_path / "a.gunki").out)
    assert gunki.load(report["save"]).position.digest() == report["digest"]


def test_bots_alone_tell_the_result_in_words(run: Run) -> None:
    outcome = run(*BOTS, "--seed", 1, "--quiet")
    assert outcome.code == 0
    assert "wins." in outcome.out
    assert "9(" in outcome.out
    assert "Supply areas:" in outcome.out


def test_a_person_against_json_is_refused(run: Run) -> None:
    outcome = run("play", "nobunaga", "--json")
    assert outcome.code == 2
    assert "--json is for bots alone" in outcome.err


def test_the_end_of_the_input_keeps_the_match(run: Run, tmp_path: Path) -> None:
    outcome = run(*SOLO, stdin="1\n")
    assert outcome.code == 0
    args = resume_arguments(outcome.out)
    assert Path(args[args.index("--load") + 1]).parent == tmp_path / "home" / "autosave"
    assert run(*args, stdin="").code == 0


def test_an_unwritable_folder_is_reported_and_another_is_used(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GUNKI_HOME", str(tmp_path / "file"))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    outcome = run(*SOLO, stdin="1\nq\n")
    assert outcome.code == 0
    assert "cannot be written" in outcome.out
    assert list((tmp_path / "temporary").glob("*.gunki"))


def test_typed_dice_are_asked_for(run: Run) -> None:
    deploy = "5\n" * 7
    outcome = run(*SOLO, "--dice", "typed", "--quiet", stdin=deploy + "9 9\n4 6\nq\n")
    assert outcome.code == 0, outcome.err
    assert "Roll and type the dice" in outcome.out
    assert "type 2 dice from 1 to 6" in outcome.out
    assert "Anti-Oda reinforcements: 4, 6" in outcome.out
    assert "--dice typed" in outcome.out


def test_taking_back_beyond_a_die_asks_for_consent(run: Run) -> None:
    deploy = "5\n" * 7
    outcome = run(*SOLO, "--quiet", stdin=deploy + "u\nn\nu\ny\nl 1\nq\n")
    assert outcome.out.count("A die or card has been revealed since") == 2
    assert "Not taken back." in outcome.out
    assert "Taken back." in outcome.out
    assert "General 7 of 7: where does Sakuma Nobumori begin?" in outcome.out.rpartition("Taken back.")[2]


def test_two_people_take_turns_behind_a_curtain(run: Run) -> None:
    deploy = "5\n" * 7
    outcome = run(
        "play", "nobunaga", "--seats", "oda=human,anti_oda=human", "--seed", 3, "--quiet", stdin=deploy + "h\nq\n"
    )
    before, curtain, after = outcome.out.partition("Anti-Oda decides. Pass the keyboard")
    assert curtain
    assert "Anti-Oda drew cards: 4" in before
    assert "Anti-Oda drew Scheming" not in before
    assert "Feign illness" in after
    assert "Oda drew Charge order (Akechi)" not in after


def test_a_player_that_changes_sides_is_informed_and_keeps_the_bot(run: Run) -> None:
    typed = "0\n" + "5\n" * 40
    outcome = run(*SOLO, "--option", "bid_supply_areas=true", "--quiet", stdin="bid 0\n" + typed + "q\n")
    assert "You have changed sides: from Oda to Anti-Oda." in outcome.out
    assert "Anti-Oda>" in outcome.out


def test_languages_can_be_changed_on_the_way(run: Run) -> None:
    outcome = run(*SOLO, stdin="lang ja\nlang xx\nq\n")
    assert "織田信長を" in outcome.out
    assert "--lang ja" in outcome.out


def test_full_width_answers_are_understood(run: Run) -> None:
    assert "Nobunaga was placed in Mino" in run(*SOLO, "--quiet", stdin="５\nｑ\n").out


def test_an_amount_is_typed_as_a_number(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text('to_act = "oda"\n[hands]\noda = ["warships", "charge_order"]\n', encoding="utf-8")
    typed = "movement\nmarch oda mino\n99\n3\nq\n"
    outcome = run("play", "nobunaga", "--position", file, "--quiet", "--save", tmp_path / "a.gunki", stdin=typed)
    assert "the answers are 1 to 8" in outcome.out
    assert gunki.load(tmp_path / "a.gunki").entries[-1].act == "with 3"


def test_a_position_is_played_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text('turn = 3\nto_act = "oda"\n[hands]\noda = ["warships"]\n', encoding="utf-8")
    outcome = run("play", "nobunaga", "--position", file, stdin="q\n")
    assert outcome.code == 0
    assert "Turn 3" in outcome.out
    assert "Hand: Warships" in outcome.out


@pytest.mark.parametrize("variable", [{}, {"NO_COLOR": "1"}])
def test_a_pipe_gets_no_escape_codes(run: Run, monkeypatch: pytest.MonkeyPatch, variable: dict[str, str]) -> None:
    for name, value in variable.items():
        monkeypatch.setenv(name, value)
    for args in (SOLO, ("show", "nobunaga"), ("doctor",), ("rules", "nobunaga", "7")):
        outcome = run(*args, stdin="?\nq\n")
        assert "\x1b" not in outcome.out + outcome.err


# -- in a process of its own --------------------------------------------------------------------------------------


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "gunki", *args]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let the test be interrupted, also where tests run in the background and ignore interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_interrupting_keeps_the_match(tmp_path: Path) -> None:
    environment = os.environ | {"GUNKI_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1", "LANG": "C.UTF-8"}
    with subprocess.Popen(
        command(*SOLO, "--quiet"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        seen = ""
        while "Shibata Katsuie in Mino" not in seen:  # the last thing it says before it waits for an answer
            line = process.stdout.readline()
            assert line, seen
            seen += line
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "gunki play --load" in out
    assert "Traceback" not in err
    assert len(list((tmp_path / "autosave").glob("*.gunki"))) == 1


def test_a_closed_output_ends_the_command_quietly() -> None:
    shell = f"{shlex.join(command('rules', 'nobunaga'))} | head -1"
    outcome = subprocess.run(["sh", "-c", shell], capture_output=True, encoding="utf-8", cwd=ROOT, check=False)
    assert outcome.stdout.startswith("1 ")
    assert outcome.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_on_a_terminal_it_asks_for_the_settings_and_enter_takes_the_default(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = os.environ | {"GUNKI_HOME": str(tmp_path), "LANG": "C.UTF-8", "TERM": "xterm"}
    environment.pop("COLUMNS", None)
    process = subprocess.Popen(
        command("play", "--seed", "3"), stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    os.write(ours, b"\n\n\n\nq\n")  # language, game, side, opponent
    seen = b""
    try:
        while select.select([ours], [], [], PATIENCE)[0] and (chunk := os.read(ours, 65536)):
            seen += chunk
    except OSError:  # the other side is closed
        pass
    os.close(ours)
    try:
        assert process.wait(timeout=PATIENCE) == 0
    finally:
        process.kill()
    text = seen.decode()
    for words in (
        "Language / 言語",
        "Which game?",
        "Which side do you play?",
        "Who plays against you?",
        "Oda Nobunaga begin",
    ):
        assert words in text
    assert "gunki play --load" in text


def test_input_that_is_no_text_does_not_end_the_match(tmp_path: Path) -> None:
    environment = os.environ | {"GUNKI_HOME": str(tmp_path), "LANG": "C.UTF-8"}
    outcome = subprocess.run(
        command(*SOLO, "--quiet"), input=b"\xff\xfe\n5\n5\nq\n", capture_output=True, env=environment, check=False
    )
    assert outcome.returncode == 0
    assert outcome.stderr == b""
    assert b"Shibata Katsuie was placed in Mino" in outcome.stdout


def test_one_word_accepts_a_proposal(run: Run) -> None:
    out = run(*SOLO, stdin="propose\npropose\nq\n").out
    assert "Proposed (type propose to take all of it): Place Oda Nobunaga in Mino" in out
    assert out.count("Proposed (") == 1, "all of it was taken at once"
    assert "Nothing is proposed here" in out
