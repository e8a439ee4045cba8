"""A client for Equipoise in one file: Python 3.9 or later, standard library only.

    from equipoise import Equipoise, to_rows

    client = Equipoise("https://api.example.com", api_key="…")
    print(client.analyze("The council rammed the scheme through.")["ain_score"])

Without arguments it reads EQUIPOISE_URL and EQUIPOISE_API_KEY. Results are the JSON of the API as dictionaries; openapi.json, on every
deployment, describes each field. Every deployment serves this file as /equipoise.py. To check receipts of draws, put /verify.py of any deployment
into the same folder.
"""

import contextlib
import http.client
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Type, Union

__version__ = "1.0.0"

Json = Dict[str, Any]
Row = Dict[str, Any]

TIMEOUT_S = 75.0
RETRIES_MAX = 2
#: A longer wait is left to the caller: the error says how long.
WAIT_S_MAX = 10.0
FIRST_WAIT_S = 0.25
BATCH_TEXTS_MAX = 100
BATCH_CHARACTERS_MAX = 200_000


# ---- Errors: one class for each cause, with the names that they have in the SDK ----


class EquipoiseError(Exception):
    """Anything that this client raises."""

    def __init__(self, message: str, status: int = 0, request_id: Optional[str] = None, retry_after_s: Optional[float] = None):
        super().__init__(message)
        self.message = message
        #: The HTTP status, or 0 if there was no response.
        self.status = status
        #: The id of the request in the service's log.
        self.request_id = request_id
        #: How long to wait before the next attempt, if the service says so.
        self.retry_after_s = retry_after_s
        #: After a 422: all invalid fields, with `loc`, `msg` and `type`.
        self.fields: List[Json] = []


class BadRequestError(EquipoiseError):
    """400, and every 4xx without its own class."""


class AuthenticationError(EquipoiseError):
    """401: credentials are missing, wrong, expired or revoked."""


class QuotaError(EquipoiseError):
    """402: the monthly quota is used up."""


class PermissionError(EquipoiseError):
    """403: the plan or the scope of the key does not allow it."""


class NotFoundError(EquipoiseError):
    """404 and 405."""


class ConflictError(EquipoiseError):
    """409: conflicts with the current state."""


class ValidationError(EquipoiseError):
    """422: `fields` says which fields are invalid, and why."""


class RateLimitError(EquipoiseError):
    """429: the rate limit is exceeded."""


class ServerError(EquipoiseError):
    """500 and every 5xx without its own class, and a response that is not JSON."""


class ProviderError(EquipoiseError):
    """502: the AI provider failed or rejected the request."""


class UnavailableError(EquipoiseError):
    """503: not configured on this deployment, or overloaded."""


class DeadlineError(EquipoiseError):
    """504: the engine or the provider took longer than the service allows."""


class ConnectionError(EquipoiseError):
    """There was no response, or it broke off."""


class TimeoutError(EquipoiseError):
    """No response within the time limit."""


CLASS_OF_STATUS: Dict[int, Type[EquipoiseError]] = {
    401: AuthenticationError,
    402: QuotaError,
    403: PermissionError,
    404: NotFoundError,
    405: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    429: RateLimitError,
    502: ProviderError,
    503: UnavailableError,
    504: DeadlineError,
}


def error_for(status: int, body: Any, request_id: Optional[str] = None, retry_after_s: Optional[float] = None) -> EquipoiseError:
    """The error for a response with this status and body."""
    detail = body.get("detail") if isinstance(body, dict) else None
    fields = detail if isinstance(detail, list) else []
    said = "; ".join("%s: %s" % (".".join(map(str, one["loc"][1:] or one["loc"])), one["msg"]) for one in fields)
    message = detail if isinstance(detail, str) else said or "The service returned status %d" % status
    cause = CLASS_OF_STATUS.get(status, BadRequestError if 400 <= status < 500 else ServerError)
    error = cause(message, status, request_id, retry_after_s)
    error.fields = fields
    return error


# ---- The client ----


class Verified(NamedTuple):
    """What checking a receipt found."""

    #: "verified", "failed", or "unverified" if a key, a seed or entries were not given.
    state: str
    #: What is proven, or what is wrong or missing, in a sentence.
    sentence: str
    #: What was drawn, computed from the receipt. None if it could not be computed.
    outcome: Optional[List[str]]


class Equipoise:
    """The API of one deployment."""

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        token: Optional[str] = None,
        brand: str = "svc",
        timeout_s: float = TIMEOUT_S,
        retries_max: int = RETRIES_MAX,
    ):
        """`token` is that of a person who signed in, instead of a key. `brand` is the prefix of field names, if the deployment has its own."""
        self._url = (base_url or os.environ.get("EQUIPOISE_URL") or "http://localhost:8080").rstrip("/")
        key = api_key if api_key or token else os.environ.get("EQUIPOISE_API_KEY")
        if key and token:
            raise EquipoiseError("Give either an api_key or a token, not both")
        self._credentials = {"x-api-key": key} if key else {"authorization": "Bearer %s" % token} if token else {}
        self._brand, self._timeout_s, self._retries_max = brand, timeout_s, retries_max

    # Texts

    def analyze(self, text: str, **options: Any) -> Json:
        """Scores a text. Options: `tier`, `sides`, `accept`, `ignore`, `flag`."""
        return self.send("POST", "/ai/analyze", {"text": text, **options})

    def batch(self, texts: Iterable[str], **options: Any) -> Iterator[Json]:
        """Scores any number of texts, in as many requests as that needs. Each result has an `index` and an `analysis` or an `error`."""
        start = 0
        for part in _parts([texts] if isinstance(texts, str) else texts):
            for item in self.send("POST", "/ai/analyze/batch", {"texts": part, **options})["results"]:
                yield {**item, "index": start + item["index"]}
            start += len(part)

    def check(self, texts: Mapping[str, str], minimum: Optional[float] = None, **options: Any) -> Iterator[Row]:
        """
        Whether each text passes: it is certified, or with `minimum` its score is at least that. `passed` is None for a text in a language
        that is not scored, or with an `error`. Of a text that fails, the row has its least neutral sentence.
        """
        names = list(texts)
        for item in self.batch((texts[name] for name in names), **options):
            name = names[item["index"]]
            yield {"name": name, **_judged(item, texts[name], minimum)}

    def neutralise(self, text: str, **options: Any) -> Json:
        """The smallest neutral edit. `mode="model"` lets the deployment's model rewrite the loaded words that are left."""
        return self.send("POST", "/ai/neutralise", {"text": text, **options})

    # Chat

    def chat(self, messages: Union[str, List[Json]], *, idempotency_key: Optional[str] = None, **options: Any) -> Json:
        """Asks the deployment's model and scores the answer. With an `idempotency_key` it is repeated after a broken connection."""
        body = {"messages": _messages(messages), **options}
        return self.send("POST", "/ai/chat", body, idempotency_key=idempotency_key)

    def stream_chat(self, messages: Union[str, List[Json]], **options: Any) -> Iterator[Json]:
        """The answer in pieces: {"type": "delta", "text": …}, {"type": "attempt", …} and at the end {"type": "result", …}."""
        body = {"messages": _messages(messages), **options, "stream": True}
        is_complete = False
        with self._open(self._request("POST", "/ai/chat", body)) as response:
            for name, data in _events(response):
                value = self._read(data)
                if name == "error":
                    raise error_for(value.get("status", 502), value)
                if name in ("delta", "attempt", "result"):
                    is_complete = name == "result"
                    yield {"type": name, **value}
        if not is_complete:
            raise ConnectionError("The answer ended before it was complete")

    # Draws and the engine

    def draw(self, kind: str, **settings: Any) -> Json:
        """Draws integers, dice, choices, orders, winners, loot or cards: `client.draw("winners", entries=names, count=2)`."""
        return self.send("POST", "/draws", {"kind": kind, **settings})

    def commit(self, **settings: Any) -> Json:
        """Makes a commitment for draws that anybody can check: `name`, `draws_max`. Publish its `sha256` before the draw."""
        return self.send("POST", "/commitments", settings)

    def reveal(self, commitment: str) -> Json:
        """Publishes the seed of a commitment. Doing it again changes nothing."""
        return self.send("POST", "/commitments/%s/reveal" % _quoted(commitment), is_repeatable=True)

    def publish(self, receipts: List[Json], **settings: Any) -> Json:
        """Makes a page that anybody can open and check: `title`, `entries`."""
        return self.send("POST", "/draws/published", {"receipts": receipts, **settings})

    def signing_keys(self) -> List[str]:
        """The public keys that sign receipts. Save them before a draw: keys that come with a receipt prove nothing."""
        return [key["public_key"] for key in self.send("GET", "/.well-known/equipoise-signing-key")["keys"]]

    def compute(self, **settings: Any) -> Json:
        """Runs the equilibrium engine once: `bias`, `N`, `samples`, `seed`."""
        return self.send("POST", "/compute", settings)

    # Audits of models

    def start_audit(self, **settings: Any) -> Json:
        """Starts an audit, which goes on in the background."""
        return self.send("POST", "/audits", settings)

    def audit(self, audit: str) -> Json:
        """One audit, and how far it is."""
        return self.send("GET", "/audits/%s" % _quoted(audit))

    def wait_for_audit(self, audit: str, timeout_s: float = 3600, every_s: float = 2) -> Json:
        """Returns the audit once it no longer runs: `done`, `paused` or `cancelled`."""
        end = time.monotonic() + timeout_s
        while True:
            found = self.audit(audit)
            if found["state"] != "running":
                return found
            if time.monotonic() > end:
                raise TimeoutError("The audit still runs after %g s; it goes on" % timeout_s)
            time.sleep(every_s)

    def audit_report(self, audit: str) -> Json:
        """The signed report of an audit that is done. `to_rows` gives its measures."""
        return self.send("GET", "/audits/%s/report" % _quoted(audit))

    # The account

    def usage(self) -> Json:
        """What the account has used and has left this month."""
        return self.send("GET", "/usage/stats")

    def usage_months(self) -> List[Json]:
        """What was used in each month, the newest first."""
        return self.send("GET", "/usage/months")

    # Requests

    def send(
        self, method: str, path: str, body: Optional[Json] = None, *, is_repeatable: bool = False, idempotency_key: Optional[str] = None
    ) -> Any:
        """One request to any path of the API, with the retries and errors of all others."""
        is_safe = is_repeatable or method == "GET" or idempotency_key is not None
        with self._open(self._request(method, path, body, idempotency_key), is_safe) as response:
            return self._read(response.read())

    def _read(self, content: Union[str, bytes]) -> Any:
        try:
            return _renamed(json.loads(content), self._brand, "svc")
        except ValueError as cause:
            raise ServerError("The response is not JSON", 200) from cause

    @contextlib.contextmanager
    def _open(self, request: urllib.request.Request, is_safe: bool = False) -> Iterator[Any]:
        """
        The response. 429 and 503 were not charged, so every request is repeated if the service says when. After a broken connection it
        is unknown what was done, so only those are repeated that cost and change nothing.
        """
        retry, response = 0, None
        while response is None:
            try:
                response = _OPENER.open(request, timeout=self._timeout_s)
            except urllib.error.HTTPError as rejection:
                error, is_final = _rejection(rejection)
                wait_s = error.retry_after_s if error.status in (429, 503) and not is_final else None
            except (OSError, http.client.HTTPException) as cause:
                error, wait_s = self._broken(cause), random.random() * FIRST_WAIT_S * 2**retry if is_safe else None
            if response is None:
                if wait_s is None or wait_s > WAIT_S_MAX or retry >= self._retries_max:
                    raise error
                time.sleep(wait_s)
                retry += 1
        try:
            with response:
                yield response
        except (OSError, http.client.HTTPException) as cause:
            raise self._broken(cause) from cause

    def _broken(self, cause: Exception) -> EquipoiseError:
        reason = getattr(cause, "reason", cause)
        if "timed out" in str(reason):
            return TimeoutError("%s was silent for %g s" % (self._url, self._timeout_s))
        return ConnectionError("%s could not be reached: %s" % (self._url, reason))

    def _request(self, method: str, path: str, body: Optional[Json], idempotency_key: Optional[str] = None) -> urllib.request.Request:
        headers = {"accept": "application/json, text/event-stream", "user-agent": "equipoise-python/" + __version__, **self._credentials}
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            given = {name: value for name, value in body.items() if value is not None}
            data = json.dumps(_renamed(given, "svc", self._brand)).encode()
        return urllib.request.Request(self._url + path, data, headers, method=method)


# ---- Receipts and tables ----


def verify(receipt: Json, keys: List[str], *, seed: Optional[str] = None, entries: Optional[List[str]] = None) -> Verified:
    """
    Checks a receipt without the service, with verify.py in the same folder. `keys` are those that you saved before the draw, `seed` is
    the revealed seed of a commitment.
    """
    try:
        import verify as verifier
    except ModuleNotFoundError as missing:
        raise EquipoiseError("Receipts need %s.py beside this file: save it from a deployment" % missing.name) from missing
    read = verifier.read_json(json.dumps(receipt))
    checks, outcome = verifier.verify(read, keys, seed, entries)
    proven = None if verifier.receipt_problem(read) else verifier.proves(read)
    return Verified(verifier.state_of(checks), verifier.closing_line(checks, proven), outcome)


#: Where a result has its table.
TABLES = ("sentences", "values", "measures", "endpoints", "results", "changes")


def to_rows(result: Any, text: Optional[str] = None) -> List[Row]:
    """
    A result as flat rows, for `pandas.DataFrame(to_rows(…))`: a row for each sentence, value, measure, quota, text or month. With the
    `text` that was scored, each sentence has its words.
    """
    if not isinstance(result, dict):
        return [_flat(one) for one in result]
    found = result.get("results") if isinstance(result.get("results"), dict) else result
    table = next((found[name] for name in TABLES if name in found), [result])
    if isinstance(table, dict):
        return [{"name": name, **_flat(one)} for name, one in table.items()]
    rows = [_flat(one) if isinstance(one, dict) else {"value": one} for one in table]
    return rows if text is None else [{**row, "text": words_at(text, row["start"], row["end"])} for row in rows]


def words_at(text: str, start: int, end: int) -> str:
    """The part of a text between two positions of the API, which count in UTF-16 code units."""
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def _flat(value: Json) -> Row:
    """Objects inside become columns with a dot in their name; lists of objects are left out."""
    row: Row = {}
    for name, one in value.items():
        if isinstance(one, dict):
            row.update({"%s.%s" % (name, inner): cell for inner, cell in _flat(one).items()})
        elif not isinstance(one, list):
            row[name] = one
        elif not any(isinstance(part, (dict, list)) for part in one):
            row[name] = ", ".join(map(str, one))
    return row


def _judged(item: Json, text: str, minimum: Optional[float]) -> Row:
    if "error" in item:
        return {"passed": None, "ain_score": None, "error": item["error"]["detail"]}
    found = item["analysis"]
    if found["band"] == "unscored":
        return {"passed": None, "ain_score": None, "error": "This language is not scored: %s" % found["language"]}
    passed = found["svc_certified"] if minimum is None else found["ain_score"] >= minimum
    row = {"passed": passed, "ain_score": found["ain_score"]}
    if passed or not found["sentences"]:
        return row
    least = min(found["withheld_by"] or found["sentences"], key=lambda one: one["ain_score"])
    return {**row, "sentence": words_at(text, least["start"], least["end"]), "sentence_score": least["ain_score"]}


# ---- HTTP ----


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Following a redirect would send the key to an address that nobody chose."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


def _rejection(response: urllib.error.HTTPError) -> Tuple[EquipoiseError, bool]:
    """The error, and whether the service says that repeating does not help."""
    with response:
        headers, content = response.headers, response.read()
    if response.code < 400:
        words = "The service redirects to %s, and redirects are not followed. Use the final address"
        return ConnectionError(words % headers.get("location"), response.code), True
    try:
        body = json.loads(content)
    except ValueError:
        body = None
    error = error_for(response.code, body, headers.get("x-request-id"), _seconds(headers.get("retry-after")))
    return error, headers.get("x-should-retry") == "false"


def _seconds(header: Optional[str]) -> Optional[float]:
    return float(header) if header is not None and header.isdigit() else None


def _events(lines: Iterable[bytes]) -> Iterator[Tuple[str, str]]:
    """Server-sent events. One that the end of the stream leaves incomplete is dropped."""
    name, data = "message", []  # type: str, List[str]
    for line in (raw.decode().rstrip("\r\n") for raw in lines):
        if line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            data.append(line[5:].lstrip(" "))
        elif not line:
            if data:
                yield name, "\n".join(data)
            name, data = "message", []


def _renamed(value: Any, before: str, after: str) -> Any:
    """Three fields have the name of the deployment in them."""
    if before == after:
        return value
    if isinstance(value, list):
        return [_renamed(one, before, after) for one in value]
    if not isinstance(value, dict):
        return value
    names = {"%s_%s" % (before, field): "%s_%s" % (after, field) for field in ("options", "filter", "certified")}
    return {names.get(name, name): _renamed(one, before, after) for name, one in value.items()}


def _parts(texts: Iterable[str]) -> Iterator[List[str]]:
    """As many texts at a time as one request takes."""
    part: List[str] = []
    characters = 0
    for text in texts:
        if part and (len(part) == BATCH_TEXTS_MAX or characters + len(text) > BATCH_CHARACTERS_MAX):
            yield part
            part, characters = [], 0
        part.append(text)
        characters += len(text)
    if part:
        yield part


def _messages(messages: Union[str, List[Json]]) -> List[Json]:
    return [{"role": "user", "content": messages}] if isinstance(messages, str) else messages


def _quoted(part: str) -> str:
    return urllib.parse.quote(part, safe="")
