import assert from "node:assert/strict";
import {
  type BudgetPart,
  hasWebPicture,
  profilesWithin,
  rawBudget,
  RENDITION_PROFILES,
  type RenditionName,
  RENDITIONS_BEST_FIRST,
  splitBudget,
  wireBytes,
} from "../../../src/core/media/renditions.ts";

const { rich, standard, basic } = RENDITION_PROFILES;
const image: BudgetPart = { kind: "image", bytes: 4_000_000 };
const video = (seconds: number): BudgetPart => ({
  kind: "video",
  bytes: 9_000_000,
  durationMs: seconds * 1000,
});
const audio = (seconds: number): BudgetPart => ({ ...video(seconds), kind: "audio" });
const pdf = (bytes: number): BudgetPart => ({ kind: "pdf", bytes });

Deno.test("renditions are named by themselves and ordered from best to least", () => {
  for (const name of Object.keys(RENDITION_PROFILES)) {
    assert.equal(RENDITION_PROFILES[name as RenditionName].name, name);
  }
  const sizes = RENDITIONS_BEST_FIRST.map((name) => RENDITION_PROFILES[name].wireBytes);
  assert.deepEqual(sizes, [1_000_000, 600_000, 300_000]);
});

Deno.test("rawBudget is the exact inverse of wireBytes", () => {
  for (let wire = 0; wire < 3_000_000; wire += 617) {
    const raw = rawBudget(wire);
    assert.ok(raw >= 0);
    if (raw > 0) assert.ok(wireBytes(raw) <= wire, `${wire}`);
    if (wire > 900) assert.ok(wireBytes(raw + 1) > wire, `${wire}`);
  }
});

Deno.test("the renditions for an operator are those within its limit", () => {
  const cases: [limit: number, names: RenditionName[]][] = [
    [1_500_000, ["rich", "standard", "basic"]],
    [1_000_000, ["rich", "standard", "basic"]],
    [999_999, ["standard", "basic"]],
    [600_000, ["standard", "basic"]],
    [599_999, ["basic"]],
    [300_000, ["basic"]],
    [100_000, ["basic"]],
  ];
  for (const [limit, names] of cases) {
    const expected = names.map((name) => ({ ...RENDITION_PROFILES[name], wireBytes: limit }));
    assert.deepEqual(profilesWithin(limit), expected);
  }
});

Deno.test("an image gets at most its cap, a video all the bytes", () => {
  assert.deepEqual(splitBudget(standard, [image]), { ok: true, maxBytes: [300_000] });
  assert.deepEqual(splitBudget(standard, [video(20)]), {
    ok: true,
    maxBytes: [rawBudget(600_000)],
  });
});

Deno.test("unconverted files take their real size; the rest is shared", () => {
  const split = splitBudget(standard, [pdf(200_000), image, { kind: "text", bytes: 500 }, image]);
  const each = Math.floor((rawBudget(600_000) - 200_500) / 2);
  assert.deepEqual(split, { ok: true, maxBytes: [200_000, each, 500, each] });
});

Deno.test("images leave two thirds to audio and video, which share by duration", () => {
  const split = splitBudget(standard, [image, video(30), video(10), image]);
  assert.ok(split.ok);
  const [first, long, short, second] = split.maxBytes as [number, number, number, number];
  assert.equal(first, second);
  assert.ok(Math.abs(first + second - rawBudget(600_000) / 3) < 3);
  assert.ok(Math.abs(long / short - 3) < 0.001);
});

Deno.test("a short sound beside a long film gets its best quality, a long one a third of the bytes", () => {
  for (const [rendition, best] of [[standard, 96_000], [basic, 12_800]] as const) {
    const split = splitBudget(rendition, [video(20), audio(3)]);
    assert.ok(split.ok);
    const [film, sound] = split.maxBytes as [number, number];
    assert.ok(sound * 0.97 - 500 >= best * 3 / 8, `${rendition.name}: ${sound}`);
    assert.ok(film > 3 * sound);
    assert.ok(film + sound > rawBudget(rendition.wireBytes) - 3);
  }
  const split = splitBudget(standard, [video(5), audio(60)]);
  assert.ok(split.ok);
  assert.equal(split.maxBytes[1], Math.floor(rawBudget(600_000) / 3));
});

Deno.test("a message of any mix fits by construction, or the part that does not fit is named", () => {
  const kinds = [image, video(3), video(40), audio(30), audio(200), pdf(1_000), pdf(150_000)];
  let fitting = 0;
  for (let seed = 1; seed < 4_000; seed++) {
    const parts = Array.from(
      { length: 1 + seed % 9 },
      (_, i) => kinds[(seed * (i + 3) * 7919 >> 3) % kinds.length]!,
    );
    for (const rendition of [rich, standard, basic]) {
      const split = splitBudget(rendition, parts);
      if (!split.ok) {
        assert.ok(parts[split.part]);
        assert.match(split.reason, / does not fit \d+ KB/);
        continue;
      }
      fitting++;
      const total = split.maxBytes.reduce((sum, n) => sum + n, 0);
      assert.ok(wireBytes(total) <= rendition.wireBytes);
      assert.ok(split.maxBytes.every((n) => Number.isInteger(n) && n > 0));
    }
  }
  assert.ok(fitting > 1_000);
});

Deno.test("a file that does not fit is named with its size", () => {
  const cases: [BudgetPart[], number, string][] = [
    [[pdf(500_000)], 0, "pdf of 500 KB does not fit 600 KB"],
    [
      [image, pdf(300_000), pdf(400_000)],
      2,
      "pdf of 400 KB does not fit 600 KB beside the rest of the message",
    ],
    [[video(600)], 0, "video of 600 s does not fit 600 KB"],
    [
      [pdf(430_000), image],
      1,
      "image does not fit 600 KB beside the rest of the message",
    ],
    [[audio(3_600)], 0, "audio of 3600 s does not fit 600 KB"],
  ];
  for (const [parts, part, reason] of cases) {
    assert.deepEqual(splitBudget(standard, parts), { ok: false, part, reason });
  }
});

Deno.test("a picture for pages is made where it shows more than rich does", () => {
  const cases: [width: number, height: number, frames: number, has: boolean][] = [
    [4032, 3024, 1, true],
    [3024, 4032, 1, true],
    [705, 600, 1, true],
    [703, 600, 1, false],
    [640, 480, 1, false],
    [1, 1, 1, false],
    [1170, 2532, 1, true], // rich is less tall
    [600, 1200, 1, false],
    [20_000, 10, 1, true],
    [32, 32, 2, true],
  ];
  for (const [width, height, frames, has] of cases) {
    assert.equal(hasWebPicture({ width, height, frames }), has, `${width}×${height}`);
  }
});
