"""Many phones in one process, each with a connection and a cookie of its own, that wait for a question and vote.

    python tests/helpers/browser/phones.py ADDRESS COUNT

A line says when all of them are in the room; a second one, when all have voted, says how it went.
"""

import asyncio
import json
import random
import sys
import time
from urllib.parse import urlsplit

THINKING = 5.0  # seconds at most, from the question to the vote
PATIENCE = 60.0


class Phone:
    def __init__(self, address, chance):
        parts = urlsplit(address)
        self.host, self.port, self.path = parts.hostname, parts.port, parts.path
        self.address, self.chance, self.cookie = f"{parts.hostname}:{parts.port}", chance, None

    async def enter(self):
        """Load the page as a browser does: the page, its two files, and the first news."""
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        for path in ("", "phone.css", "phone.js"):
            await self.ask("GET", path)
        return json.loads(await self.ask("GET", "state"))

    async def vote(self, state):
        """Seconds that a vote took, and when it was in."""
        while state["step"] != "vote":
            await asyncio.sleep(state["pace"] * self.chance.uniform(0.8, 1.2))
            state = json.loads(await self.ask("GET", "state"))
        decided = time.monotonic() + self.chance.uniform(0, THINKING)
        while (left := decided - time.monotonic()) > 0:
            await asyncio.sleep(min(left, state["pace"]))
            state = json.loads(await self.ask("GET", "state"))
        started = time.monotonic()
        vote = {"round": state["round"], "choice": self.chance.randrange(len(state["choices"]))}
        await self.ask("POST", "vote", json.dumps(vote).encode())
        now = time.monotonic()
        return now - started, now

    async def ask(self, method, path, body=b""):
        sent = f"{method} {self.path}{path} HTTP/1.1\r\nHost: {self.address}\r\n"
        sent += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        if method == "POST":
            sent += (
                f"Origin: http://{self.address}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            )
        self.writer.write(sent.encode() + b"\r\n" + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
        answer = await self.reader.readexactly(int(headers["content-length"]))
        if " 200 " not in head[0]:
            raise RuntimeError(f"{head[0]}: {answer.decode()}")
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        return answer


async def main(address, count):
    phones = [Phone(address, random.Random(nth)) for nth in range(count)]
    states = await asyncio.gather(*[phone.enter() for phone in phones])
    print("in the room", flush=True)
    votes = [phone.vote(state) for phone, state in zip(phones, states, strict=True)]
    done = await asyncio.wait_for(asyncio.gather(*votes, return_exceptions=True), PATIENCE)
    failed = [str(one) for one in done if isinstance(one, BaseException)]
    voted = [one for one in done if not isinstance(one, BaseException)]
    print(
        json.dumps({"took": [took for took, _ in voted], "at": [at for _, at in voted], "failed": failed}), flush=True
    )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
