/** Damage that shows in the structure of real files, beside what the transcoder says of them. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { damageOf } from "../../../src/actions/submit/damage.ts";
import { mediaTypeOf } from "../../../src/core/media/media_types.ts";
import { image, second } from "../../support/media.ts";

const damage = (type: string, file: Uint8Array) => damageOf(mediaTypeOf(type)!, file);

/** Pictures of each format: noise, which no format makes small, and files of other programs. */
async function pictures(type: string): Promise<Uint8Array[]> {
  const format = type.split("/")[1] as "jpeg";
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const drawn = sharp({
    create: { width: 40, height: 30, channels: 3, background: "white", noise },
  });
  const own: Record<string, Parameters<typeof image>[0][]> = {
    "image/jpeg": ["gps.jpg", "photo.jpg"],
    "image/png": ["alpha.png"],
    "image/gif": ["dot.gif"],
    "image/webp": ["photo.webp"],
  };
  const files = own[type]!.map(async (name) => await Deno.readFile(await image(name)));
  return [await drawn.toFormat(format).toBuffer(), ...await Promise.all(files)];
}

const isDecoded = async (file: Uint8Array) => {
  try {
    await sharp(file, { failOn: "error" }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
};

for (const type of ["image/jpeg", "image/png", "image/gif", "image/webp"]) {
  Deno.test(`a cut ${type} is damaged wherever it is cut, a whole one is not`, async () => {
    for (const file of await pictures(type)) {
      assert.equal(damage(type, file), null);
      for (const part of [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
        // The last bytes are no picture: decoders do without them.
        const cut = file.subarray(0, Math.min(Math.floor(file.length * part), file.length - 13));
        assert.match(damage(type, cut)!, /^the content is not an? .+, or is damaged$/);
        assert.equal(await isDecoded(cut), false, `${type} ${part}`);
      }
      assert.equal(damage(type, Uint8Array.from([...file, 0, 0, 0])), null, "padding is harmless");
    }
  });
}

Deno.test("a changed byte within a PNG's picture is damage", async () => {
  const file = await Deno.readFile(await image("alpha.png"));
  file[file.length - 20]! ^= 0x55;
  assert.match(damage("image/png", file)!, /damaged/);
  assert.equal(await isDecoded(file), false);
});

for (
  const [type, extension] of [["video/mp4", "mp4"], ["video/quicktime", "mov"], [
    "video/3gpp",
    "3gp",
  ]] as const
) {
  Deno.test(`a ${extension} without its index is damaged`, async () => {
    const file = await Deno.readFile(await second(extension));
    assert.equal(damage(type, file), null);
    assert.match(damage(type, file.subarray(0, 40))!, /or is damaged$/);
  });
}

Deno.test("bytes of no format are damage where a format has a beginning of its own", () => {
  const noise = new TextEncoder().encode("nothing of the kind, and long enough for a header");
  const verdicts = [
    "image/jpeg",
    "image/png",
    "image/gif",
    "image/webp",
    "audio/amr",
    "audio/wav",
    "video/mp4",
    "video/3gpp",
    "video/x-msvideo",
    "video/x-ms-wmv",
    "audio/mpeg",
    "video/mpeg",
  ].map((type) => damage(type, noise) !== null);
  assert.deepEqual(verdicts, [...Array(10).fill(true), false, false]);
  assert.ok(damage("image/png", new Uint8Array()));
  assert.ok(damage("video/mp4", new Uint8Array()));
});
