"""Hold every verse line to the metre, but for those that the layout records as irregular."""

from __future__ import annotations

from .editorial import Editorial, Layout
from .model import Paragraph, Passage


def check(passage: Passage, paragraph: Paragraph, editorial: Editorial, complaints: list[str], layout: str) -> None:
    """Complain of verse lines of another length, and of recorded irregular lines that are not there.

    ``layout`` names the file that would record such a line.
    """
    irregular = editorial.layouts.get(passage.name, Layout()).irregular_lines
    lines = [each for each in passage.segments if editorial.layers[each.layer].metre]
    for line in lines:
        metre = editorial.layers[line.layer].metre
        if len(line.words) != metre and line.words not in irregular:
            complaints.append(
                f"{paragraph.place(line.start - passage.start)}the verse line “{line.words}” has "
                f"{len(line.words)} characters, not {metre}; if it is irregular or prose, "
                f"record it in {layout}"
            )
    for words in irregular:
        if all(line.words != words for line in lines):
            complaints.append(f"{paragraph.place()}the irregular line “{words}” of the layout is not a verse line here")
