/** Films look right: HDR becomes BT.709, and interlaced frames lose their combs. */
import assert from "node:assert/strict";
import { colourAt, combs } from "../../support/frames.ts";
import * as media from "../../support/media.ts";
import * as odd from "../../support/odd_media.ts";
import { outcomeOf } from "../../support/transcoding.ts";

/**
 * Largest difference of a colour, of 255. White loses ten to brighter lights; zimg applies the gamma
 * of an HLG display to each of red, green and blue.
 */
const TOLERANCES = { "smpte2084": 24, "arib-std-b67": 32 };

for (const transfer of ["smpte2084", "arib-std-b67"] as const) {
  Deno.test(`HDR becomes BT.709, with white as white: ${transfer}`, async () => {
    const { reason } = await outcomeOf(await odd.hdrPatches(transfer), "video", async (file) => {
      const { streams: [picture] } = await media.ffprobe(file.path);
      const { pix_fmt, color_space, color_transfer, color_primaries } =
        picture as unknown as Record<
          string,
          string
        >;
      assert.equal(pix_fmt, "yuv420p");
      assert.deepEqual([color_space, color_transfer, color_primaries], Array(3).fill("bt709"));
      for (const [i, patch] of odd.PATCHES.entries()) {
        const colour = await colourAt(file.path, odd.middleOf(i));
        const differences = colour.map((value, j) => Math.abs(value - patch[j]!));
        assert.ok(Math.max(...differences) <= TOLERANCES[transfer], `${patch} became ${colour}`);
      }
    });
    assert.equal(reason, undefined);
  });
}

const INTERLACED: [string, string, string][] = [
  ["MPEG-2", "mpg", "-c:v mpeg2video -flags +ilme+ildct -b:v 8M -f mpeg"],
  ["DV", "avi", "-c:v dvvideo -pix_fmt yuv420p"],
  ["H.264", "mp4", "-c:v libx264 -preset ultrafast -flags +ilme+ildct -x264opts tff=1"],
];

for (const [name, extension, codecs] of INTERLACED) {
  Deno.test(`interlaced frames lose their combs: ${name}`, async () => {
    const source = await odd.interlacedFilm(extension, codecs);
    assert.ok(await combs(source, 720, 576) > 1, "the source has combs");
    const { reason } = await outcomeOf(source, "video", async ({ path, width, height }) => {
      const measured = await combs(path, width!, height!);
      assert.ok(measured < 0.9, `${measured}`);
    });
    assert.equal(reason, undefined);
  });
}
