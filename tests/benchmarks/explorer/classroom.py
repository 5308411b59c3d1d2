"""A Jupyter server on loopback, and kernels behind it that are talked to as a page does: over their websockets."""

import asyncio
import json
import secrets
import time
import uuid
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import hosts
import psutil
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import websocket_connect

PROTOCOL = "v1.kernel.websocket.jupyter.org"
PATIENCE = 120  # seconds for a kernel to start, or for a cell


class Classroom(hosts.Host):
    """A server that asks for a token. `process` is the server; its kernels are the children of it."""

    def __init__(self, folder):
        self.token = secrets.token_hex(16)
        super().__init__("lab", folder)

    def address(self, path, scheme="http"):
        return f"{scheme}://127.0.0.1:{self.port}/api/kernels{path}"

    @property
    def headers(self):
        return {"Authorization": f"token {self.token}"}

    def cpu(self):
        """CPU seconds of the server, without its kernels."""
        return _cpu(psutil.Process(self.process.pid))

    def _command(self):
        return [part + self.token if part == "--IdentityProvider.token=" else part for part in super()._command()]


@dataclass
class Frame:
    at: float
    image: bytes


class Kernel:
    """``async with Kernel(classroom) as kernel: await kernel.run(code)``.

    `opened` are the states of all widget models that it has announced, by their comm, oldest first; `frames` the
    pictures that it sent, by the message that they answer.
    """

    def __init__(self, classroom):
        self.classroom = classroom
        self.session = uuid.uuid4().hex
        self.opened = {}
        self.frames = defaultdict(list)
        self._replies = defaultdict(asyncio.Future)
        self._idle = defaultdict(asyncio.Future)
        self._framed = asyncio.Event()

    async def __aenter__(self):
        answer = await self._ask("", method="POST", body=json.dumps({"name": "python3"}))
        self.id = json.loads(answer.body)["id"]
        address = self.classroom.address(f"/{self.id}/channels?session_id={self.session}", "ws")
        request = HTTPRequest(address, headers=self.classroom.headers, connect_timeout=PATIENCE)
        self._socket = await websocket_connect(request, subprotocols=[PROTOCOL])
        self._listening = asyncio.create_task(self._listen())
        (self.process,) = [
            child for child in psutil.Process(self.classroom.process.pid).children() if self.id in str(child.cmdline())
        ]
        return self

    async def __aexit__(self, *_):
        if self._listening.done():
            self._listening.result()  # raises what went wrong
        self._listening.cancel()
        self._socket.close()
        await self._ask(f"/{self.id}", method="DELETE")

    def send(self, kind, content):
        """Send a message on the shell channel; its id."""
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": self.session,
            "username": "",
            "version": "5.3",
        }
        parts = [json.dumps(part).encode() for part in (header, {}, {}, content)]
        self._socket.write_message(serialize_msg_to_ws_v1(parts, "shell"), binary=True)
        return header["msg_id"]

    async def run(self, code):
        """Run a cell; all that it had to say has been heard."""
        asked = self.send("execute_request", {"code": code, "store_history": False})
        reply, idle = self._replies[asked], self._idle[asked]
        async with asyncio.timeout(PATIENCE):
            content, _ = await asyncio.gather(reply, idle)
        if content["status"] != "ok":
            raise RuntimeError(f"{code!r} failed: {content.get('ename')}: {content.get('evalue')}")

    def model(self, trait):
        """The last announced model with this trait."""
        return [model for model, state in self.opened.items() if trait in state][-1]

    def update(self, model, **state):
        """What ipywidgets sends when traits of a model change in the page; the id of the message."""
        return self._tell(model, method="update", state=state, buffer_paths=[])

    def say(self, model, **content):
        """What ipywidgets sends when the page has something to say to a model; the id of the message."""
        return self._tell(model, method="custom", content=content)

    async def frame(self, message, seconds=10.0):
        """The first picture that answers a message."""
        async with asyncio.timeout(seconds):
            while not self.frames[message]:
                self._framed.clear()
                await self._framed.wait()
        return self.frames[message][0]

    def cpu(self):
        """CPU seconds that the kernel has taken."""
        return _cpu(self.process)

    def memory(self):
        """Megabytes of its own, and its share of what it has in common with others (PSS)."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        (kilobytes,) = [line.split()[1] for line in rollup.splitlines() if line.startswith("Pss:")]
        return int(kilobytes) / 1024

    def _tell(self, model, **data):
        return self.send("comm_msg", {"comm_id": model, "data": data})

    async def _ask(self, path, **request):
        return await AsyncHTTPClient().fetch(
            self.classroom.address(path), headers=self.classroom.headers, request_timeout=PATIENCE, **request
        )

    async def _listen(self):
        while (raw := await self._socket.read_message()) is not None:
            at = time.perf_counter()
            _, (header, parent, _, content, *buffers) = deserialize_msg_from_ws_v1(raw)
            handle = getattr(self, "_" + json.loads(header)["msg_type"], None)
            if handle:
                handle(json.loads(parent).get("msg_id"), json.loads(content), buffers, at)

    def _comm_open(self, _parent, content, *_):
        self.opened[content["comm_id"]] = content["data"].get("state", {})

    def _comm_msg(self, parent, content, buffers, at):
        for path, image in zip(content["data"].get("buffer_paths", []), buffers, strict=False):
            if path == ["frame"]:
                self.frames[parent].append(Frame(at, image))
                self._framed.set()

    def _execute_reply(self, parent, content, *_):
        self._replies[parent].set_result(content)

    def _status(self, parent, content, *_):
        if content["execution_state"] == "idle" and parent in self._replies:
            self._idle[parent].set_result(True)


def _cpu(process):
    times = process.cpu_times()
    return times.user + times.system
