/** Stored files at the doors of operators: streamed, whole or in part, from the admin API and the console. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { startConsole } from "../console/console.ts";
import { ADMIN_TOKEN, adminBody } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { openFiles } from "../support/open_files.ts";
import { until } from "../support/until.ts";
import { image } from "../support/media.ts";
import { settledTemplate } from "./door.ts";
import { assertResponse } from "../contract/validate.ts";

/** A door with a stored file behind it. */
interface Door {
  name: string;
  content: Uint8Array;
  url: string;
  headers: Record<string, string>;
}

const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

const shared = sharing(async () => {
  await using parts = new AsyncDisposableStack();
  const { test, admin: cookie } = parts.use(await startConsole());
  const file = crypto.getRandomValues(new Uint8Array(60_000));
  const upload = { file: [{ name: "film.mp4", content: file.toBase64() }] };
  const { items: [{ sha256 }] } = await adminBody(test, 201, "POST", "/files", upload);
  const picture = await Deno.readFile(await image("gps.jpg"));
  const pictures = { file: [{ name: "gps.jpg", content: picture.toBase64() }] };
  const { items: [{ url }] } = await adminBody(test, 201, "POST", "/files", pictures);
  const mmsId = await settledTemplate(test, {
    "fallback-sms-text": "See it",
    "slide": [{ image: { url } }],
  });
  const to = { from: "111122", to: "16175550101" };
  const sent = await test.post({ action: "sendsavedmms", "mms-id": mmsId, ...to });
  const { "tracking-id": id } = await sent.json();
  await test.receiver.untilCodes(id, ["N101", "N102"]);
  const { items: [message] } = await adminBody(
    test,
    200,
    "GET",
    `/loopback/messages?tracking-id=${id}`,
  );
  const index = message.parts.findIndex(({ type }: { type: string }) => type === "image/jpeg");
  const part = message.parts[index];
  const carried = await fetch(`${test.url}/admin/v1/files/${part.sha256}`, { headers: ADMIN });
  const doors: Door[] = [
    {
      name: "admin API",
      content: file,
      url: `${test.url}/admin/v1/files/${sha256}`,
      headers: ADMIN,
    },
    {
      name: "loopback part",
      content: await carried.bytes(),
      url: `${test.url}/admin/v1/loopback/messages/${message["carrier-id"]}/parts/${index}`,
      headers: ADMIN,
    },
    {
      name: "console",
      content: file,
      url: `${test.url}/console/files/${sha256}?type=video/mp4&name=film.mp4`,
      headers: { cookie },
    },
  ];
  const running = parts.move();
  return { doors, test, [Symbol.asyncDispose]: () => running.disposeAsync() };
});

async function responseOf(
  { url, headers }: Door,
  more: Record<string, string> = {},
  method = "GET",
): Promise<Response> {
  const response = await fetch(url, { method, headers: { ...headers, ...more } });
  const path = new URL(url).pathname;
  const isDocumented = method === "GET" && path.startsWith("/admin/");
  if (isDocumented) await assertResponse(method, path, response);
  return response;
}

shared("stored files come whole, with their length, tag and presentation", async ({ doors }) => {
  for (const door of doors) {
    const response = await responseOf(door);
    assert.equal(response.status, 200, door.name);
    assert.equal(response.headers.get("content-length"), String(door.content.length));
    const sha256 = createHash("sha256").update(door.content).digest("hex");
    assert.equal(response.headers.get("etag"), `"${sha256}"`);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.deepEqual(await response.bytes(), door.content, door.name);
  }
  const response = await responseOf(doors.at(-1)!, {}, "HEAD");
  assert.equal(response.headers.get("content-type"), "video/mp4");
  assert.match(response.headers.get("content-disposition")!, /^inline; filename="film\.mp4"/);
  assert.equal(
    response.headers.get("content-security-policy"),
    "default-src 'none'; media-src 'self'",
  );
  const page = { ...doors.at(-1)!, url: doors.at(-1)!.url.replace("video/mp4", "text/html") };
  const download = await responseOf(page, {}, "HEAD");
  assert.equal(download.headers.get("content-type"), "application/octet-stream");
  assert.match(download.headers.get("content-disposition")!, /^attachment;/);
});

shared("stored files are served in ranges at each door of operators", async ({ doors }) => {
  for (const door of doors) {
    const { content, name } = door;
    for (
      const [range, first, last] of [
        ["bytes=0-", 0, content.length - 1],
        ["bytes=0-1", 0, 1],
        ["bytes=100-300", 100, 300],
        ["bytes=-10", content.length - 10, content.length - 1],
      ] as const
    ) {
      const response = await responseOf(door, { range });
      assert.equal(response.status, 206, name);
      const expected = `bytes ${first}-${last}/${content.length}`;
      assert.equal(response.headers.get("content-range"), expected);
      assert.deepEqual(await response.bytes(), content.subarray(first, last + 1), name);
    }
    const beyond = await responseOf(door, { range: `bytes=${content.length}-` });
    assert.deepEqual([beyond.status, await beyond.text()], [416, ""], name);
    assert.equal(beyond.headers.get("content-range"), `bytes */${content.length}`);
    const other = await responseOf(door, { range: "bytes=0-1", "if-range": `"other"` });
    assert.deepEqual([other.status, (await other.bytes()).length], [200, content.length], name);
  }
});

shared("stored files respond to HEAD and conditions without a body", async ({ doors }) => {
  for (const door of doors) {
    const head = await responseOf(door, {}, "HEAD");
    assert.equal(head.status, 200, door.name);
    assert.equal(head.headers.get("content-length"), String(door.content.length));
    const same = await responseOf(door, { "if-none-match": head.headers.get("etag")! });
    assert.deepEqual([same.status, await same.text()], [304, ""], door.name);
  }
  // Those that do not exist are not found by either method.
  for (const door of doors.filter(({ name }) => name !== "loopback part")) {
    const url = door.url.replace(/[0-9a-f]{64}/, "0".repeat(64));
    for (const method of ["GET", "HEAD"]) {
      const response = await responseOf({ ...door, url }, {}, method);
      await response.body?.cancel();
      assert.equal(response.status, 404, `${method} ${door.name}`);
    }
  }
});

shared("stored files are closed when an operator's client leaves", async ({ doors, test }) => {
  const large = new Uint8Array(8_000_000);
  const body = { file: [{ name: "large", content: large.toBase64() }] };
  const { items: [{ sha256 }] } = await adminBody(test, 201, "POST", "/files", body);
  for (const door of doors.filter(({ name }) => name !== "loopback part")) {
    const at = { ...door, url: door.url.replace(/[0-9a-f]{64}/, sha256) };
    const readers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(at.url, { headers: at.headers })),
    );
    assert.ok(openFiles(sha256).length >= 20, `${door.name} streams`);
    await Promise.all(readers.map(({ body }) => body!.cancel()));
    await until(() => openFiles(sha256), ({ length }) => length === 0);
  }
});
