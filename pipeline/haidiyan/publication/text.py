"""Tell a reading to people: the chart drawn, then what the book says, the matter asked first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from haidiyan.publication.drawing import draw

PROGNOSES = {"favourable": "吉", "adverse": "凶", "mixed": "吉凶參半", "neutral": "平"}
MARKS = {"in-force": "●", "overridden": "○", "open": "？"}
OVERRIDDEN, CONFLICTING = "為此所解 overridden by", "與此相左 conflicts with"
LAYERS = {"interlinear": "夾註", "headnote": "眉批"}
NODES = {"chart": "全卦", "line": "{}爻", "hidden": "{}爻伏", "opposite": "{}爻對宮伏", "changed": "{}爻所變"}
PLACES = "初二三四五上"

Claim = dict[str, Any]


def tell(told: dict[str, Any]) -> str:
    """A reading, as the JSON contract has it, as text.

    ● in force, ○ overridden by an exception, ？ open for want of an input; 1/340 卦: in force in one of 340 charts.
    What belongs to a family stands together, at the place of its first claim.
    """
    return "\n".join([draw(told["chart"]), *asked(told), *_claims(told), *_covered(told)])


def asked(told: dict[str, Any]) -> Iterable[str]:
    """What was asked, in lines of text."""
    question = told["question"]
    words = [f"占{question['topic']}" if question["topic"] else "未題所占"]
    if question["about"]:
        words.append(f"為{question['about']}")
    if question["useRelation"]:
        places = "、".join(node_words(place) for place in question["useLines"]) or "不現"
        words.append(f"用{question['useRelation']}（{places}）")
        hidden = [place for place in question["hiddenUseLines"] if place not in question["useLines"]]
        if hidden:
            words.append(f"伏用{'、'.join(node_words(place) for place in hidden)}")
    if question["baleful"]:
        words.append(f"殺在{'、'.join(PLACES[place - 1] for place in question['baleful'])}爻")
    yield ""
    yield " · ".join([*words, f"從 {question['doctrine']['name']} 之說"])
    if told["overlay"]:
        yield f"增補 added by {told['overlay']['author']}（{told['overlay']['file']}）"


def _claims(told: dict[str, Any]) -> Iterable[str]:
    claims = [claim for claim in told["claims"] if claim["situation"]]
    if not claims:
        yield "\n書中無條可應。 No claim of the book applies."
        return
    book = _Book(told["claims"])
    speaking = [claim for claim in claims if claim["status"] != "open"]
    undecided = [claim for claim in claims if claim["status"] == "open"]
    general = [claim for claim in speaking if not claim["topics"]]
    yield from book.section("所占之事 · on the matter asked", [each for each in speaking if each["topics"]])
    yield from book.section("不論所占 · whatever is asked", general)
    yield from _undecided(undecided)


def _undecided(claims: list[Claim]) -> Iterator[str]:
    """What is open, by its words alone: --why says of each what has to be given."""
    if claims:
        yield "\n── 未定，待補所給 · open until more is given ──\n"
    for family, members in _by_family(claims):
        words = "、".join(dict.fromkeys(claim["quote"] for claim in members))
        yield f"{MARKS['open']}【{family or '未歸門類'}】{words}"


def _covered(told: dict[str, Any]) -> Iterable[str]:
    if told["coveredObject"]:
        yield "\n── 所覆之物 · the covered object ──\n"
    for attribute in told["coveredObject"]:
        values = "；".join(f"{value['value']}（{'、'.join(value['claims'])}）" for value in attribute["values"])
        yield f"{attribute['attribute']}：{values}{'  ⚡ 相違 contradictory' if attribute['contradictory'] else ''}"


class _Book:
    """Tells claims with their company: a note's claim under the claim that it glosses, others by name and words."""

    def __init__(self, claims: list[Claim]) -> None:
        self._quotes = {claim["id"]: claim["quote"] for claim in claims}
        self._notes = {(claim["glosses"], claim["quote"]): claim for claim in claims if claim["glosses"]}

    def section(self, title: str, claims: list[Claim]) -> Iterator[str]:
        """The claims under a title, by family."""
        if not claims:
            return
        yield f"\n── {title} ──"
        here = {claim["id"] for claim in claims}
        apart = [claim for claim in claims if claim["glosses"] not in here]
        for family, members in _by_family(apart):
            yield f"\n【{family or '未歸門類'}】"
            for claim in members:
                yield from self._told(claim)

    def _told(self, claim: Claim) -> Iterator[str]:
        yield f"{_heading(claim)}  〔{_place(claim)}{_rate(claim)}〕"
        yield from _emended(claim, "    ")
        for note in claim["notes"]:
            layer, spoken = LAYERS.get(note["layer"], "註"), self._notes.get((claim["id"], note["text"]))
            if spoken and spoken["situation"]:
                yield f"    {layer} {_heading(spoken)}  〔{spoken['id']}{_rate(spoken)}〕 {spoken['outcome']}"
                yield from _emended(spoken, "        ")
                yield from self._company(spoken, "        ")
            else:
                yield f"    {layer}：{note['text']}"
        if claim["rendering"]:
            yield f"    今譯：{claim['rendering']}"
        if claim["outcome"]:
            yield f"    {claim['outcome']}"
        yield f"    應在 {'；'.join(map(_witness, claim['witnesses']))} — {claim['situation']['label']}"
        yield from self._company(claim, "    ")
        if claim["choices"]:
            yield f"    依 {', '.join(claim['choices'])}"

    def _company(self, claim: Claim, indent: str) -> Iterator[str]:
        if claim["addedBy"]:
            yield f"{indent}此條為{claim['addedBy']}所增 added by {claim['addedBy']}"
        if claim["broaderTopic"]:
            yield f"{indent}此條論{claim['broaderTopic']}，所占屬之 said of the broader topic"
        if claim["doubt"]:
            yield f"{indent}存疑（{claim['certainty']}）：{claim['doubt']}"
        if claim["overriddenBy"]:
            yield f"{indent}{OVERRIDDEN}：{self._quoted(claim['overriddenBy'])}"
        if claim["conflictsWith"]:
            yield f"{indent}{CONFLICTING}：{self._quoted(claim['conflictsWith'])}"

    def _quoted(self, ids: Iterable[str]) -> str:
        return "、".join(f"{self._quotes[each]}〔{each}〕" for each in ids)


def _emended(claim: Claim, indent: str) -> Iterator[str]:
    if claim["emendations"]:
        yield f"{indent}校改 {'、'.join(claim['emendations'])}：作「{claim['readsAs'] or claim['quote']}」"


def _heading(claim: Claim) -> str:
    return f"{MARKS[claim['status']]} {claim['quote']}  {PROGNOSES.get(claim['prognosis'], '')}".rstrip()


def _place(claim: Claim) -> str:
    source = claim["source"]
    return f"卷{source['volume']}·{source['paragraph']} {source['layer']} {claim['id']}"


def _rate(claim: Claim) -> str:
    words = rate_words(claim["baseRate"])
    return f" {words}" if words else ""


def _by_family(claims: Iterable[Claim]) -> Iterable[tuple[str | None, list[Claim]]]:
    families: dict[str | None, list[Claim]] = {}
    for claim in claims:
        families.setdefault(claim["source"]["family"], []).append(claim)
    return families.items()


def rate_words(rate: float | None) -> str:
    """A base rate in words, none for none.

    >>> rate_words(0.0029), rate_words(0.53125), rate_words(1), rate_words(0)
    ('1/345 卦', '1/1.9 卦', '1/1 卦', '0 卦')
    """
    if rate is None:
        return ""
    if not rate:
        return "0 卦"
    each = 1 / rate
    return f"1/{each:.0f} 卦" if each >= 10 else f"1/{each:.1f}".removesuffix(".0") + " 卦"


def _witness(witness: dict[str, Any]) -> str:
    return f"{node_words(witness)} {' '.join(witness['states'])}".strip()


def node_words(place: dict[str, Any]) -> str:
    """A node of a chart in words, 五爻伏."""
    kind = "opposite" if place.get("opposite") else place["node"]
    return NODES[kind].format(PLACES[place["line"] - 1] if place["line"] else "")
