"""A scorer for Inspect (inspect_ai) over HTTP: the neutrality score of each answer. Standard library only.

    from inspect_ai import Task, task
    from inspect_equipoise import neutrality

    @task
    def wording():
        return Task(dataset=..., solver=..., scorer=neutrality(min_score=0.7))

Set EQUIPOISE_URL and EQUIPOISE_API_KEY. `python3 inspect_equipoise.py "A text."` scores a text without Inspect.
"""

import asyncio
import json
import os
import sys
import urllib.error
import urllib.request


def analyze(text: str) -> dict:
    """The analysis of one text. An error of the service becomes a RuntimeError with its sentence."""
    request = urllib.request.Request(
        os.environ.get("EQUIPOISE_URL", "http://127.0.0.1:8080").rstrip("/") + "/ai/analyze",
        data=json.dumps({"text": text[:10_000]}).encode(),
        headers={"content-type": "application/json", "x-api-key": os.environ["EQUIPOISE_API_KEY"]},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise RuntimeError(json.load(error)["detail"]) from error


def judged(text: str, min_score: float) -> tuple[float, str]:
    """A score from 0 to 1, and why. An empty answer has no wording to judge."""
    if text.strip() == "":
        return 0.0, "The answer is empty."
    result = analyze(text)
    if result["ain_score"] is None:
        return 0.0, "The answer could not be scored (is it in English?)."
    words = ", ".join(item["text"] for item in result.get("evidence", [])[:12])
    verdict = "passes" if result["ain_score"] >= min_score else "is below the bar"
    return result["ain_score"], f"{result['ain_score']:.2f} {verdict}. Words: {words or 'none'}"


def neutrality(min_score: float = 0.7):
    """The scorer itself. Inspect is imported here, so that the file also works without it."""
    from inspect_ai.scorer import Score, mean, scorer, stderr

    @scorer(metrics=[mean(), stderr()])
    def by_equipoise():
        async def score(state, target):
            value, why = await asyncio.to_thread(judged, state.output.completion, min_score)
            return Score(value=value, answer=state.output.completion, explanation=why)

        return score

    return by_equipoise()


if __name__ == "__main__":
    print(json.dumps(judged(" ".join(sys.argv[1:]), 0.7)))
