/** Slow readers of large files, whose number costs the service no memory to speak of. */
import assert from "node:assert/strict";
import { cookieOf } from "../../console/console.ts";
import { startAttacked } from "../../support/attacked.ts";
import { rawClient } from "../../support/raw_client.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";

const READERS = 40;
const FILE_BYTES = 37_000_000;

Deno.test("slow readers of a large file at operators' doors hold no copies of it", async () => {
  await using service = await startAttacked();
  const { operator, url } = service;
  const content = new Uint8Array(FILE_BYTES).toBase64();
  const { items: [{ sha256 }] } = await operator("/files", {
    file: [{ name: "film.mp4", content }],
  });
  const form = new URLSearchParams({ token: ADMIN_TOKEN });
  const cookie = await cookieOf(
    await fetch(`${url}/console/sign-in`, { method: "POST", body: form, redirect: "manual" }),
  );
  const doors = [
    { path: `/admin/v1/files/${sha256}`, header: `Authorization: Bearer ${ADMIN_TOKEN}` },
    { path: `/console/files/${sha256}?type=video/mp4`, header: `Cookie: ${cookie}` },
  ];
  using readers = new DisposableStack();
  await service.attack(async () => {
    for (const { path, header } of doors) {
      await Promise.all(Array.from({ length: READERS }, async () => {
        const client = readers.use(await rawClient(url));
        await client.say(`GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
        assert.match(await client.receives(/\r\n\r\n/), /^HTTP\/1\.1 200 /);
      }));
    }
  });
});
