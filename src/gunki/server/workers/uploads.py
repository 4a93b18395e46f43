"""Uploads: saves of clients, replayed in a process of their own, with limits of time and memory."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from gunki.server.http.http_errors import Problem
from gunki.server.http.security import new_token, token_hash
from gunki.server.store.match_store import Store
from gunki.server.workers.messages import ALONE, LONG, Failed, Job, JobReply, Refused, Workforce
from gunki.server.workers.upload_states import UploadStates

#: Fields of the worker's answer that the client gets.
FIELDS_SHOWN = ("game", "scenario", "ply", "who", "result", "notice")


class Uploads:
    def __init__(self, store: Store, workers: Workforce, largest: int, replayed: UploadStates | None = None) -> None:
        """`largest`: most bytes of a packed source. `replayed`: the cache to which the states of uploads are added."""
        self._replayed = UploadStates() if replayed is None else replayed
        self._largest = largest
        self._store = store
        self._workers = workers

    async def take(
        self, data: bytes, origin: str = "", charge: Callable[[int], None] = lambda size: None
    ) -> dict[str, Any]:
        """Replay a save and keep its source for a day. Return a summary with the id of the source.

        New matches can go on from the source by this id. `charge` is called with the number of bytes before they are
        stored.
        """
        try:
            answer = await self._read(data, origin)
        except Refused as error:
            raise Problem(422, "bad_request", str(error), field="body") from None
        except Failed:  # the process was ended by its limits, so there is no message
            raise Problem(
                422, "bad_request", "the upload: takes more time or memory than a game may", field="body"
            ) from None
        size = int(answer.fields["source"])
        source, state = answer.blob[:size], answer.blob[size:]
        if len(source) > self._largest:
            raise Problem(413, "too_large", f"the upload: larger than {self._largest} bytes, even packed", field="body")
        charge(len(source))
        upload_id = new_token()
        await self._store.keep_upload(token_hash(upload_id), source)
        self._replayed.keep(source, state)
        return {"upload": upload_id, **{name: answer.fields[name] for name in FIELDS_SHOWN}}

    async def _read(self, data: bytes, origin: str) -> JobReply:
        """Return the worker's answer about a save. If a save takes long, it gets a second try in a lane of its own."""
        with suppress(Failed):
            return await self._workers.do(Job("upload", origin, blob=data, lane=ALONE))
        return await self._workers.do(Job("upload", origin, blob=data, lane=LONG))
