"""The one Turtle style: it loses nothing, it is stable, and it reads well."""

from __future__ import annotations

import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rdflib import RDF, XSD, BNode, Graph, Literal, URIRef
from rdflib.collection import Collection
from rdflib.compare import isomorphic

from haidiyan import turtle
from haidiyan.errors import InputError
from haidiyan.iris import PREFIXES

HDY = PREFIXES["hdy"]
STATE = PREFIXES["state"]

PREFIX_LINES = """\
@prefix hdy: <https://w3id.org/haidiyan/ontology#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix situation: <https://w3id.org/haidiyan/situation/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix state: <https://w3id.org/haidiyan/state/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def formatted(body: str) -> str:
    """The body of a formatted document, without its prefixes."""
    lines = turtle.format_text(PREFIX_LINES + body).splitlines()
    return "\n".join(line for line in lines if not line.startswith("@prefix")).strip()


iris = st.one_of(
    st.sampled_from(["a", "b", "c", "long-name", "08-5"]).map(lambda name: URIRef(STATE + name)),
    st.sampled_from(["overcomes", "x.", "-x", "", "x/y", "爻", "p%20q", "x:y"]).map(lambda name: URIRef(HDY + name)),
    st.sampled_from(
        [
            RDF.nil,
            RDF.type,
            RDF.first,
            URIRef("urn:x"),
            URIRef(STATE + "q#line-1"),
            URIRef("http://example.org/a'b()"),
        ]
    ),
)
nasty = st.text(
    st.one_of(
        st.sampled_from("\\\"\n\r\t\0\x07\x7f\x85\u2028\u2029\ufeff'^@#<>.;[]()爻䷇𠀀"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=12,
)
literals = st.one_of(
    nasty.map(Literal),
    st.builds(lambda text, lang: Literal(text, lang=lang), nasty, st.sampled_from(["en", "zh-hant", "lzh-hant"])),
    st.sampled_from(["0", "-1", "12", "007", "-0", "+5"]).map(
        lambda text: Literal(text, datatype=XSD.integer, normalize=False)
    ),
    st.sampled_from(["true", "false", "1", "0"]).map(lambda text: Literal(text, datatype=XSD.boolean, normalize=False)),
    st.sampled_from(["1.50", "-0.0", "00.1"]).map(lambda text: Literal(text, datatype=XSD.decimal, normalize=False)),
    nasty.map(lambda text: Literal(text, datatype=URIRef(HDY + "own"))),
)
blank = st.integers(0, 5).map(lambda number: BNode(f"n{number}"))
predicates = st.one_of(iris, st.sampled_from([RDF.type, RDF.first, RDF.rest]))
triples = st.tuples(st.one_of(iris, blank), predicates, st.one_of(iris, literals, blank))


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    graph = Graph()
    for triple in draw(st.lists(triples, max_size=14)):
        graph.add(triple)
    for head, members in draw(
        st.lists(st.tuples(st.sampled_from(["la", "lb"]), st.lists(st.one_of(iris, literals, blank), max_size=4)))
    ):
        Collection(graph, BNode(head), members)
        if draw(st.booleans()):
            graph.add((URIRef(STATE + "list"), URIRef(HDY + "members"), BNode(head)))
    return graph


@settings(deadline=None)
@given(graphs())
def test_a_graph_comes_back_whole(graph: Graph) -> None:
    assert isomorphic(turtle.parse(turtle.serialize(graph)), graph)


@settings(deadline=None)
@given(graphs())
def test_formatting_twice_is_formatting_once(graph: Graph) -> None:
    once = turtle.serialize(graph)
    assert turtle.format_text(once) == once


@settings(deadline=None)
@given(graphs())
def test_names_of_anonymous_nodes_and_order_do_not_matter(graph: Graph) -> None:
    renamed = {node: BNode() for node in graph.all_nodes() if isinstance(node, BNode)}
    other = Graph()
    for subject, predicate, obj in sorted(graph, reverse=True):
        other.add((renamed.get(subject, subject), predicate, renamed.get(obj, obj)))  # type: ignore[call-overload]
    assert turtle.serialize(other) == turtle.serialize(graph)


@settings(deadline=None)
@given(nasty)
@example('"""\\"')
@example("ends with a backslash\\")
@example("@en ^^ . ; [ ] #")
def test_rdflib_reads_every_string_as_it_was(text: str) -> None:
    graph = Graph()
    graph.add((URIRef(STATE + "a"), URIRef(HDY + "says"), Literal(text, lang="zh-hant")))
    written = turtle.serialize(graph)
    assert written.splitlines()[-1].startswith("state:a hdy:says ")
    assert set(Graph().parse(data=written, format="turtle")) == set(graph)


def test_the_bytes_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    source = tmp_path / "graph.ttl"
    source.write_text(
        PREFIX_LINES
        + "state:z hdy:p _:x , _:y , [ hdy:q 3 , 2 ] , [ hdy:q 2 ] . _:x hdy:p _:y ."
        + "_:y hdy:p _:x , 'a'@en , 'b' . state:c a owl:Class , hdy:State ."
        + "[] a owl:Class ; owl:unionOf ( state:b state:a ) . [] a owl:Class .",
        encoding="utf-8",
    )
    code = "import sys; from haidiyan.turtle import format_text;sys.stdout.write(format_text(open(sys.argv[1]).read()))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code, str(source)],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path)), "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2", "77")
    }
    assert len(outputs) == 1


def test_the_leading_comments_stay_and_later_ones_go() -> None:
    text = "# The states.\n#\n# CC BY 4.0\n\n" + PREFIX_LINES + "# lost\nstate:a a hdy:State .\n"
    assert turtle.format_text(text) == (
        "# The states.\n#\n# CC BY 4.0\n\n"
        "@prefix hdy: <https://w3id.org/haidiyan/ontology#> .\n"
        "@prefix state: <https://w3id.org/haidiyan/state/> .\n\n"
        "state:a a hdy:State .\n"
    )


def test_a_header_becomes_comments() -> None:
    graph = Graph().add((URIRef(STATE + "a"), RDF.type, URIRef(HDY + "State")))
    assert turtle.serialize(graph, "Made by the build.\r# Twice.").startswith("# Made by the build.\n# Twice.\n\n@")


def test_only_the_project_s_prefixes_that_are_used_are_declared() -> None:
    text = "@prefix s: <https://w3id.org/haidiyan/state/> . @prefix x: <http://x/> . s:a s:b s:c ."
    assert turtle.format_text(text) == (
        "@prefix state: <https://w3id.org/haidiyan/state/> .\n\nstate:a state:b state:c .\n"
    )


def test_a_comes_first_and_predicates_are_sorted() -> None:
    body = "state:a skos:prefLabel '動'@zh-hant ; hdy:b state:x , state:c ; a owl:Class , hdy:State ."
    assert formatted(body) == (
        'state:a a hdy:State , owl:Class ;\n    hdy:b state:c , state:x ;\n    skos:prefLabel "動"@zh-hant .'
    )


def test_subjects_are_sorted_and_anonymous_ones_come_last() -> None:
    body = "[] hdy:b 1 . state:b hdy:b 1 . [] hdy:a 1 . state:a hdy:b 1 . hdy:z hdy:b 1 . <urn:x> hdy:b 1 ."
    assert formatted(body).split("\n") == [
        "<urn:x> hdy:b 1 .",
        "hdy:z hdy:b 1 .",
        "state:a hdy:b 1 .",
        "state:b hdy:b 1 .",
        "[] hdy:a 1 .",
        "[] hdy:b 1 .",
    ]


def test_literals_are_sorted_by_language_and_numbers_by_value() -> None:
    assert formatted("state:a hdy:p 'z'@en , '甲'@zh-hant , '甲'@lzh-hant , 'q' .") == (
        'state:a hdy:p "q" , "z"@en , "甲"@lzh-hant , "甲"@zh-hant .'
    )
    assert formatted("state:a hdy:p 10 , 9 , -1 .") == "state:a hdy:p -1 , 9 , 10 ."


@pytest.mark.parametrize("members", [" ".join(each) for each in permutations(["state:b", "state:c", "1"])])
def test_a_list_keeps_its_order(members: str) -> None:
    assert formatted(f"state:a hdy:p ( {members} ) .") == f"state:a hdy:p ( {members} ) ."


def test_an_empty_list_and_a_list_of_lists_stay_in_line() -> None:
    body = "state:a hdy:p () ;\n    hdy:q ( ( state:b ) () 2 ) ."
    assert formatted(body) == body


def test_a_list_that_is_used_twice_is_no_list_in_line_and_loses_nothing() -> None:
    body = "_:l rdf:first 1 ; rdf:rest ( 2 ) . state:a hdy:p _:l . state:b hdy:p _:l ."
    assert formatted(body) == ("state:a hdy:p _:b1 .\nstate:b hdy:p _:b1 .\n\n_:b1 rdf:first 1 ;\n    rdf:rest ( 2 ) .")


def test_a_sufficient_condition_reads_as_a_statement_of_its_own() -> None:
    body = (
        "[ a owl:Restriction ; owl:onProperty hdy:useLine ; owl:someValuesFrom state:x ] rdfs:subClassOf situation:aa ."
    )
    assert formatted(body) == (
        "[] a owl:Restriction ;\n"
        "    owl:onProperty hdy:useLine ;\n"
        "    owl:someValuesFrom state:x ;\n"
        "    rdfs:subClassOf situation:aa ."
    )


def test_what_is_too_long_for_a_line_is_broken() -> None:
    first, second = "a" * 60, "b" * 60
    body = f"situation:x hdy:p state:{first} , state:{second} ; hdy:q ( state:{first} [ hdy:r state:{second} ] ) ."
    assert formatted(body) == (
        "situation:x hdy:p\n"
        f"        state:{first} ,\n"
        f"        state:{second} ;\n"
        "    hdy:q (\n"
        f"        state:{first}\n"
        f"        [ hdy:r state:{second} ]\n"
        "    ) ."
    )


def test_a_long_string_stays_on_one_line() -> None:
    body = f'state:a hdy:p "{"字" * 300}"@zh-hant .'
    assert formatted(body) == body


def test_anonymous_nodes_on_a_cycle_get_labels() -> None:
    assert formatted("_:x hdy:p _:y . _:y hdy:q _:x ; hdy:r [ hdy:s 1 ] .") in (
        "_:b1 hdy:p _:b2 .\n\n_:b2 hdy:q _:b1 ;\n    hdy:r [ hdy:s 1 ] .",
        "_:b1 hdy:q _:b2 ;\n    hdy:r [ hdy:s 1 ] .\n\n_:b2 hdy:p _:b1 .",
    )


@pytest.mark.parametrize("local", ["line#1", "a/b", "爻", "x.", ""])
def test_what_is_no_plain_local_name_is_written_in_full(local: str) -> None:
    assert formatted(f"<{STATE}{local}> hdy:p 1 .") == f"<{STATE}{local}> hdy:p 1 ."


def test_numbers_keep_the_form_in_which_they_were_written() -> None:
    body = 'state:a hdy:p true , "1.50"^^xsd:decimal , "1e3"^^xsd:double , "007"^^xsd:integer , 7 .'
    assert formatted("state:a hdy:p true , 1.50 , 1e3 , 007 , 7 .") == body


def test_language_tags_are_lower_case() -> None:
    assert formatted("state:a hdy:p '空'@zh-Hant .") == 'state:a hdy:p "空"@zh-hant .'


@pytest.mark.parametrize(
    ("subject", "obj"),
    [
        (Literal("x"), URIRef(STATE + "a")),
        (URIRef("has space:x"), URIRef(STATE + "a")),
        (URIRef("relative"), URIRef(STATE + "a")),
        (URIRef(STATE + "a"), Literal("\ud800")),
    ],
)
def test_what_turtle_cannot_say_is_refused(subject: URIRef | Literal, obj: URIRef | Literal) -> None:
    graph = Graph()
    graph.add((subject, URIRef(HDY + "p"), obj))
    with pytest.raises(InputError):
        turtle.serialize(graph)


def test_a_result_that_would_say_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turtle, "serialize", lambda graph, header="": PREFIX_LINES + "state:a a hdy:State .\n")
    with pytest.raises(InputError, match="same triples"):
        turtle.format_text(PREFIX_LINES + "state:a a hdy:State . state:b a hdy:State .")


def test_a_statement_of_rdf_1_2_is_refused() -> None:
    with pytest.raises(InputError, match=r"RDF 1\.2"):
        turtle.format_text("<urn:a> <urn:b> <<( <urn:a> <urn:b> <urn:c> )>> .")


def test_check_names_the_files_that_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.ttl", tmp_path / "bad.ttl"
    good.write_text("<urn:a> <urn:b> <urn:c> .\n", encoding="utf-8")
    bad.write_text("<urn:a>   <urn:b> <urn:c> .\n", encoding="utf-8")
    assert turtle.main(["--check", str(tmp_path)]) == 1
    assert capsys.readouterr().out.split() == [str(bad)]
    assert bad.read_text(encoding="utf-8") == "<urn:a>   <urn:b> <urn:c> .\n"
    assert turtle.main([str(tmp_path)]) == 0
    assert bad.read_text(encoding="utf-8") == good.read_text(encoding="utf-8")
    assert turtle.main(["--check", str(good), str(bad)]) == 0


def test_a_syntax_error_is_one_line_with_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.ttl"
    broken.write_text(PREFIX_LINES + "\nstate:a hdy:p nowhere:b .\n", encoding="utf-8")
    before = broken.read_bytes()
    assert turtle.main([str(broken), str(tmp_path / "absent.ttl")]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"{broken}: line 10 ")
    assert "nowhere" in first
    assert "absent.ttl" in second
    assert broken.read_bytes() == before


def test_words_that_are_not_utf_8_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latin = tmp_path / "latin.ttl"
    latin.write_bytes("<urn:a> <urn:b> 'é' .".encode("latin-1"))
    assert turtle.main([str(latin)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
