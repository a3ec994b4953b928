"""A browser of the page of ``--on-ask web``, without a browser: it follows the link, keeps the cookie, and speaks with the page's
socket. Frames are short enough here to come whole, and their texts are JSON."""

import asyncio
import base64
import json
import os
import re
from typing import Any
from urllib.parse import urlsplit


class PageClient:
    @classmethod
    async def open(cls, link: str) -> "PageClient":
        """The page of a link that was printed."""
        self = cls()
        url = urlsplit(link)
        host = f"{url.hostname}:{url.port}"
        target = f"{url.path}?{url.query}"
        reader, writer = await asyncio.open_connection(url.hostname, url.port)
        writer.write(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        welcome = (await reader.read()).decode()
        writer.close()
        key = re.search(r'name="assent-key" content="([^"]*)"', welcome)
        cookie = re.search(r"(?i)set-cookie: ([^;\r]*)", welcome)
        assert key is not None and cookie is not None, welcome
        self.reader, self.writer = await asyncio.open_connection(url.hostname, url.port)
        headers = {
            "Host": host, "Origin": f"http://{host}", "Cookie": cookie[1], "Connection": "Upgrade", "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        }
        self.writer.write(f"GET /socket HTTP/1.1\r\n{''.join(f'{n}: {v}{chr(13)}{chr(10)}' for n, v in headers.items())}\r\n".encode())
        answered = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in answered, answered
        self.say({"type": "enter", "key": key[1]})
        return self

    def say(self, message: dict[str, Any]) -> None:
        text = json.dumps(message).encode()
        mask = os.urandom(4)
        size = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE, len(text) >> 8, len(text) & 0xFF])
        self.writer.write(b"\x81" + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(text)))

    async def question(self) -> Any:
        """The next question that is shown."""
        while True:
            kind, size = await self.reader.readexactly(2)
            more = {126: 2, 127: 8}.get(size & 0x7F, 0)
            length = int.from_bytes(await self.reader.readexactly(more), "big") if more else size & 0x7F
            text = await self.reader.readexactly(length)
            message = json.loads(text) if kind & 0x0F == 1 else {}
            if message.get("type") == "question":
                return message["question"]

    def answer(self, question: Any, **answer: Any) -> None:
        self.say({"type": "answer", "id": question["number"], "question": question["number"], **answer})

    def close(self) -> None:
        self.writer.close()
