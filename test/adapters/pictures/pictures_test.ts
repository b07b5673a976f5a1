/** Pictures drawn in Workers: a failure costs one picture, and never the process. */
import assert from "node:assert/strict";
import { fileURLToPath, pathToFileURL } from "node:url";
import sharp from "sharp";
import { createPictures, type PicturesOptions } from "../../../src/adapters/pictures/mod.ts";
import { Refusal } from "../../../src/core/errors.ts";
import { type Picture, readPicture } from "../../../src/core/template/picture.ts";
import type { Background, Pictures } from "../../../src/ports/mod.ts";
import { createPainter, loadFonts } from "../../../src/image/mod.ts";
import { photo } from "../../../tools/gallery.ts";
import { zbar } from "../../support/barcode_readers.ts";
import { bytesOf } from "../../support/jpegs.ts";
import { TURN } from "../../support/turn.ts";

async function withPictures(
  options: PicturesOptions,
  use: (pictures: Pictures) => Promise<void>,
): Promise<void> {
  const pictures = createPictures(options);
  try {
    await use(pictures);
  } finally {
    await pictures.close();
  }
}

const barcode = (id: string): Picture => readPicture({ barcode: { id } });
const ground: Picture = readPicture({ "background-image-url": "http://example.com/a.jpg" });

const isRefusal = (fault: string, info?: string) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(error.fault, fault);
  if (info !== undefined) assert.equal(error.info, info);
  return true;
};

/** Builds a picture that takes most of a second at least, in native code and ours. */
async function slowPicture(): Promise<[Picture, Background]> {
  const large = sharp({ create: { width: 5000, height: 5000, channels: 3, background: "red" } });
  const area = { "text": "█".repeat(40), "font-size": "1000", "width": "4096", "position-y": "0" };
  const areas = Array.from({ length: 8 }, (_, n) => [`text-area-${n + 1}`, area]);
  const picture = readPicture({
    "barcode": { id: "0123456789".repeat(380), type: "Aztec Code" },
    "text-area": Object.fromEntries(areas),
  });
  return [picture, { hash: "large", jpeg: await bytesOf(large.jpeg()) }];
}

Deno.test("a Worker draws what the painter draws", async () => {
  const picture = readPicture({
    barcode: { id: "https://example.com/" },
    "text-area": { "text-area-1": { text: "Hello 😀 世界" } },
  });
  const background = await photo({ width: 400, height: 600 });
  loadFonts();
  const expected = await createPainter().draw(picture, background);
  await withPictures({ workers: 1 }, async (pictures) => {
    assert.deepEqual(await pictures.draw(picture, background, TURN), expected);
    assert.deepEqual(await pictures.draw(picture, background, TURN), expected);
    assert.equal(background.jpeg.length > 0, true, "the background is still the caller's");
  });
});

Deno.test("each of many gets its own picture", async () => {
  await withPictures({ workers: 2 }, async (pictures) => {
    const ids = Array.from({ length: 40 }, (_, n) => `number ${n}`);
    const drawings = await Promise.all(ids.map((id) => pictures.draw(barcode(id), null, TURN)));
    const jpegs = drawings.map(({ jpeg }) => jpeg);
    assert.deepEqual(await zbar(jpegs.slice(-5)), ids.slice(-5));
    assert.equal(new Set(jpegs.map(String)).size, 40);
  });
});

Deno.test("refusals keep their fault and their text", async () => {
  await withPictures({ workers: 1 }, async (pictures) => {
    const ean = readPicture({ barcode: { id: "12", type: "EAN" } });
    await assert.rejects(
      pictures.draw(ean, null, TURN),
      isRefusal("barcodeInvalid", "barcode id: EAN takes 7, 8, 12 or 13 digits"),
    );
    const small = readPicture({ barcode: { id: "12", width: "10" } });
    await assert.rejects(pictures.draw(small, null, TURN), isRefusal("drawingInvalid"));
    const html = { hash: "html", jpeg: new TextEncoder().encode("<html>") };
    await assert.rejects(pictures.draw(ground, html, TURN), isRefusal("backgroundInvalid"));
    assert.ok((await pictures.draw(barcode("and on it goes"), null, TURN)).jpeg.length > 0);
  });
});

Deno.test("an unexpected failure is an error, not a refusal; the Worker goes on", async () => {
  await withPictures({ workers: 1 }, async (pictures) => {
    const impossible = { ...barcode("1"), texts: null } as unknown as Picture;
    await assert.rejects(
      pictures.draw(impossible, null, TURN),
      (error) => error instanceof Error && !(error instanceof Refusal),
    );
    assert.ok((await pictures.draw(barcode("2"), null, TURN)).jpeg.length > 0);
  });
});

Deno.test("a transferred background is an error, and nothing else is lost", async () => {
  await withPictures({ workers: 1 }, async (pictures) => {
    const { hash, jpeg } = await photo({ width: 50, height: 50 });
    jpeg.buffer.transfer();
    const lost = assert.rejects(pictures.draw(ground, { hash, jpeg }, TURN), {
      name: "DataCloneError",
    });
    const next = pictures.draw(barcode("next"), null, TURN);
    await lost;
    assert.ok((await next).jpeg.length > 0);
  });
});

Deno.test("an account has half of the queue; more are refused, and those before are drawn", async () => {
  await withPictures({ workers: 1, queueMax: 8 }, async (pictures) => {
    const drawn = Array.from({ length: 4 }, (_, n) => pictures.draw(barcode(`${n}`), null, TURN));
    await assert.rejects(pictures.draw(barcode("one too many"), null, TURN), (error) => {
      assert.ok(isRefusal("unavailable")(error));
      assert.equal((error as Refusal).retryAfter, 1);
      return true;
    });
    drawn.push(pictures.draw(barcode("another's"), null, { account: "other" }));
    assert.equal((await Promise.all(drawn)).length, 5);
    assert.ok((await pictures.draw(barcode("room again"), null, TURN)).jpeg.length > 0);
  });
});

Deno.test("a picture is not drawn once its client is gone, or after its wait timeout", async () => {
  const slow = await slowPicture();
  await withPictures({ workers: 1, timeLimitMs: 2000, waitLimitMs: 500 }, async (pictures) => {
    const first = pictures.draw(...slow, TURN).catch(() => {});
    const gone = new AbortController();
    const left = pictures.draw(barcode("left"), null, { ...TURN, signal: gone.signal });
    const late = pictures.draw(barcode("late"), null, TURN);
    gone.abort(new Error("the client is gone"));
    await assert.rejects(left, /the client is gone/);
    await assert.rejects(late, isRefusal("unavailable", "too many pictures wait to be drawn"));
    // Another account has a Worker of its own meanwhile.
    assert.ok((await pictures.draw(barcode("other"), null, { account: "other" })).jpeg.length > 0);
    await first;
  });
});

Deno.test("a picture that takes too long is refused; its Worker is replaced", async () => {
  const slow = await slowPicture();
  await withPictures({ workers: 1, timeLimitMs: 500 }, async (pictures) => {
    const refused = assert.rejects(
      pictures.draw(...slow, TURN),
      isRefusal("drawingInvalid", "the image takes too long to draw"),
    );
    const others = [1, 2, 3].map((n) => pictures.draw(barcode(`behind it: ${n}`), null, TURN));
    await refused;
    const jpegs = (await Promise.all(others)).map(({ jpeg }) => jpeg);
    assert.deepEqual(await zbar(jpegs), [1, 2, 3].map((n) => `behind it: ${n}`));
  });
});

Deno.test("a Worker that does not start in time is an error", async () => {
  await withPictures({ workers: 1, startLimitMs: 0 }, async (pictures) => {
    await assert.rejects(pictures.draw(barcode("1"), null, TURN), /the Worker does not start/);
  });
});

Deno.test("close resolves once running and waiting work is done; then nothing is accepted", async () => {
  const pictures = createPictures({ workers: 1 });
  const drawn = Array.from({ length: 5 }, (_, n) => pictures.draw(barcode(`${n}`), null, TURN));
  let done = 0;
  for (const drawing of drawn) void drawing.then(() => done++);
  const closed = Promise.all([pictures.close(), pictures.close()]);
  await assert.rejects(pictures.draw(barcode("too late"), null, TURN), isRefusal("unavailable"));
  await closed;
  assert.equal(done, 5);
  await pictures.close();
});

Deno.test("closing unused Workers does nothing", async () => {
  await createPictures().close();
});

/** Modules by their URL, as `deno info --json` lists them. */
interface ModuleGraph {
  modules: { specifier: string; dependencies?: { code?: { specifier: string } }[] }[];
}

/** Finds all modules that a file loads; those that it needs only for types are not loaded. */
function loadedBy(path: string, { modules }: ModuleGraph): Set<string> {
  const byName = new Map(modules.map((module) => [module.specifier, module]));
  const loaded = new Set([pathToFileURL(path).href]);
  for (const name of loaded) {
    for (const { code } of byName.get(name)?.dependencies ?? []) {
      if (code !== undefined) loaded.add(code.specifier);
    }
  }
  return loaded;
}

Deno.test("no image code is loaded outside of Workers", async () => {
  const module = fileURLToPath(new URL("../../../src/adapters/pictures/mod.ts", import.meta.url));
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", module] })
    .output();
  const names = [...loadedBy(module, JSON.parse(new TextDecoder().decode(stdout)))];
  assert.ok(names.some((name) => name.endsWith("/core/errors.ts")));
  assert.deepEqual(names.filter((name) => /^npm:|\/src\/image\//.test(name)), []);
});

/** Draws a barcode in a process of its own, and returns its output. */
async function drawElsewhere(...options: string[]): Promise<string> {
  const pictures = new URL("../../../src/adapters/pictures/mod.ts", import.meta.url);
  const core = new URL("../../../src/core/template/picture.ts", import.meta.url);
  const script = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(
    script,
    `import { createPictures } from "${pictures}";
     import { readPicture } from "${core}";
     const pictures = createPictures({ workers: 1 });
     const draw = () => pictures.draw(readPicture({ barcode: { id: "1" } }), null, { account: "acme" });
     for (let n = 0; n < 2; n++) {
       await draw().then(() => console.log("drawn"), (error) => console.log(error.message.split("\\n")[0]));
     }
     await pictures.close();
     console.log("closed");`,
  );
  try {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--no-prompt", ...options, script],
    }).output();
    return new TextDecoder().decode(stdout);
  } finally {
    await Deno.remove(script);
  }
}

const config = `--config=${fileURLToPath(new URL("../../../deno.json", import.meta.url))}`;
const ENOUGH = ["--allow-read", "--allow-env", "--allow-sys", "--allow-ffi"];

Deno.test("Workers need to read, and native code; no net, no files to write, no programs", async () => {
  assert.equal(await drawElsewhere(config, ...ENOUGH), "drawn\ndrawn\nclosed\n");
});

Deno.test("without the permission for native code every picture is an error, and the process stays up", async () => {
  const output = await drawElsewhere(config, ...ENOUGH.filter((flag) => flag !== "--allow-ffi"));
  const [first, second, last] = output.trimEnd().split("\n");
  assert.match(first!, /native binding/);
  assert.equal(second, first);
  assert.equal(last, "closed");
});

Deno.test("a Worker that cannot load is an error each time, and the process stays up", async () => {
  const packages = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(packages, `{ "unstable": ["worker-options"], "imports": {} }`);
    const output = await drawElsewhere(`--config=${packages}`, ...ENOUGH);
    const [first, second, last] = output.trimEnd().split("\n");
    assert.match(first!, /^the Worker ended: /);
    assert.match(second!, /^the Worker ended: /);
    assert.equal(last, "closed");
  } finally {
    await Deno.remove(packages);
  }
});
