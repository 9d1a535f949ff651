"""Put the OWL condition of a situation or pattern into words, in both languages."""

from __future__ import annotations

from haidiyan import iris
from haidiyan.publication.pages.facts import CHINESE, ENGLISH, Clause
from haidiyan.publication.pages.markup import Writer, both, span


def condition(writer: Writer, iri: str) -> str:
    """The condition of a class: sufficient, a paragraph a language, then that of each part that has one."""
    clauses = writer.facts.clauses.get(iri, [])
    if not clauses:
        return ""
    return (
        f"<p>{both('凡合此條件者屬之：', 'Whatever meets this is in it:')}</p>"
        f'<div class="condition">{_clauses(writer, clauses)}{_inner(writer, iri, {iri})}</div>'
    )


def _clauses(writer: Writer, clauses: list[Clause]) -> str:
    told = [_clause(writer, each) for each in clauses]
    if len(told) == 1:
        return f"<p>{told[0]}</p>"
    head = both("下列任一：", "any one of:")
    return f"<p>{head}</p><ol>{''.join(f'<li>{each}</li>' for each in told)}</ol>"


def _clause(writer: Writer, clause: Clause) -> str:
    """One clause: 「父母」且「動」, parents and moving; or 其世爻為「妻財」, its self line is wealth."""
    if clause.edge:
        named = writer.facts.label(clause.edge), writer.facts.label(clause.edge, ENGLISH)
        words = both(f"有{named[0]}為", f"{named[1]} with")
        return f"{words} {writer.link(clause.filler)}"
    joined = f" {both('且', 'and')} "
    return joined.join(writer.link(each) for each in clause.parts)


def _inner(writer: Writer, iri: str, seen: set[str]) -> str:
    """What the patterns and situations among the parts mean in their turn, each where it is first named.

    A state is not told here: a rule or a choice may give it as well.
    """
    told = []
    for part in writer.facts.parts_of(iri):
        clauses = writer.facts.clauses.get(part, [])
        if clauses and part not in seen and not part.startswith(iris.PREFIXES["state"]):
            seen.add(part)
            told.append(
                f"<li>{writer.link(part)}{span('：', CHINESE)}{_clauses(writer, clauses)}"
                f"{_inner(writer, part, seen)}</li>"
            )
    return f"<ul>{''.join(told)}</ul>" if told else ""
