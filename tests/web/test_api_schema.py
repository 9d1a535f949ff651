"""Whatever is asked of the JSON API, its answers are those that its OpenAPI document declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CheckFunction
from schemathesis.specs.openapi import checks

from haidiyan.web.app import make_app

CHECKS: list[CheckFunction] = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
BOUNDED = settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
BRANCHES = "子丑寅卯辰巳午未申酉戌亥"

schema = schemathesis.openapi.from_asgi("/api/openapi.json", make_app())
"""The document can be had without a dataset."""

charts = st.fixed_dictionaries(
    {"lines": st.lists(st.sampled_from("6789"), min_size=6, max_size=6).map(",".join)},
    optional={
        "month": st.sampled_from(BRANCHES),
        "day": st.sampled_from(["甲申", "癸亥", "戊辰", *BRANCHES]),
        "hour": st.sampled_from(BRANCHES),
        "year": st.sampled_from(["甲子", "乙丑"]),
    },
)
questions = st.fixed_dictionaries(
    {},
    optional={
        "topic": st.sampled_from(["疾病", "求財", "行人", "射覆", "天時"]),
        "about": st.sampled_from(["妻", "wife", "父"]),
        "use": st.sampled_from(["妻財", "官鬼"]),
        "baleful": st.sampled_from(["3", "1,6"]),
        "all_topics": st.booleans(),
        "all_doctrines": st.booleans(),
        "order": st.sampled_from(["rate", "text"]),
    },
)
SOUND: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "/api/cast": charts,
    "/api/read": st.builds(lambda chart, asked: {**chart, **asked}, charts, questions),
    "/api/why": st.builds(
        lambda chart, asked, claim: {**chart, **asked, "claim": claim},
        charts,
        questions,
        st.sampled_from(["j2-p77-c11", "j2-p57-c03", "病人無藥主沉昏"]),
    ),
    "/api/compare": st.builds(
        lambda chart, adopted: {**chart, "right_adopt": adopted},
        charts,
        st.lists(
            st.sampled_from(["seasonal-void=headnote", "hidden=every", "emendation=j2-p57-v1"]), min_size=1, unique=True
        ),
    ),
    "/api/search": st.fixed_dictionaries(
        {"q": st.sampled_from(["克", "财", "chong", "xiang ke", "没有此言"])},
        optional={"layer": st.sampled_from(["verse", "headnote"])},
    ),
    "/api/claims/{id}": st.fixed_dictionaries({"id": st.sampled_from(["j2-p01-c02", "j2-p57-c03", "病人無藥主沉昏"])}),
    "/api/passages/{volume}/{paragraph}": st.fixed_dictionaries(
        {"volume": st.just(2), "paragraph": st.integers(1, 79)}
    ),
}


@schema.parametrize()
@BOUNDED
def test_every_answer_is_as_declared(case: schemathesis.Case[Any], home: Path) -> None:
    case.call_and_validate(checks=CHECKS)


@pytest.mark.parametrize("path", SOUND)
def test_every_sound_request_has_an_answer_as_declared(path: str, home: Path) -> None:
    operation = schema[path]["GET"]
    statuses = set()

    @BOUNDED
    @given(SOUND[path])
    def ask(query: dict[str, Any]) -> None:
        case = operation.Case(path_parameters=query) if "{" in path else operation.Case(query=query)
        answer = case.call_and_validate(checks=CHECKS)
        statuses.add(answer.status_code)

    ask()
    assert 200 in statuses
    assert statuses <= ({200, 400} if path == "/api/why" else {200})
