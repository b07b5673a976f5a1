/** Hosted files over real HTTP, from a real store and real files. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createMediaAddresses } from "../../src/adapters/system/media_addresses.ts";
import { createApp } from "../../src/http/app.ts";
import { createContent } from "../../src/http/hosted/content.ts";
import { silentLog } from "../../src/log/mod.ts";
import { assertResponse } from "../contract/validate.ts";
import { bytes } from "../mime/bytes.ts";
import { startJobs, type TestJobs } from "../support/jobs.ts";
import { openFiles } from "../support/open_files.ts";
import { sharing } from "../support/sharing.ts";
import { uuidOf } from "../support/store.ts";
import { until } from "../support/until.ts";

const CONTENT = Uint8Array.from({ length: 200_000 }, (_, i) => i * 7 & 255);
const TOKEN = "AAECAwQFBgcICQoLDA0ODw";

interface Fixture {
  jobs: TestJobs;
  /** Requests a file of the message, with `GET` by default. */
  get(name: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  at(path: string): Promise<Response>;
}

type Case = (fixture: Fixture) => Promise<void>;

/**
 * Returns the policy of a type: browsers style an opened picture, and fetch an opened film again.
 */
function policyOf(type: string): string {
  if (type.startsWith("image/")) return "sandbox; default-src 'none'; style-src 'unsafe-inline'";
  const plays = /^(audio|video)/.test(type);
  return plays ? "default-src 'none'; media-src 'self'" : "sandbox; default-src 'none'";
}

/** Name, declared type, served as, shown. */
const FILES: [
  name: string,
  type: string,
  servedAs: string,
  disposition: "inline" | "attachment",
][] = [
  ["photo.jpg", "image/jpeg", "image/jpeg", "inline"],
  ["alias.jpg", "image/jpg; name=x", "image/jpeg", "inline"],
  ["dot.png", "image/png", "image/png", "inline"],
  ["sound.amr", "audio/amr", "audio/amr", "inline"],
  ["film.3gp", "video/3gpp", "video/3gpp", "inline"],
  ["latin.txt", `text/plain; charset="iso-8859-1"`, "text/plain; charset=iso-8859-1", "inline"],
  ["plain.txt", "text/plain", "text/plain; charset=utf-8", "inline"],
  ["odd.txt", "TEXT/Plain; charset=a\r\nb", "text/plain; charset=a", "inline"],
  ["show.smil", "application/smil; charset=utf-8", "application/smil", "attachment"],
  ["page.html", "text/html", "application/octet-stream", "attachment"],
  ["drawing.svg", "image/svg+xml", "application/octet-stream", "attachment"],
  ["data.xml", "application/xml", "application/octet-stream", "attachment"],
  ["page.xhtml", "application/xhtml+xml", "application/octet-stream", "attachment"],
  ["card.vcf", "text/vcard", "text/vcard", "attachment"],
  [
    "japanese.vcf",
    "text/x-vCard; charset=Shift_JIS",
    "text/x-vcard; charset=Shift_JIS",
    "attachment",
  ],
  ["day.vcs", "text/x-vCalendar", "text/x-vcalendar", "attachment"],
  ["letter.pdf", "application/pdf", "application/pdf", "attachment"],
  ["photo.heic", "image/heic", "image/heic", "attachment"],
  ["voice.m4a", "audio/mp4", "audio/mp4", "attachment"],
  ["voice.3gp", "audio/3gpp", "audio/3gpp", "attachment"],
  ["voice.aac", "audio/aac", "audio/aac", "attachment"],
  ["voice.awb", "audio/AMR-WB", "audio/amr-wb", "attachment"],
  ["voice.caf", "audio/x-caf", "audio/x-caf", "attachment"],
  ["film.3g2", "video/3gpp2", "video/3gpp2", "attachment"],
  ["script.js", "text/javascript", "application/octet-stream", "attachment"],
  ["nothing", "", "application/octet-stream", "attachment"],
  [`100% "żółć" \\?#&;.txt`, "text/plain", "text/plain; charset=utf-8", "inline"],
  ["it's (1)*.png", "image/png", "image/png", "inline"],
];

/** Addresses of media that carriers fetch. */
const mediaAddresses = createMediaAddresses({
  baseUrl: () => "",
  key: () => Promise.resolve(new Uint8Array(32)),
});

const shared = sharing(async (): Promise<Fixture & AsyncDisposable> => {
  const jobs = await startJobs();
  const files = await Promise.all(
    FILES.map(([name, type]) => jobs.file(name, type, CONTENT)),
  );
  const gone = await jobs.file("gone.txt", "text/plain", bytes("gone"));
  await Deno.remove(jobs.blobs.path(gone.blob));
  const empty = await jobs.file("empty.txt", "text/plain", new Uint8Array());
  await jobs.store.inbound.receive({
    trackingId: uuidOf(1),
    account: "acme",
    kind: "MMS_MO",
    connector: "mmsc",
    key: "key",
    from: "16175550111",
    to: "111122",
    subject: null,
    operatorId: null,
    files: [...files, gone, empty],
    token: TOKEN,
    receivedAt: Date.now(),
  }, []);
  const unused = () => assert.fail("only /content is asked for");
  const app = createApp({
    log: silentLog(),
    jsonDoor: unused,
    xmlDoor: unused,
    mm7Door: unused,
    mm7Relay: unused,
    health: unused,
    admin: null,
    content: createContent({ ...jobs, clock: jobs.env.clock, mediaAddresses }),
    page: unused,
    click: unused,
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  const base = `http://127.0.0.1:${server.addr.port}`;
  return {
    jobs,
    async get(name, headers = {}, method = "GET") {
      const path = `/content/${TOKEN}/${encodeURIComponent(name)}`;
      const response = await fetch(base + path, { headers, method });
      if (method === "GET") await assertResponse(method, path, response);
      return response;
    },
    at: (path) => fetch(base + path),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await jobs[Symbol.asyncDispose]();
    },
  };
});

const CASES: Record<string, Case> = {
  "are served byte for byte, as a type that does no harm": async ({ get }) => {
    for (const [name, , type, disposition] of FILES) {
      const response = await get(name);
      assert.equal(response.status, 200, name);
      assert.deepEqual(await response.bytes(), CONTENT, name);
      const { headers } = response;
      assert.equal(headers.get("content-type"), type, name);
      assert.equal(headers.get("content-disposition")!.split(";")[0], disposition, name);
      assert.equal(headers.get("content-length"), String(CONTENT.length));
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("content-security-policy"), policyOf(type));
      assert.equal(headers.get("referrer-policy"), "no-referrer");
      assert.equal(headers.get("x-robots-tag"), "noindex");
      assert.match(headers.get("cache-control")!, /^private, max-age=\d+$/);
    }
  },

  "keep their names, in ASCII and in full": async ({ get }) => {
    const dispositionOf = async (name: string) => {
      const response = await get(name);
      await response.body!.cancel();
      return response.headers.get("content-disposition");
    };
    assert.equal(
      await dispositionOf(`100% "żółć" \\?#&;.txt`),
      `inline; filename="100_ ______ _?#&;.txt"; ` +
        `filename*=UTF-8''100%25%20%22%C5%BC%C3%B3%C5%82%C4%87%22%20%5C%3F%23%26%3B.txt`,
    );
    assert.equal(
      await dispositionOf("it's (1)*.png"),
      `inline; filename="it's (1)*.png"; filename*=UTF-8''it%27s%20%281%29%2A.png`,
    );
  },

  "respond to HEAD with the headers of GET": async ({ get }) => {
    const [got, head] = [await get("dot.png"), await get("dot.png", {}, "HEAD")];
    await got.body!.cancel();
    assert.equal(head.status, 200);
    assert.equal((await head.bytes()).length, 0);
    const of = ({ headers }: Response) =>
      [...headers].filter(([name]) => !["date", "x-request-id"].includes(name)).toSorted();
    assert.deepEqual(of(head), of(got));
  },

  "may be empty": async ({ get }) => {
    const response = await get("empty.txt");
    assert.deepEqual([response.status, (await response.bytes()).length], [200, 0]);
    assert.equal(response.headers.get("content-length"), "0");
  },

  "are not sent again to clients that have them": async ({ get }) => {
    const first = await get("dot.png");
    await first.body!.cancel();
    const etag = first.headers.get("etag")!;
    assert.match(etag, /^"[0-9a-f]{64}"$/);
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const response = await get("dot.png", { "if-none-match": header });
      assert.equal(response.status, 304, header);
      assert.equal(response.headers.get("etag"), etag);
      assert.equal((await response.bytes()).length, 0);
    }
    const other = await get("dot.png", { "if-none-match": `"other"` });
    assert.equal(other.status, 200);
    await other.body!.cancel();
  },

  "are served in ranges": async ({ get }) => {
    const cases: [range: string, from: number, to: number][] = [
      ["bytes=0-0", 0, 0],
      ["bytes=100-70100", 100, 70_100],
      ["bytes=-5", 199_995, 199_999],
      ["bytes=199990-", 199_990, 199_999],
    ];
    for (const [range, from, to] of cases) {
      const response = await get("film.3gp", { range });
      assert.equal(response.status, 206, range);
      assert.equal(response.headers.get("content-range"), `bytes ${from}-${to}/200000`);
      assert.equal(response.headers.get("content-length"), String(to - from + 1));
      assert.deepEqual(await response.bytes(), CONTENT.slice(from, to + 1), range);
    }
    const beyond = await get("film.3gp", { range: "bytes=200000-" });
    assert.equal(beyond.status, 416);
    assert.equal(beyond.headers.get("content-range"), "bytes */200000");
    assert.equal((await beyond.bytes()).length, 0);
    const several = await get("film.3gp", { range: "bytes=0-1,5-6" });
    assert.deepEqual([several.status, (await several.bytes()).length], [200, 200_000]);
  },

  "are served in ranges only to clients that have the same file": async ({ get }) => {
    const { headers } = await get("film.3gp", {}, "HEAD");
    const range = "bytes=0-9";
    const same = await get("film.3gp", { range, "if-range": headers.get("etag")! });
    assert.deepEqual([same.status, (await same.bytes()).length], [206, 10]);
    const other = await get("film.3gp", { range, "if-range": `"other"` });
    assert.deepEqual([other.status, (await other.bytes()).length], [200, 200_000]);
  },

  "are unknown alike, whichever of token and file is wrong": async ({ at }) => {
    const paths = [
      `/content/${TOKEN}/none.txt`,
      `/content/${TOKEN}/gone.txt`,
      `/content/${TOKEN}/..%2Fphoto.jpg`,
      `/content/${TOKEN}x/photo.jpg`,
      `/content/${TOKEN.slice(1)}/photo.jpg`,
      `/content/${TOKEN}%00/photo.jpg`,
      `/content/${TOKEN}/photo.jpg%00`,
      `/content/%/photo.jpg`,
      `/content/${"x".repeat(5000)}/photo.jpg`,
    ];
    for (const path of paths) {
      const response = await at(path);
      await assertResponse("GET", path, response);
      assert.equal(response.status, 404, path);
      assert.equal(await response.text(), "not found\n");
      assert.equal(response.headers.get("content-type"), "text/plain;charset=UTF-8");
    }
  },

  "take no other method": async ({ get }) => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const response = await get("dot.png", {}, method);
      assert.equal(response.status, 405, method);
      assert.equal(response.headers.get("allow"), "GET, HEAD");
      await response.body?.cancel();
    }
  },

  "are closed when the client leaves": async ({ get, jobs }) => {
    for (let i = 0; i < 50; i++) {
      const response = await get("film.3gp");
      await response.body!.cancel();
      await get("film.3gp", {}, "HEAD");
      await (await get("film.3gp", { "if-none-match": "*" })).bytes();
      await (await get("film.3gp", { range: "bytes=0-9" })).bytes();
    }
    // The server notices a closed connection a little later.
    const path = jobs.blobs.path(createHash("sha256").update(CONTENT).digest("hex"));
    await until(() => openFiles(path), ({ length }) => length === 0);
  },
};

for (const [name, run] of Object.entries(CASES)) shared(`hosted files ${name}`, run);
