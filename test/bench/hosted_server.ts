/**
 * Files of a hosted message, in a process of its own for the benchmark: `page` through the app, with
 * the real store on DATABASE_URL; `memory` and `file` bare, from memory and from an open file.
 */
import { createBlobs } from "../../src/adapters/blobs/files/mod.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { uuidIds } from "../../src/adapters/system/ids.ts";
import { createStore } from "../../src/adapters/store/mod.ts";
import { openDatabase } from "../../src/adapters/store/open.ts";
import { readConfig } from "../../src/config/mod.ts";
import type { MmsContent } from "../../src/core/composition/content.ts";
import type { Blobs } from "../../src/ports/mod.ts";
import { createApp } from "../../src/http/app.ts";
import { createHosted } from "../../src/http/hosted/pages.ts";
import { silentLog } from "../../src/log/mod.ts";
import * as pages from "../../src/web/mod.ts";
import { newMessage } from "../support/store.ts";

const [mode, size] = Deno.args;
const config = readConfig(Deno.env.toObject());
const blobs = createBlobs(`${config.DATA_DIR}/blobs`);
const content = new Uint8Array(Number(size));
for (let at = 0; at < content.length; at += 60_000) {
  crypto.getRandomValues(content.subarray(at, at + 60_000));
}
const { hash, bytes } = await blobs.put(content);
const { path, handle } = mode === "page" ? await hosted(blobs, hash) : { path: "/", handle: bare };
Deno.serve({
  port: 0,
  hostname: "127.0.0.1",
  onListen: ({ port }) => console.log(JSON.stringify({ port, path })),
}, handle);

async function bare(): Promise<Response> {
  const headers = { "content-type": "video/mp4", "content-length": String(bytes) };
  const body = mode === "memory" ? content : (await Deno.open(blobs.path(hash))).readable;
  return new Response(body, { headers });
}

async function hosted(blobs: Blobs, blob: string) {
  const store = createStore(await openDatabase(config, config.DATA_DIR, silentLog()), {
    batcher: { batchMax: config.ACCEPT_BATCH_MAX, concurrency: config.ACCEPT_CONCURRENCY },
    onPostbacks: () => {},
  });
  const film = { name: "rich" as const, blob, type: "video/mp4", bytes };
  const rendition = { ...film, width: 640, height: 360, durationMs: 5000 };
  const message: MmsContent = {
    kind: "MMS",
    subject: null,
    slides: [{
      text: null,
      media: [{ kind: "video", url: "https://cdn.example.com/film", renditions: [rendition] }],
    }],
    fallback: { text: null, disabled: false, linkDisabled: false, linkExpiresAt: 0 },
    forceSms: false,
    displayOnly: [],
  };
  const code = uuidIds.page();
  const trackingId = uuidIds.tracking();
  const at = systemClock.now();
  await store.messages.accept(newMessage({ trackingId, kind: "MMS_MT", content: message }), null, {
    links: [{
      code,
      kind: "page",
      account: "acme",
      trackingId,
      target: null,
      createdAt: at,
      expiresAt: at + 86_400_000,
    }],
  });
  const notHere = () => Promise.resolve(new Response(null, { status: 404 }));
  const log = silentLog();
  const app = createApp({
    log,
    jsonDoor: notHere,
    xmlDoor: notHere,
    mm7Door: notHere,
    mm7Relay: notHere,
    content: notHere,
    click: notHere,
    page: createHosted({
      ...{ store, blobs, clock: systemClock, log, pages },
      accounts: { byId: () => Promise.resolve(null) },
      baseUrl: () => "http://127.0.0.1",
    }),
    health: () =>
      Promise.resolve({
        status: "ok",
        checks: { store: "", writes: "", queue: "", files: "", ffmpeg: "", clock: "" },
      }),
    admin: null,
  });
  return {
    path: `/m/${code}/slide1-video.mp4`,
    handle: (request: Request) => app.fetch(request),
  };
}
