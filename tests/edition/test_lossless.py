"""Nothing of the source is lost, in memory or in the graph."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rdflib import RDF, Graph, Literal, URIRef

from haidiyan import iris
from haidiyan.edition import Passage, Volume, build, check, editorial
from haidiyan.edition.model import Paragraph

from .conftest import SOURCE

OA = iris.PREFIXES["oa"]


@pytest.fixture(scope="module")
def graphs() -> dict[str, Graph]:
    return build()


def test_segments_and_punctuation_give_back_each_file(volumes: list[Volume]) -> None:
    for volume in volumes:
        joined = "\n\n".join(
            "".join(each.before + each.words for each in passage.segments) + passage.after
            for passage in volume.passages
        )
        assert joined == (SOURCE / volume.file).read_text(encoding="utf-8")


def test_each_span_selects_the_words(volumes: list[Volume]) -> None:
    for volume in volumes:
        text = (SOURCE / volume.file).read_text(encoding="utf-8")
        for passage in volume.passages:
            assert text[passage.start : passage.end] == passage.text
            for each in passage.segments:
                assert text[each.start : each.end] == each.words


def test_no_character_but_punctuation_stands_outside_a_segment(volumes: list[Volume]) -> None:
    left = "".join(
        gap
        for volume in volumes
        for passage in volume.passages
        for gap in [*(each.before for each in passage.segments), passage.after]
    )
    for marker in ("眉批：", "舊注：", "夾註："):
        left = left.replace(marker, "")
    assert set(left) <= set("，。；：、？—（）")


def test_segments_are_numbered_in_the_order_of_the_text(volumes: list[Volume]) -> None:
    for volume in volumes:
        for passage in volume.passages:
            assert [each.name for each in passage.segments] == [
                f"{passage.name}-s{number:02d}" for number in range(1, len(passage.segments) + 1)
            ]
            assert all(a.end <= b.start for a, b in zip(passage.segments, passage.segments[1:], strict=False))


def verdict(passage: Passage, volume: Volume) -> list[str]:
    complaints: list[str] = []
    paragraph = Paragraph(volume.file, volume.number, passage.paragraph, passage.text, passage.start)
    check.lossless(passage, paragraph, volume.text, editorial.load(), complaints)
    return complaints


def test_a_sound_passage_passes(volumes: list[Volume]) -> None:
    assert verdict(volumes[0].passages[1], volumes[0]) == []


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"start": 25}, "column 12: the words “父能克子” are not what their span selects"),
        ({"words": "父能克孫"}, "do not give back the paragraph"),
        ({"before": ""}, "do not give back the paragraph"),
        ({"before": "（父"}, "column 11: “（父” between two segments is more than punctuation"),
    ],
)
def test_a_faulty_segment_is_named_with_its_place(volumes: list[Volume], fault: dict[str, object], said: str) -> None:
    passage = volumes[0].passages[1]
    segments = list(passage.segments)
    segments[2] = replace(segments[2], **fault)  # type: ignore[arg-type]
    complaints = verdict(replace(passage, segments=tuple(segments)), volumes[0])
    assert all(each.startswith("juan2.txt, paragraph 1, column ") for each in complaints)
    assert any(said in each for each in complaints)


def test_a_lost_segment_is_missed(volumes: list[Volume]) -> None:
    passage = volumes[0].passages[1]
    assert verdict(replace(passage, segments=passage.segments[:-1]), volumes[0])


def volume_of(graphs: dict[str, Graph], number: int) -> Graph:
    """All that the graphs of a volume hold, together."""
    whole = Graph()
    for name, graph in graphs.items():
        if name == iris.graph(f"volume-{number}") or name.startswith(iris.graph(f"volume-{number}-")):
            whole += graph
    return whole


def test_each_segment_stands_in_the_graph_of_its_volume_and_layer(
    volumes: list[Volume], graphs: dict[str, Graph]
) -> None:
    expected: dict[str, set[str]] = {}
    for volume in volumes:
        expected[iris.graph(f"volume-{volume.number}")] = set()
        for each in (segment for passage in volume.passages for segment in passage.segments):
            expected.setdefault(iris.graph(f"volume-{volume.number}-{each.layer}"), set()).add(each.name)
    found = {
        name: {iris.local_name(str(each)) for each in graph.subjects(RDF.type, URIRef(iris.term("Segment")))}
        for name, graph in graphs.items()
    }
    assert found == expected


def test_passages_stand_in_the_graph_of_their_volume(volumes: list[Volume], graphs: dict[str, Graph]) -> None:
    passages = URIRef(iris.term("Passage"))
    for volume in volumes:
        here = graphs[iris.graph(f"volume-{volume.number}")].subjects(RDF.type, passages)
        assert {iris.local_name(str(each)) for each in here} == {each.name for each in volume.passages}
        assert sum(len(list(graph.subjects(RDF.type, passages))) for graph in graphs.values()) == sum(
            len(each.passages) for each in volumes
        )


def test_a_volume_says_what_the_graphs_of_its_layers_are(graphs: dict[str, Graph]) -> None:
    for number in (2, 3):
        volume = iris.graph(f"volume-{number}")
        said = {
            str(graph): str(layer) for graph, layer in graphs[volume].subject_objects(URIRef(iris.term("holdsLayer")))
        }
        assert set(said) == {name for name in graphs if name.startswith(f"{volume}-")}
        for name, layer in said.items():
            assert set(map(str, graphs[name].objects(None, URIRef(iris.term("layer"))))) == {layer}


def test_each_selector_quotes_what_its_positions_select(graphs: dict[str, Graph]) -> None:
    for number in (2, 3):
        text = (SOURCE / f"juan{number}.txt").read_text(encoding="utf-8")
        graph = volume_of(graphs, number)
        segments = list(graph.subjects(RDF.type, URIRef(iris.term("Segment"))))
        assert segments
        for segment in segments:
            selector = graph.value(segment, URIRef(OA + "hasSelector"))
            assert selector == URIRef(f"{segment}#selector")
            start, end, exact = (graph.value(selector, URIRef(OA + name)) for name in ("start", "end", "exact"))
            assert isinstance(start, Literal)
            assert isinstance(end, Literal)
            assert text[int(start) : int(end)] == str(exact)
            assert str(graph.value(segment, URIRef(iris.term("words")))) == str(exact)


def test_what_is_glossed_or_rendered_is_in_the_same_volume(graphs: dict[str, Graph]) -> None:
    for number in (2, 3):
        graph = volume_of(graphs, number)
        for edge in ("glosses", "renders"):
            targets = set(graph.objects(None, URIRef(iris.term(edge))))
            assert targets
            assert targets <= set(graph.subjects(RDF.type))
