"""A server far away: a proxy on loopback that keeps every packet for a while, each way, and may let few through."""

import asyncio
import math
import threading
from contextlib import suppress

PIECE = 1 << 16


class FarAway:
    """``with FarAway(port, 0.1) as far:`` connects `far.port` to `port`, 100 ms away each way, in a thread of its own.

    What is under way keeps its order. It does not wait for what went before it unless the way is narrow too: so many
    bytes `a_second` for each connection and way. Both may be set at any time, for what comes then.
    """

    def __init__(self, port, seconds=0.0, a_second=math.inf):
        self._near, self.seconds, self.a_second = port, seconds, a_second
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._wait(asyncio.start_server(self._connected, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self._wait(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _wait(self, task):
        return asyncio.run_coroutine_threadsafe(task, self._loop).result(10)

    async def _close(self):
        self._server.close()
        connections = asyncio.all_tasks() - {asyncio.current_task()}
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def _connected(self, page, to_page):
        with suppress(asyncio.CancelledError):  # by `stop`
            server, to_server = await asyncio.open_connection("127.0.0.1", self._near)
            try:
                await asyncio.gather(self._carry(page, to_server), self._carry(server, to_page))
            finally:
                to_server.close()
        to_page.close()

    async def _carry(self, source, sink):
        under_way, free = asyncio.Queue(), 0.0
        arriving = asyncio.create_task(self._deliver(under_way, sink))
        with suppress(ConnectionError):  # the other side has gone: what it sent still arrives
            while piece := await source.read(PIECE):
                free = max(free, self._loop.time()) + len(piece) / self.a_second
                under_way.put_nowait((free + self.seconds, piece))
        under_way.put_nowait((max(free, self._loop.time()) + self.seconds, b""))
        await arriving

    async def _deliver(self, under_way, sink):
        with suppress(OSError):
            while True:
                due, piece = await under_way.get()
                await asyncio.sleep(due - self._loop.time())
                if not piece:
                    sink.write_eof()
                    return
                sink.write(piece)
                await sink.drain()
