/** Slow readers of large files, whose number costs the service no memory to speak of. */
import assert from "node:assert/strict";
import { cookieOf } from "../../console/console.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { newAccount, operatorOf, sendSms } from "../../support/outside.ts";
import { startServe } from "../../support/program.ts";
import { rawClient } from "../../support/raw_client.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";

const READERS = 40;
const FILE_BYTES = 37_000_000;
/** Peak of the process's memory; the upload of the file alone takes half of it. */
const MEMORY_MAX_BYTES = 600e6;

Deno.test("slow readers of a large file at operators' doors hold no copies of it", async () => {
  const { program, url } = await startServe({
    DATA_DIR: await newDirectory(),
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
    DATABASE_URL: await migratedDatabase(),
  });
  await using parts = new AsyncDisposableStack();
  parts.use(program);
  const content = new Uint8Array(FILE_BYTES).toBase64();
  const { items: [{ sha256 }] } = await operatorOf(url)("/files", {
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
  for (const { path, header } of doors) {
    await Promise.all(Array.from({ length: READERS }, async () => {
      const client = parts.use(await rawClient(url));
      await client.say(`GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
      assert.match(await client.receives(/\r\n\r\n/), /^HTTP\/1\.1 200 /);
    }));
  }
  const { apiKey } = await newAccount(url);
  assert.ok(await sendSms(url, apiKey));
  const peak = await peakBytes(program.pid);
  assert.ok(peak <= MEMORY_MAX_BYTES, `${Math.round(peak / 1e6)} MB`);
});

/** Returns the peak of a process's resident memory. */
async function peakBytes(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return 1024 * Number(/^VmHWM:\s+(\d+) kB/m.exec(status)![1]);
}
