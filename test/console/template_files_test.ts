/** Sentences about a template's files: warnings, and the reasons of failures; where they stand. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { settledTemplate } from "../http/door.ts";
import { animatedPng } from "../support/apng.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { recordedLog } from "../support/log_lines.ts";
import { bytes, image } from "../support/media.ts";
import { adminBody, type TestService } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { startConsole } from "./console.ts";

const NARROW =
  "the image of 1080×20000 pixels is shown at 61×1138 (rich, standard) and 26×480 (basic)";
const STILL =
  "the image is an animated PNG, of which one picture is sent; GIF and WebP stay animated";

/** Shares a console whose log is recorded. */
const check = sharing(async () => {
  await using parts = new AsyncDisposableStack();
  const files = parts.use(startFiles());
  const { log, lines } = recordedLog();
  const console = parts.use(await startConsole({}, log));
  const running = parts.move();
  return { ...console, files, lines, [Symbol.asyncDispose]: () => running.disposeAsync() };
});

/** Serves a picture of one colour. */
async function picture(files: FileServer, name: string, width: number, height: number) {
  const grey = { create: { width, height, channels: 3, background: "#808080" } } as const;
  return await files.add(name, "image/png", await bytes(name, await sharp(grey).png().toBuffer()));
}

async function save(test: TestService, slide: object[]): Promise<string> {
  return await settledTemplate(test, { "fallback-sms-text": "See it", slide });
}

const read = (test: TestService, id: string) => adminBody(test, 200, "GET", `/templates/${id}`);

check(
  "warnings of a template are in template read, on its page and on the log, at each save of its files",
  async ({ files, html, lines, test }) => {
    const tall = await picture(files, "screenshot.png", 1080, 20_000);
    const still = await files.add("apng.png", "image/png", await bytes("a.png", animatedPng()));
    const photo = await files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
    const slide = [tall, photo, still, tall].map((url) => ({ image: { url } }));
    const warnings = [`slide 1: ${NARROW}`, `slide 3: ${STILL}`, `slide 4: ${NARROW}`];
    for (const _ of ["transcoded", "found again"]) {
      lines.length = 0;
      const id = await save(test, slide);
      const template = await read(test, id);
      assert.equal(template.state, "ready");
      assert.deepEqual(template.warnings, warnings);
      assert.deepEqual(Object.keys(template.postbacks[0].body), [
        "origin",
        "code",
        "mms-id",
        "tracking-id",
        "client-reference",
        "timestamp",
      ]);
      const page = await html(`/templates/${id}`);
      for (const warning of warnings) assert.ok(page.includes(warning), page);
      const line = lines.find(({ message }) => message === "template processed")!;
      assert.deepEqual([line.level, line.facts], ["info", {
        "mms-id": id,
        "state": "ready",
        "files": 4,
        "warnings": warnings.join("; "),
      }]);
      assert.doesNotMatch(JSON.stringify(lines), /screenshot|apng\.png/);
    }
  },
);

check(
  "warnings of a template are none for files that are as expected",
  async ({ files, html, test }) => {
    const urls = [
      await picture(files, "icon.png", 100, 100), // small before, too
      await picture(files, "phone.png", 1080, 2340),
      await picture(files, "just.png", 480, 1920), // 120 pixels wide in basic
      await files.add("dot.gif", "image/gif", await image("dot.gif")),
    ];
    const id = await save(test, urls.map((url) => ({ image: { url } })));
    assert.deepEqual((await read(test, id)).warnings, []);
    assert.doesNotMatch(await html(`/templates/${id}`), /Warnings/);
  },
);

check(
  "warnings of a template stand beside the faults of its other files",
  async ({ files, html, lines, test }) => {
    lines.length = 0;
    const tall = await picture(files, "tall.png", 1080, 20_000);
    const gone = files.respond("gone.mp3", () => new Response(null, { status: 404 }));
    const id = await save(test, [{ image: { url: tall } }, { audio: { url: gone } }]);
    const { media, state, warnings } = await read(test, id);
    assert.deepEqual([state, warnings], ["failed", [`slide 1: ${NARROW}`]]);
    const reason = "the server responded with status 404";
    assert.deepEqual(media.map(({ error }: { error: string | null }) => error), [null, reason]);
    const page = await html(`/templates/${id}`);
    assert.ok(page.includes(NARROW) && page.includes(reason), page);
    const { facts } = lines.find(({ message }) => message === "template processed")!;
    assert.deepEqual([facts.faults, facts.warnings], [`slide 2: ${reason}`, `slide 1: ${NARROW}`]);
  },
);

for (
  const [kind, name, type] of [
    ["audio", "noise.mp3", "audio/mpeg"],
    ["video", "noise.mp4", "video/mp4"],
    ["image", "noise.jpg", "image/jpeg"],
  ] as const
) {
  check(
    `the reason of a broken ${kind} is in template read, on its page and on the log`,
    async ({ files, html, lines, test }) => {
      lines.length = 0;
      const noise = await bytes(name, crypto.getRandomValues(new Uint8Array(5000)));
      const url = await files.add(name, type, noise);
      const id = await save(test, [{ [kind]: { url } }]);
      const { history, media: [{ error }], postbacks } = await read(test, id);
      assert.match(error, /\w/);
      assert.equal(history.at(-1).details, `slide 1: ${error}`);
      assert.ok(!JSON.stringify(postbacks[0].body).includes(error), "the spec has no field for it");
      assert.ok((await html(`/templates/${id}`)).includes(`Slide 1, ${kind}: <bdi>${error}</bdi>`));
      const { facts, level } = lines.find(({ message }) => message === "template processed")!;
      assert.deepEqual([level, facts["mms-id"], facts.faults], ["info", id, `slide 1: ${error}`]);
      assert.doesNotMatch(JSON.stringify(lines), new RegExp(name));
    },
  );
}
