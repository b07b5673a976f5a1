/** Tracks and headers that a result does not need decide nothing; what is left out is reported. */
import assert from "node:assert/strict";
import { readDump } from "../../../src/adapters/transcoder/dump.ts";
import { measure } from "../../../src/adapters/transcoder/packets.ts";
import * as media from "../../support/media.ts";
import * as odd from "../../support/odd_media.ts";
import { outcomeOf } from "../../support/transcoding.ts";

const PLAYS: [string, () => Promise<string>, readonly string[]][] = [
  ["subtitles", () => odd.subtitledFilm(), ["the subtitle track (tx3g) is left out"]],
  ["chapters longer than the film", () => odd.filmOfLongChapters(), []],
  [
    "an AVI whose sound has no samples",
    () => odd.filmOfEmptySound("avi"),
    ["the sound track (PCM) is left out: it is empty"],
  ],
  [
    "an MP4 whose sound has no samples",
    () => odd.filmOfEmptySound("mp4"),
    ["the sound track (AAC) is left out: it is empty"],
  ],
  [
    "sound of a codec that is not decoded",
    () => media.encoded("g726.avi", `${odd.FILM} ${odd.X264} -c:a g726 -ar 8000 -ac 1`),
    ["the sound track (G.726) is left out: its codec is not supported"],
  ],
  [
    "sound that cannot even be copied",
    () =>
      media.encoded("dvd.mpg", `${odd.FILM} -c:v mpeg1video -c:a pcm_dvd -ar 48000 -ac 2 -f mpeg`),
    ["the sound track (PCM of the form dvd) is left out: its codec is not supported"],
  ],
  ["an AVI from a pipe", () => odd.pipedFilm("avi", "-c:v mpeg4 -c:a libmp3lame -f avi"), []],
  [
    "a transport stream",
    () => media.encoded("stream.mpg", `${odd.FILM} -c:v mpeg2video -c:a mp2 -f mpegts`),
    [],
  ],
];

for (const [name, path, warnings] of PLAYS) {
  Deno.test(`a film plays with its whole length: ${name}`, async () => {
    const outcome = await outcomeOf(await path(), "video");
    assert.equal(outcome.reason, undefined);
    assert.ok(Math.abs(outcome.seconds! - 3) < 0.2, `${outcome.seconds}`);
    assert.deepEqual(outcome.warnings, warnings);
  });
}

for (const codec of ["pcm_s16le", "pcm_s24le", "pcm_alaw", "pcm_mulaw", "adpcm_ima_wav"]) {
  Deno.test(`a sound written to a pipe lasts as long as its samples: ${codec}`, async () => {
    for (const placeholder of [0x7fff_f000, 0xffff_ffff - 200]) {
      const outcome = await outcomeOf(await odd.pipedWav(codec, placeholder), "audio");
      assert.equal(outcome.reason, undefined);
      assert.ok(Math.abs(outcome.seconds! - 3) < 0.2, `${outcome.seconds}`);
    }
  });
}

Deno.test("a file without a track that can be decoded is refused with the codec's name", async () => {
  const cases = [
    [
      "video",
      "cinepak.mov",
      `${odd.FILM} -c:v cinepak -s 64x48 -c:a aac`,
      "video's codec (Cinepak)",
    ],
    ["video", "huffyuv.avi", `${odd.FILM} -c:v huffyuv -c:a pcm_s16le`, "video's codec (HuffYUV)"],
    ["audio", "g726.wav", `${odd.TONE} -c:a g726 -ar 8000 -ac 1`, "sound's codec (G.726)"],
  ] as const;
  for (const [kind, name, args, codec] of cases) {
    const { reason } = await outcomeOf(await media.encoded(name, args), kind);
    assert.equal(reason, `the ${codec} is not supported`);
  }
});

Deno.test("half of a WAV is refused, though its samples have no index", async () => {
  const whole = await media.encoded("whole.wav", `${odd.TONE} -c:a pcm_s16le`);
  const { reason } = await outcomeOf(await media.cut("half.wav", whole, 0.5), "audio");
  assert.equal(reason, "the file is damaged: it ends too early");
});

Deno.test("of two pictures the default one is taken, else the larger", async () => {
  const widths = [];
  for (const [first, second] of [[true, true], [true, false], [false, true]] as const) {
    const path = await odd.filmOfTwoPictures(first, second);
    const { width, warnings } = await outcomeOf(path, "video");
    widths.push(width);
    assert.deepEqual(warnings, ["a further picture track (H.264) is left out"]);
  }
  assert.deepEqual(widths, [320, 160, 320]);
});

Deno.test("two recordings joined into one, whose clock starts again, are read whole", async () => {
  const part = await media.encoded("part.mpg", `${odd.FILM} -c:v mpeg2video -c:a mp2 -f mpeg`);
  const { seconds, reason } = await outcomeOf(await odd.joined("joined.mpg", part, part), "video");
  assert.equal(reason, undefined);
  assert.ok(Math.abs(seconds! - 6) < 0.2, `${seconds}`);
});

Deno.test("a clock that starts again, or leaps ahead, continues the former one", () => {
  const clock = { unitMs: 1, startMs: 100, restarts: true };
  const packets = [100, 140, 180, 220, 100, 140, 50_000, 50_040].map((dts) => ({
    stream_index: 0,
    dts,
    duration: 40,
  }));
  assert.deepEqual(measure(packets, clock), { endMs: 320, packets: 8 });
  assert.deepEqual(measure(packets, { ...clock, restarts: false }), { endMs: 49_980, packets: 8 });
  assert.deepEqual(measure([], clock), { endMs: 0, packets: 0 });
  const hidden = { ...packets[0]!, flags: "KD" };
  assert.deepEqual(measure([hidden], clock), { endMs: 0, packets: 0 });
});

Deno.test("ffmpeg's description of an input is read, and another text is not", () => {
  const messages = `[mov @ 0x1] Failed to open codec
Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'file:/f':
  Metadata:
    title           : 
                    :   Stream #0:9: Video: h264
  Duration: 00:01:02.50, start: 0.000000, bitrate: 25 kb/s
  Stream #0:0[0x1](und): Video: hevc (Main 10) (hvc1 / 0x31637668), yuv420p10le(tv, bt2020nc/bt2020/smpte2084, progressive), 64x36 [SAR 2:1 DAR 16:9], 9 kb/s, 29.97 fps, 25 tbr, 12800 tbn (default)
    Side data:
      displaymatrix: rotation of -90.00 degrees
  Stream #0:1[0x2](und): Subtitle: mov_text (tx3g / 0x67337874), 0 kb/s
Stream mapping:
  Stream #0:0 -> #0:0 (copy)
`;
  const framecrc =
    "#tb 0: 1/25\n0, -1, 0, 1, 9, 0x1\n0, 0, -9223372036854775808, 1, 9, 0x1, F=0x4\n";
  const listing = readDump(messages, framecrc)!;
  assert.equal(listing.format!.duration, "62.5");
  const [picture, subtitle, ...more] = listing.streams!;
  assert.deepEqual(more, []);
  assert.deepEqual([subtitle!.codec_type, subtitle!.codec_name], ["subtitle", "mov_text"]);
  assert.deepEqual({ ...picture, channels: 0 }, {
    index: 0,
    codec_type: "video",
    codec_name: "hevc",
    width: 64,
    height: 36,
    sample_aspect_ratio: "2:1",
    avg_frame_rate: "29.97/1",
    channels: 0,
    field_order: "progressive",
    color_space: "bt2020nc",
    color_primaries: "bt2020",
    color_transfer: "smpte2084",
    disposition: { default: 1, attached_pic: 0 },
    side_data_list: [{ rotation: -90 }],
    time_base: "1/25",
  });
  assert.deepEqual(listing.packets, [
    { dts: -1, pts: 0, duration: 1, flags: "", stream_index: 0 },
    { dts: 0, pts: undefined, duration: 1, flags: "D", stream_index: 0 },
  ]);
  for (const text of ["", "Input", "<html>"]) assert.equal(readDump(text, framecrc), null);
});
