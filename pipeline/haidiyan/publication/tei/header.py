"""Write the header: titles, who is responsible for what, terms, witness, editorial decisions, categories."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable

from haidiyan import __version__
from haidiyan.edition import Volume
from haidiyan.iris import BASE, individual

from .markup import language, sub
from .records import Described, Records, Text

LAYER, KIND = "layer-", "kind-"
"""What stands before the name of a layer, or of a kind of variant, in the name of its category."""

_LANGUAGES = {
    "lzh-Hant": "Literary Chinese, in traditional characters 文言",
    "zh-Hant": "Chinese, in traditional characters 現代漢語",
    "en": "English 英語",
}
_LICENSED = (
    Text(
        "What the encoders added to the text is given under this licence. Attribution: “海底眼 Knowledge Graph, the "
        "haidiyan contributors, CC BY 4.0”.",
        "en",
    ),
    Text(
        "編碼者於原文之外所加，依此授權。署名：「海底眼 Knowledge Graph, the haidiyan contributors, CC BY 4.0」。",
        "zh-Hant",
    ),
)
_PROJECT = (
    Text(
        "Made from the 海底眼 Knowledge Graph. The name (xml:id) of a passage, a segment or a variant is the last part "
        f"of its IRI under {BASE}.",
        "en",
    ),
    Text(f"由海底眼知識圖譜編成。段、句段、異文之名（xml:id）即其 {BASE} 下 IRI 之末節。", "zh-Hant"),
)
_DECISIONS: tuple[tuple[str, dict[str, str], str, str], ...] = (
    (
        "correction",
        {"method": "markup"},
        "The words of the source file are never changed. A reading that a textual note records stands in choice or, "
        "where somebody declines it, in app; a reading that only the rendering or another passage shows in app; a "
        "missing character in gap, its sign in the source in rend. Readings whose words overlap others stand in the "
        "list of the apparatus, with from and to. Each is explained in a note of the apparatus, as are divergences of "
        "sense and rival doctrines.",
        "源文件之文一字不改。校語所記之讀入 choice，有不從者入 app；僅見於譯述或他段之讀入 app；"
        "闕字入 gap，其原符記於 rend。所涉文字相交者另列於校記之表，以 from、to 標其起訖。"
        "各條於校記中說明；義異與異說亦在其中。",
    ),
    (
        "normalization",
        {"method": "markup"},
        "None: every character stands as in the source file, in Unicode form NFC.",
        "不作統一：字形悉依源文件，Unicode 正規形式為 NFC。",
    ),
    (
        "punctuation",
        {"marks": "all", "placement": "internal"},
        "All punctuation, brackets and markers of the source file are kept; what parts segments stands in pc, the "
        "marker of a note in seg of type marker. A passage without corr, rdg and desc, with rend for gap, gives back "
        "its paragraph of the source file.",
        "源文件之標點、括號、標記悉存；句段之間者入 pc，註之標記入 seg（type 為 marker）。"
        "一段之中略去 corr、rdg、desc，以 rend 代 gap，即得源文件該段之文。",
    ),
    (
        "segmentation",
        {},
        "Verse is cut into lines by its punctuation, prose, notes and renderings into sentences by full stops, "
        "semicolons and the like; words before a colon in verse are labels. A note stands where the source file has "
        "it; its target is what it explains. The corresp of a rendering is what it renders.",
        "歌訣依標點分句，散文、註文、譯述依句號、分號之屬分句；歌訣中冒號前之文為條目。"
        "註置於源文件原處，target 指所註之文；譯述之 corresp 指所譯之文。",
    ),
    (
        "interpretation",
        {},
        "Every layer is ascribed to an agent (resp) as its category says; the ascriptions are the encoders' and their "
        "grounds stand there. Certainty (cert) is the encoders' judgement.",
        "各層之作者（resp）依其類目所述，為編碼者所定，理由見該處；確信程度（cert）亦編碼者所斷。",
    ),
)


def header(root: ET.Element, volume: Volume, records: Records) -> None:
    """The ``teiHeader`` of a volume."""
    head = sub(root, "teiHeader", lang="en")
    file = sub(head, "fileDesc")
    _title(file, volume, records)
    sub(sub(file, "editionStmt"), "edition", f"haidiyan {__version__}", n=__version__)
    _publication(file, volume, records)
    _source(file, volume, records)
    _encoding(head, records)
    usage = sub(sub(head, "profileDesc"), "langUsage")
    for tag, name in _LANGUAGES.items():
        sub(usage, "language", name, ident=tag)


def _title(file: ET.Element, volume: Volume, records: Records) -> None:
    statement = sub(file, "titleStmt")
    witness = records.witnesses[volume.number]
    parts = {each.language: each.words for each in records.described["Volume"][witness.volume]["prefLabel"]}
    for text in _texts(records.described["Work"][witness.work], "prefLabel"):
        if text.language in parts:
            parting = ", " if text.language == "en" else "·"
            sub(statement, "title", f"{text.words}{parting}{parts[text.language]}", lang=text.language)
    for agent, described in records.described["Agent"].items():
        responsible = sub(statement, "respStmt", id=agent)
        _each(responsible, "resp", _texts(described, "definition"))
        _each(responsible, "name", _texts(described, "prefLabel"))


def _publication(file: ET.Element, volume: Volume, records: Records) -> None:
    statement = sub(file, "publicationStmt")
    _each(statement, "publisher", _texts(records.described["Agent"][records.terms.creator], "prefLabel"))
    sub(statement, "idno", individual("volume", str(volume.number)), type="URI")
    licence = sub(sub(statement, "availability"), "licence", target=records.terms.licence)
    _each(licence, "p", _LICENSED)
    _each(licence, "p", records.terms.rights)


def _source(file: ET.Element, volume: Volume, records: Records) -> None:
    found = records.witnesses[volume.number]
    described = records.described["Witness"][found.name]
    witness = sub(sub(sub(file, "sourceDesc"), "listWit"), "witness", id=found.siglum)
    for name in ("prefLabel", "definition", "editorialNote"):
        _each(witness, "desc", _texts(described, name))
    for edition in _texts(described, "edition"):
        label = "Edition: " if edition.language == "en" else "版本："
        sub(witness, "desc", label + edition.words, lang=edition.language)
    sub(witness, "desc", f"{volume.file}, SHA-256 {volume.sha256}")


def _encoding(head: ET.Element, records: Records) -> None:
    encoding = sub(head, "encodingDesc")
    project = sub(encoding, "projectDesc")
    _each(project, "p", _PROJECT)
    editorial = sub(encoding, "editorialDecl")
    for tag, attributes, english, chinese in _DECISIONS:
        _each(sub(editorial, tag, **attributes), "p", (Text(english, "en"), Text(chinese, "zh-Hant")))
    sub(encoding, "variantEncoding", method="parallel-segmentation", location="internal")
    sub(encoding, "variantEncoding", method="double-end-point", location="internal")
    classes = sub(encoding, "classDecl")
    _taxonomy(classes, "layers", LAYER, records.described["Layer"])
    _taxonomy(classes, "kinds", KIND, records.described["Variant"])


def _taxonomy(classes: ET.Element, name: str, prefix: str, described: dict[str, Described]) -> None:
    taxonomy = sub(classes, "taxonomy", id=name)
    for each, texts in described.items():
        category = sub(taxonomy, "category", id=prefix + each)
        for tag in dict.fromkeys(text.language for text in _texts(texts, "prefLabel")):
            words = [
                text.words
                for one in ("prefLabel", "definition", "editorialNote")
                for text in _texts(texts, one)
                if text.language == tag
            ]
            sub(category, "catDesc", (": " if tag == "en" else "：").join([words[0], " ".join(words[1:])]), lang=tag)


def _texts(described: Described, name: str) -> list[Text]:
    """The texts in the languages of the header; how a name is spoken is none of them."""
    return [each for each in described.get(name, []) if language(each.language) in _LANGUAGES]


def _each(parent: ET.Element, tag: str, texts: Iterable[Text]) -> None:
    for text in texts:
        sub(parent, tag, text.words, lang=text.language)
