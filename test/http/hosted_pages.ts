/** Cases of hosted messages: their page, their files and the requests to the store. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { connect } from "node:net";
import type { PageFile } from "../../src/core/message/page.ts";
import * as pages from "../../src/web/mod.ts";
import { slide, type TestHosted } from "../web/hosted.ts";

const FILM = Uint8Array.from({ length: 700_000 }, (_, i) => i * 7 + (i >> 8) & 255);

export interface Fixture {
  hosted: TestHosted;
  /** A message with a film on its first slide and a contact on its second. */
  code: string;
  at(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request, reads the body, and returns the status. */
  status(path: string, init?: RequestInit): Promise<number>;
}

type Case = (fixture: Fixture) => Promise<void>;

/** Accepts a message with a film and a contact, and returns its code. */
export async function film(hosted: TestHosted, expiresAt?: number): Promise<string> {
  const card = new TextEncoder().encode("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Shop\r\nEND:VCARD\r\n");
  return await hosted.message({
    subject: "A film",
    slides: [
      slide("Look at this", await hosted.media("video", "video/mp4", FILM)),
      slide(null, await hosted.media("contact", "text/vcard", card)),
    ],
  }, expiresAt);
}

export const VIDEO = "slide1-video.mp4";
export const CONTACT = "slide2-contact.vcf";
export const HEAD = { method: "HEAD" };

export const CASES: Record<string, Case> = {
  "have a page without injected content or leaked data": async ({ at, code }) => {
    const response = await at(`/m/${code}`);
    const html = await response.text();
    assert.equal(response.status, 200);
    assert.match(html, /<h1 lang="" dir="auto">A film<\/h1>/);
    const hashOf = (tag: string) => {
      const [, source] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)!;
      return createHash("sha256").update(source!).digest("base64");
    };
    const expected: Record<string, string> = {
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; img-src 'self'; media-src 'self'; ` +
        `script-src 'sha256-${hashOf("script")}'; style-src 'sha256-${hashOf("style")}'; ` +
        `base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
      "content-language": "en",
      "content-type": "text/html; charset=utf-8",
      "vary": "Accept-Language",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), " +
        "payment=(), usb=()",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    };
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(response.headers.get(name), value, name);
    }
  },

  "name their files so that they are found with and without a slash at the end": async (
    { at, code },
  ) => {
    for (const address of [`/m/${code}`, `/m/${code}/`]) {
      const html = await (await at(address)).text();
      const [, src] = /<video[^>]* src="([^"#]+)/.exec(html)!;
      const url = new URL(src!, new URL(address, "http://host"));
      assert.equal(url.pathname, `/m/${code}/${VIDEO}`);
      const response = await at(url.pathname);
      assert.deepEqual(await response.bytes(), FILM);
    }
  },

  "are served with the headers that browsers need, under harmless types": async ({ at, code }) => {
    const video = await at(`/m/${code}/${VIDEO}`, HEAD);
    const contact = await at(`/m/${code}/${CONTACT}`, HEAD);
    for (const { status, headers } of [video, contact]) {
      assert.equal(status, 200);
      assert.equal(headers.get("accept-ranges"), "bytes");
      assert.match(headers.get("etag")!, /^"[0-9a-f]{64}"$/);
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("referrer-policy"), "no-referrer");
      assert.equal(headers.get("x-robots-tag"), "noindex");
      assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
    }
    assert.equal(video.headers.get("content-type"), "video/mp4");
    assert.equal(video.headers.get("content-length"), String(FILM.length));
    assert.match(video.headers.get("content-disposition")!, /^inline; filename="slide1-video.mp4"/);
    assert.equal(
      video.headers.get("content-security-policy"),
      "default-src 'none'; media-src 'self'",
    );
    assert.equal(contact.headers.get("content-type"), "text/vcard");
    assert.match(
      contact.headers.get("content-disposition")!,
      /^attachment; filename="slide2-contact.vcf"/,
    );
    assert.equal(
      contact.headers.get("content-security-policy"),
      "sandbox; default-src 'none'",
    );
  },

  "have each kind of file under its own type, to show or to download": async ({ hosted, at }) => {
    const kinds: [
      kind: PageFile["kind"],
      type: string,
      servedAs: string,
      disposition: "inline" | "attachment",
    ][] = [
      ["image", "image/jpeg", "image/jpeg", "inline"],
      ["image", "image/gif", "image/gif", "inline"],
      ["image", "image/svg+xml", "application/octet-stream", "attachment"],
      ["audio", "audio/mpeg", "audio/mpeg", "inline"],
      ["audio", "audio/amr", "audio/amr", "attachment"],
      ["video", "video/3gpp", "video/3gpp", "attachment"],
      ["contact", "text/vcard", "text/vcard", "attachment"],
      ["calendar", "text/calendar", "text/calendar", "attachment"],
      ["pdf", "application/pdf", "application/pdf", "attachment"],
      ["pdf", "text/html", "application/octet-stream", "attachment"],
      ["ms-excel", "application/vnd.ms-excel", "application/vnd.ms-excel", "attachment"],
      [
        "ms-excel",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "attachment",
      ],
    ];
    for (const [kind, type, servedAs, disposition] of kinds) {
      const media = await hosted.media(kind, type, new Uint8Array(10));
      const code = await hosted.message({ slides: [slide(null, media)] });
      const html = await (await at(`/m/${code}`)).text();
      const [, name] = /(?:src|href)="[\w-]+\/(slide1-[^"#]+)/.exec(html)!;
      const response = await at(`/m/${code}/${name}`);
      await response.bytes();
      assert.equal(response.headers.get("content-type"), servedAs, type);
      const header = response.headers.get("content-disposition")!;
      assert.equal(header.split(";")[0], disposition, type);
    }
  },

  "are served in ranges, as players need to seek in a film": async ({ at, code }) => {
    const cases: [range: string, from: number, to: number][] = [
      ["bytes=0-1", 0, 1],
      ["bytes=0-", 0, 699_999],
      ["bytes=300000-", 300_000, 699_999],
      ["bytes=1000-600000", 1000, 600_000],
      ["bytes=-5", 699_995, 699_999],
    ];
    for (const [range, from, to] of cases) {
      const response = await at(`/m/${code}/${VIDEO}`, { headers: { range } });
      assert.equal(response.status, 206, range);
      assert.equal(response.headers.get("content-range"), `bytes ${from}-${to}/700000`);
      assert.equal(response.headers.get("content-length"), String(to - from + 1));
      assert.deepEqual(await response.bytes(), FILM.slice(from, to + 1), range);
    }
    const beyond = await at(`/m/${code}/${VIDEO}`, { headers: { range: "bytes=700000-" } });
    assert.equal(beyond.status, 416);
    assert.equal(beyond.headers.get("content-range"), "bytes */700000");
    assert.equal((await beyond.bytes()).length, 0);
  },

  "are not sent again to clients that have them": async ({ at, status, code }) => {
    const path = `/m/${code}/${VIDEO}`;
    const etag = (await at(path, HEAD)).headers.get("etag")!;
    assert.equal(await status(path, { headers: { "if-none-match": etag } }), 304);
    assert.equal(await status(path, { headers: { "if-none-match": `"x"` } }), 200);
    const range = "bytes=0-9";
    assert.equal(await status(path, { headers: { range, "if-range": etag } }), 206);
    assert.equal(await status(path, { headers: { range, "if-range": `"x"` } }), 200);
  },

  "are cached by browsers no longer than their page exists": async ({ hosted, at }) => {
    const now = Date.now();
    hosted.time.now = now;
    for (const [left, maxAge] of [[90_500, 90], [400 * 86_400_000, 86_400]] as const) {
      const response = await at(`/m/${await film(hosted, now + left)}/${VIDEO}`, HEAD);
      assert.equal(response.headers.get("cache-control"), `private, max-age=${maxAge}`);
    }
  },

  "count each opening of their page, and when": async ({ hosted, status, code }) => {
    const first = Date.now();
    for (const at of [first, first + 5000]) {
      hosted.time.now = at;
      assert.equal(await status(`/m/${code}`), 200);
    }
    const { clicks, firstClickAt, lastClickAt } = await hosted.link(code);
    assert.deepEqual([clicks, firstClickAt, lastClickAt], [2, first, first + 5000]);
  },

  "do not count requests without a viewer": async ({ hosted, status, code }) => {
    await status(`/m/${code}`, HEAD);
    for (const name of ["sec-purpose", "purpose", "x-moz"]) {
      for (const purpose of ["prefetch", "Prefetch;prerender"]) {
        assert.equal(await status(`/m/${code}`, { headers: { [name]: purpose } }), 200);
      }
    }
    for (const file of [VIDEO, CONTACT, "none.jpg"]) {
      await status(`/m/${code}/${file}`);
      await status(`/m/${code}/${file}`, HEAD);
    }
    assert.equal((await hosted.link(code)).clicks, 0);
    await status(`/m/${code}`, { headers: { "sec-purpose": "x-unheard-of" } });
    assert.equal((await hosted.link(code)).clicks, 1);
  },

  "respond to HEAD with the headers of GET": async ({ at, code }) => {
    const own = new Set(["date", "content-length", "vary", "x-request-id"]);
    const of = ({ headers }: Response) => [...headers].filter(([name]) => !own.has(name));
    for (const path of [`/m/${code}`, `/m/${code}/${VIDEO}`, `/m/none`]) {
      const [got, head] = [await at(path), await at(path, HEAD)];
      await got.bytes();
      assert.equal(head.status, got.status);
      assert.deepEqual(of(head), of(got));
      assert.equal((await head.bytes()).length, 0);
    }
  },

  "are gone from their link's time on, files too, and not before": async ({ hosted, at }) => {
    const expiresAt = Date.now() + 10_000;
    const code = await film(hosted, expiresAt);
    for (const path of [`/m/${code}`, `/m/${code}/${VIDEO}`]) {
      hosted.time.now = expiresAt - 1;
      const before = await at(path);
      await before.bytes();
      assert.equal(before.status, 200);
      // Cached or not, the time decides.
      hosted.time.now = expiresAt;
      for (const gone of [path, `/m/${code}/none.jpg`]) {
        const after = await at(gone);
        assert.equal(after.status, 410, gone);
        assert.equal(await after.text(), pages.gone("en").html);
        assert.equal(after.headers.get("cache-control"), "no-store");
        assert.equal(after.headers.get("x-robots-tag"), "noindex");
      }
    }
    assert.equal((await hosted.link(code)).clicks, 1, "the opening before");
  },

  "are gone after their message's retention": async ({ hosted, at }) => {
    const code = await film(hosted);
    const { trackingId } = await hosted.link(code);
    await hosted.remove(trackingId);
    for (const path of [`/m/${code}`, `/m/${code}/${VIDEO}`]) {
      const gone = await at(path);
      assert.deepEqual([gone.status, await gone.text()], [410, pages.gone("en").html]);
    }
  },

  "are unknown alike, whichever of code and file is wrong": async ({ hosted, at, code }) => {
    const click = await hosted.click("https://shop.example/");
    const removed = await hosted.media("image", "image/png", new Uint8Array([1, 2, 3]));
    const broken = await hosted.message({ slides: [slide(null, removed)] });
    await Deno.remove(hosted.jobs.blobs.path(removed.renditions[0]!.blob));
    const paths = [
      `/m/${click}`,
      `/m/${click}/${VIDEO}`,
      `/m/${code.slice(1)}`,
      `/m/${code}x`,
      `/m/${code.toLowerCase()}x/${VIDEO}`,
      `/m/${code}/none.jpg`,
      `/m/${code}/slide1-video.mp4%00`,
      `/m/${code}/..%2F${VIDEO}`,
      `/m/${code}/%2e%2e%2f%2e%2e%2fetc%2fpasswd`,
      `/m/${code}/__proto__`,
      `/m/${code}/${"x".repeat(10_000)}`,
      `/m/${broken}/slide1-image.png`,
    ];
    for (const path of paths) {
      const response = await at(path);
      assert.equal(response.status, 404, path);
      assert.equal(await response.text(), pages.missing("en").html);
      assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
      assert.equal(response.headers.get("cache-control"), "no-store");
      assert.ok(response.headers.has("content-security-policy"));
    }
    assert.equal((await hosted.link(click)).clicks, 0, "not opened where it leads");
  },

  "are not looked up by an invalid code": async ({ hosted, at }) => {
    const codes = [
      "x".repeat(65),
      "x".repeat(10_000),
      "a%00b",
      "a%2Fb",
      "%2e%2e%2f",
      "a.b",
      "a%20b",
      "a%0d%0aset-cookie:x",
      "%f0%9f%8e%89",
      "%",
      "%zz",
      "'or'1",
    ];
    hosted.reads.length = 0;
    for (const code of codes) {
      for (const path of [`/m/${code}`, `/m/${code}/${VIDEO}`, `/l/${code}`]) {
        const response = await at(path);
        assert.equal(response.status, 404, path);
        assert.equal(await response.text(), pages.missing("en").html, path);
      }
    }
    assert.deepEqual(hosted.reads, []);
  },

  "are not reached by paths to other places": async ({ hosted, code }) => {
    const { hostname, port } = new URL(hosted.url);
    for (const path of [`/m/${code}/../../etc/passwd`, `/m/../m/${code}/../x`, "/m/", "/l/"]) {
      const line = await firstLine(hostname, Number(port), `GET ${path} HTTP/1.1`);
      assert.match(line, /^HTTP\/1\.1 404 /, path);
    }
  },

  "take no other method": async ({ at, code }) => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      for (const path of [`/m/${code}`, `/m/${code}/${VIDEO}`, `/l/${code}`]) {
        const response = await at(path, { method });
        assert.equal(response.status, 405, method);
        assert.equal(response.headers.get("allow"), "GET, HEAD");
        await response.body?.cancel();
      }
    }
  },

  "query the store once for all the ranges of a film": async ({ hosted, status, code }) => {
    await status(`/m/${code}`);
    assert.deepEqual(hosted.reads.splice(0), ["byCode", "byTrackingId", "open"]);
    for (let from = 0; from < 10; from++) {
      await status(`/m/${code}/${VIDEO}`, { headers: { range: `bytes=${from}-${from + 9}` } });
    }
    assert.deepEqual(hosted.reads, []);
  },

  "are read again after a minute, and each time the page is opened": async (
    { hosted, status, code },
  ) => {
    const now = Date.now();
    hosted.time.now = now;
    await status(`/m/${code}/${VIDEO}`);
    hosted.reads.length = 0;
    hosted.time.now = now + 59_999;
    await status(`/m/${code}/${VIDEO}`);
    assert.deepEqual(hosted.reads.splice(0), []);
    hosted.time.now = now + 60_000;
    await status(`/m/${code}/${VIDEO}`);
    assert.deepEqual(hosted.reads.splice(0), ["byCode", "byTrackingId"]);
    await status(`/m/${code}`);
    assert.deepEqual(hosted.reads, ["byCode", "byTrackingId", "open"]);
  },

  "include files that were created after the last read": async ({ hosted, at, code }) => {
    const before = await at(`/m/${code}/slide2-image.png`);
    assert.deepEqual([before.status, await before.text()], [404, pages.missing("en").html]);
    const picture = await hosted.media("image", "image/png", new Uint8Array([1, 2, 3]));
    const { trackingId } = await hosted.link(code);
    const message = (await hosted.jobs.store.messages.byTrackingId(trackingId))!;
    assert.ok(message.content.kind === "MMS");
    const slides = [message.content.slides[0]!, slide(null, picture)];
    await hosted.jobs.store.messages.transition({
      trackingId,
      from: "accepted",
      to: "sent",
      at: Date.now(),
      change: { content: { ...message.content, slides } },
      next: null,
      events: [],
    });
    const after = await at(`/m/${code}/slide2-image.png`);
    assert.deepEqual([after.status, await after.bytes()], [200, new Uint8Array([1, 2, 3])]);
  },
};

/**
 * Sends a request that no client would send as written, and returns the status line of the
 * response.
 */
function firstLine(hostname: string, port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname, () => {
      socket.write(`${request}\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`);
    });
    let response = "";
    socket.on("data", (chunk) => response += chunk);
    socket.on("close", () => resolve(response.split("\r\n")[0]!));
    socket.on("error", reject);
  });
}
