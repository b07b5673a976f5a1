/** Files uploaded through the admin API: at their URL for a time, for slidepost and others to read. */
import assert from "node:assert/strict";
import { image } from "../../support/media.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { ADMIN_TOKEN, adminBody, startService, type TestService } from "../../support/service.ts";
import { sharing } from "../../support/sharing.ts";
import { settledTemplate } from "../door.ts";

const HOUR = 3_600_000;

const shared = sharing(async () => {
  const clock = movableClock();
  const test = await startService({
    clock,
    config: { OUTBOUND_ALLOW: "127.0.0.1", UPLOAD_TTL: "2h", UPLOAD_MAX_BYTES: "300KiB" },
  });
  const jpeg = await Deno.readFile(await image("cmyk.jpg"));
  return { clock, jpeg, test, [Symbol.asyncDispose]: () => test.stop() };
});

shared(
  "uploaded files are at a URL of their own, by their names and types",
  async ({ clock, jpeg, test }) => {
    const files = [
      { name: "sale 50%?.jpg", content: jpeg },
      { name: "C:\\docs\\../ü\u202e.vcf", content: new TextEncoder().encode("BEGIN:VCARD") },
      { name: "sale 50%?.jpg", content: new Uint8Array([1]) },
      { name: "no extension", content: new Uint8Array([2]) },
    ];
    const items = await upload(test, files);
    assert.deepEqual(items.map(({ name, type, bytes }) => [name, type, bytes]), [
      ["sale 50%_.jpg", "image/jpeg", jpeg.length],
      ["ü.vcf", "text/vcard", 11],
      ["sale 50%_-2.jpg", "image/jpeg", 1],
      ["no extension.bin", "application/octet-stream", 1],
    ]);
    assert.equal(new Set(items.map(({ url }) => url.split("/").at(-2))).size, items.length);
    for (const [index, { url, "expires-at": until }] of items.entries()) {
      const response = await fetch(url);
      assert.equal(response.status, 200);
      assert.deepEqual(await response.bytes(), files[index]!.content);
      const [, seconds] = /^private, max-age=(7\d{3})$/.exec(
        response.headers.get("cache-control")!,
      )!;
      const left = Date.parse(until) - clock.now();
      assert.ok(left <= 2 * HOUR && Number(seconds) <= 7200 && Number(seconds) > left / 1000 - 1);
    }
    const [{ url }] = items as [Upload];
    for (const other of [url.replace("jpg", "gif"), url.replace(/content\/./, "content/_")]) {
      const response = await fetch(other);
      await response.body?.cancel();
      assert.equal(response.status, 404, other);
    }
  },
);

shared(
  "uploaded files come as JSON: another content type is refused",
  async ({ test }) => {
    const response = await fetch(`${test.url}/admin/v1/files`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      body: new FormData(),
    });
    assert.deepEqual([response.status, (await response.json())["error-code"]], [415, "E108"]);
  },
);

shared(
  "uploaded files are fetched for a template like any other",
  async ({ jpeg, test }) => {
    const [{ url }] = await upload(test, [{ name: "a.jpg", content: jpeg }]) as [Upload];
    const id = await settledTemplate(test, {
      "fallback-sms-text": "See it",
      "slide": [{ image: { url } }],
    });
    const { body } = await test.admin("GET", `/templates/${id}`);
    assert.equal(body.state, "ready");
    assert.deepEqual(body.media.map(({ state }: { state: string }) => state), ["done"]);
  },
);

shared("uploaded files are gone once they expire", async ({ clock, jpeg, test }) => {
  const [{ url }] = await upload(test, [{ name: "a.jpg", content: jpeg }]) as [Upload];
  clock.advance(HOUR);
  assert.equal((await fetch(url, { method: "HEAD" })).status, 200);
  clock.advance(HOUR);
  assert.equal((await fetch(url, { method: "HEAD" })).status, 404);
});

shared(
  "uploaded files are limited together, and none is kept of a refused request",
  async ({ test }) => {
    const half = new Uint8Array(150 * 1024);
    await upload(test, [{ name: "a", content: half }, { name: "b", content: half }]);
    for (const bytes of [300 * 1024 + 1, 500 * 1024]) {
      const files = [{ name: "a", content: new Uint8Array(bytes) }];
      const refused = await test.admin("POST", "/files", bodyOf(files));
      assert.equal(refused.status, 413, JSON.stringify(refused.body));
    }
  },
);

shared("uploaded files are read in slices, wherever their base64 breaks", async () => {
  await using test = await startService({ config: { UPLOAD_MAX_BYTES: "8MB" } });
  const content = Uint8Array.from({ length: 5_000_000 }, (_, i) => i * 31 + (i >> 8));
  const base64 = content.toBase64();
  const status = async (content: string) =>
    (await test.admin("POST", "/files", { file: [{ name: "a", content }] })).status;
  for (const each of [base64, base64.replaceAll(/.{76}/g, "$&\r\n"), ` ${base64}`]) {
    const file = [{ name: "a", content: each }];
    const { items: [{ url, bytes }] } = await adminBody(test, 201, "POST", "/files", { file });
    assert.equal(bytes, content.length);
    assert.deepEqual(await (await fetch(url)).bytes(), content);
  }
  const padded = `${base64.slice(0, (1 << 20) - 2)}==`;
  assert.equal(await status(padded), 201);
  assert.equal(await status(padded + base64), 400, "more after padding");
  assert.equal(await status(base64.slice(0, -1) + "%"), 400, "the last character");
  assert.equal(await status(`AA${" ".repeat(1 << 20)}AA`), 400, "a group over a whole slice");
});

shared("uploaded files are refused by name", async ({ test }) => {
  const cases: [unknown, RegExp][] = [
    [{}, /file is required/],
    [{ file: [] }, /file must have at least 1 item/],
    [{ file: [{ name: "a.jpg", content: "%" }] }, /file a\.jpg: content is not base64/],
    [{ file: [{ name: "a.jpg", content: "" }] }, /file 1: content/],
    [{ file: [{ name: "", content: "AA==" }] }, /file 1: name/],
    [{ file: [{ content: "AA==" }] }, /file 1: name is required/],
    [{ file: [{ name: "a", content: "AA==", type: "x" }] }, /unknown fields: type/],
  ];
  for (const [body, expected] of cases) {
    const response = await test.admin("POST", "/files", body);
    assert.equal(response.status, 400);
    assert.match(response.body["error-info"], expected);
  }
});

interface File {
  name: string;
  content: Uint8Array;
}

interface Upload {
  name: string;
  type: string;
  bytes: number;
  url: string;
  "expires-at": string;
}

function bodyOf(files: File[]) {
  return { file: files.map(({ name, content }) => ({ name, content: content.toBase64() })) };
}

async function upload(test: TestService, files: File[]): Promise<Upload[]> {
  const { status, body } = await test.admin("POST", "/files", bodyOf(files));
  assert.equal(status, 201, JSON.stringify(body));
  return body.items;
}
