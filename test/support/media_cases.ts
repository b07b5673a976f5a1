/**
 * Films and sounds in as many combinations of container, codec, track and fault as ffmpeg and the
 * writers of odd_media.ts produce, each with what becomes of it.
 */
import { copied, cut, encoded, video } from "./media.ts";
import * as odd from "./odd_media.ts";

/** Media file, and its result: it plays, or is refused. */
export interface MediaCase {
  readonly name: string;
  readonly kind: "video" | "audio";
  readonly make: () => Promise<string>;
  /** Reason of the refusal. Default: it plays. */
  readonly refused?: RegExp;
  /** Duration in seconds. Default 3. */
  readonly seconds?: number;
  /** Colours that a viewer sees from left to right; null: not compared. Default: the patches. */
  readonly colours?: readonly (readonly number[])[] | null;
  readonly tolerance?: number;
  readonly warning?: RegExp;
}

const { PATCHES, TONE } = odd;
const SECONDS = 3;

/** Arguments of the patches as SDR. */
function patches(size = "480x240", seconds = SECONDS): string {
  const [width, height] = size.split("x").map(Number);
  const part = Math.floor(width! / PATCHES.length);
  const value = (component: number) =>
    PATCHES.map((patch, i) => `${patch[component]}*eq(min(floor(X/${part}),5),${i})`).join("+");
  const colours = `geq=r='${value(0)}':g='${value(1)}':b='${value(2)}'`;
  // One frame is computed, and repeated.
  const still = `color=s=${width}x${height}:r=25:d=0.04,format=rgb24,${colours}`;
  return `-f lavfi -i ${still},loop=-1:1,setpts=N/25/TB,trim=duration=${seconds}`;
}

/** Codec, as `name: arguments`; after `!` it is not decoded, and has this name for customers. */
type Codec = readonly [name: string, args: string, refused?: string];

const QUICK = "-preset ultrafast";
const VIDEO: Record<string, Codec> = Object.fromEntries(
  ([
    ["h264", `-c:v libx264 ${QUICK} -pix_fmt yuv420p`],
    ["hevc", `-c:v libx265 ${QUICK} -x265-params log-level=error -pix_fmt yuv420p`],
    ["av1", "-c:v libsvtav1 -preset 12 -pix_fmt yuv420p"],
    ["vp8", "-c:v libvpx -deadline realtime -cpu-used 8 -b:v 1M -pix_fmt yuv420p"],
    ["vp9", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 1M -pix_fmt yuv420p"],
    ["mpeg4", "-c:v mpeg4 -q:v 3"],
    ["mpeg1", "-c:v mpeg1video -q:v 3"],
    ["mpeg2", "-c:v mpeg2video -q:v 3"],
    ["h263", "-c:v h263 -s 352x288 -q:v 3"],
    ["mjpeg", "-c:v mjpeg -q:v 3 -pix_fmt yuvj420p"],
    ["msmpeg4v2", "-c:v msmpeg4v2 -q:v 3"],
    ["msmpeg4", "-c:v msmpeg4 -q:v 3"],
    ["wmv1", "-c:v wmv1 -q:v 3"],
    ["wmv2", "-c:v wmv2 -q:v 3"],
    ["png", "-c:v png"],
    ["dv", "-c:v dvvideo -s 720x576 -pix_fmt yuv420p"],
    ["prores", "-c:v prores_ks -profile:v 0"],
    ["cinepak", "-c:v cinepak -s 96x64 -t 1", "Cinepak"],
    ["huffyuv", "-c:v huffyuv", "HuffYUV"],
    ["ffvhuff", "-c:v ffvhuff", "HuffYUV"],
    ["ffv1", "-c:v ffv1", "FFV1"],
    ["utvideo", "-c:v utvideo", "Ut Video"],
    ["magicyuv", "-c:v magicyuv", "magicyuv"],
    ["msvideo1", "-c:v msvideo1 -s 96x64", "Microsoft Video 1"],
    ["rawvideo", "-c:v rawvideo -s 96x64 -pix_fmt yuv420p", "uncompressed"],
    ["zmbv", "-c:v zmbv -s 96x64", "zmbv"],
    ["flv1", "-c:v flv", "Sorenson Spark"],
    ["snow", "-c:v snow -strict -2 -s 96x64", "snow"],
    ["asv1", "-c:v asv1", "asv1"],
    ["qtrle", "-c:v qtrle -s 96x64", "QuickTime Animation"],
    ["svq1", "-c:v svq1 -s 96x64", "Sorenson Video 1"],
    ["dnxhd", "-c:v dnxhd -s 1280x720 -b:v 60M -pix_fmt yuv422p", "DNxHD"],
    ["cineform", "-c:v cfhd -s 96x64", "CineForm"],
    ["v210", "-c:v v210 -s 96x64", "uncompressed 10 bit"],
    ["jpeg2000", "-c:v jpeg2000 -s 96x64", "jpeg2000"],
    ["hap", "-c:v hap -s 96x64", "hap"],
  ] as Codec[]).map((codec) => [codec[0], codec]),
);

const NARROW = "-ar 8000 -ac 1";
const SOUND: Record<string, Codec> = Object.fromEntries(
  ([
    ["aac", "-c:a aac"],
    ["mp3", "-c:a libmp3lame"],
    ["mp2", "-c:a mp2"],
    ["ac3", "-c:a ac3"],
    ["eac3", "-c:a eac3"],
    ["alac", "-c:a alac"],
    ["flac", "-c:a flac"],
    ["opus", "-c:a libopus -ar 48000"],
    ["vorbis", "-c:a libvorbis"],
    ["amr", `-c:a libopencore_amrnb ${NARROW} -b:a 12.2k`],
    ["amr-wb", "-c:a libvo_amrwbenc -ar 16000 -ac 1"],
    ["wma1", "-c:a wmav1"],
    ["wma2", "-c:a wmav2"],
    ["u8", "-c:a pcm_u8"],
    ["s16", "-c:a pcm_s16le"],
    ["s16be", "-c:a pcm_s16be"],
    ["s24", "-c:a pcm_s24le"],
    ["s24be", "-c:a pcm_s24be"],
    ["s32", "-c:a pcm_s32le"],
    ["f32", "-c:a pcm_f32le"],
    ["f64", "-c:a pcm_f64le"],
    ["alaw", `-c:a pcm_alaw ${NARROW}`],
    ["mulaw", `-c:a pcm_mulaw ${NARROW}`],
    ["adpcm", "-c:a adpcm_ms"],
    ["ima", "-c:a adpcm_ima_wav"],
    ["ima-qt", "-c:a adpcm_ima_qt"],
    ["gsm", `-c:a libgsm_ms ${NARROW}`],
    ["s8", "-c:a pcm_s8"],
    ["f32be", "-c:a pcm_f32be"],
    ["f64be", "-c:a pcm_f64be"],
    ["s32be", "-c:a pcm_s32be"],
    ["g722", "-c:a g722 -ar 16000 -ac 1", "G.722"],
    ["g726", `-c:a g726 ${NARROW}`, "G.726"],
    ["g723", `-c:a g723_1 ${NARROW} -b:a 6.3k`, "G.723.1"],
    ["yamaha", "-c:a adpcm_yamaha", "Yamaha ADPCM"],
    ["swf", "-c:a adpcm_swf -ar 44100", "Flash ADPCM"],
    ["dts", "-c:a dca -strict -2 -ar 48000 -ac 2", "DTS"],
    ["truehd", "-c:a truehd -strict -2 -ar 48000 -ac 2", "truehd"],
    ["dvd", "-c:a pcm_dvd -ar 48000 -ac 2", "PCM of the form dvd"],
    ["speex", `-c:a libspeex ${NARROW}`, "speex"],
  ] as Codec[]).map((codec) => [codec[0], codec]),
);

/** Containers: arguments, and the codecs that are tried in them. */
const CONTAINERS: Record<string, { args: string; pictures: string; sounds: string }> = {
  mp4: {
    args: "-f mp4 -strict -2",
    pictures: "h264 hevc av1 vp9 mpeg4 mpeg1 mpeg2 mjpeg png",
    sounds: "aac mp3 mp2 ac3 eac3 alac opus flac vorbis dts truehd",
  },
  mov: {
    args: "-f mov",
    pictures: "h264 hevc mpeg4 mpeg2 h263 mjpeg png dv prores cinepak qtrle svq1 dnxhd " +
      "cineform v210 jpeg2000 hap rawvideo",
    sounds: "aac mp3 ac3 eac3 alac s16 s16be s24 s24be s32 f32 f64 alaw mulaw adpcm ima ima-qt " +
      "amr s8 f32be f64be s32be",
  },
  avi: {
    args: "-f avi",
    pictures: "mpeg4 h264 mpeg1 mpeg2 mjpeg msmpeg4v2 msmpeg4 wmv1 wmv2 vp8 h263 png dv cinepak " +
      "huffyuv ffvhuff ffv1 utvideo magicyuv msvideo1 rawvideo zmbv flv1 snow asv1",
    sounds: "mp3 mp2 ac3 aac flac u8 s16 s24 alaw mulaw adpcm ima gsm wma2 g722 g726 g723 yamaha " +
      "swf dts speex",
  },
  wmv: {
    args: "-f asf",
    pictures: "wmv1 wmv2 msmpeg4v2 msmpeg4 mpeg4 h264 mjpeg flv1",
    sounds: "wma1 wma2 mp3 aac ac3 s16 alaw yamaha",
  },
  mpg: { args: "-f mpeg", pictures: "mpeg1 mpeg2", sounds: "mp2 mp3 ac3 dvd" },
  mpeg: {
    args: "-f mpegts",
    pictures: "mpeg1 mpeg2 mpeg4 h264 hevc",
    sounds: "mp2 mp3 aac ac3 eac3 opus dts",
  },
  "3gp": { args: "-f 3gp", pictures: "h263 h264 mpeg4", sounds: "aac amr amr-wb" },
};

const NOT_SUPPORTED = (name: string) =>
  new RegExp(
    `codec \\(${name}\\) is not supported$|\\(${name}\\) is left out: its codec is not supported$`,
  );

function films(): MediaCase[] {
  return Object.entries(CONTAINERS).flatMap(([extension, { args, pictures, sounds }]) => {
    const [firstPicture, firstSound] = [pictures.split(" ")[0]!, sounds.split(" ")[0]!];
    const pairs = [
      ...pictures.split(" ").map((picture) => [picture, firstSound]),
      ...sounds.split(" ").slice(1).map((sound) => [firstPicture, sound]),
    ];
    return pairs.map(([picture, sound]): MediaCase => {
      const [, pictureArgs, refused] = VIDEO[picture!]!;
      const [, soundArgs, leftOut] = SOUND[sound!]!;
      return {
        name: `${extension}: ${picture} and ${sound}`,
        kind: "video",
        make: () =>
          encoded(`film.${extension}`, `${patches()} ${TONE} ${pictureArgs} ${soundArgs} ${args}`),
        refused: refused === undefined ? undefined : NOT_SUPPORTED(refused),
        warning: leftOut === undefined ? undefined : NOT_SUPPORTED(leftOut),
      };
    });
  });
}

const WAV = "u8 s16 s24 s32 f32 f64 alaw mulaw adpcm ima gsm g722 g726 g723 yamaha swf mp3 ac3 " +
  "wma2 dts speex";

function sounds(): MediaCase[] {
  const sound = (name: string, file: string, args: string, refused?: string): MediaCase => ({
    name,
    kind: "audio",
    make: () => encoded(file, `${TONE} ${args}`),
    refused: refused === undefined ? undefined : NOT_SUPPORTED(refused),
  });
  const mp3 = (name: string, args: string) =>
    sound(`mp3: ${name}`, "sound.mp3", `-c:a libmp3lame ${args}`);
  return [
    ...WAV.split(" ").map((codec) => {
      const [, args, refused] = SOUND[codec]!;
      return sound(`wav: ${codec}`, "sound.wav", `${args} -f wav`, refused);
    }),
    ...[8_000, 11_025, 16_000, 22_050, 32_000, 48_000, 96_000].map((rate) =>
      sound(`wav: ${rate} Hz`, "sound.wav", `-c:a pcm_s16le -ar ${rate}`)
    ),
    ...[2, 4, 6, 8].map((channels) =>
      sound(`wav: ${channels} channels`, "sound.wav", `-c:a pcm_s16le -ac ${channels}`)
    ),
    sound("wav: RF64", "sound.wav", "-c:a pcm_s16le -rf64 always"),
    mp3("8 kbit/s", "-b:a 8k -ar 8000 -ac 1"),
    mp3("320 kbit/s", "-b:a 320k"),
    mp3("variable", "-q:a 5"),
    mp3("variable, without Xing", "-q:a 5 -write_xing 0"),
    mp3("ID3v1 alone", "-id3v2_version 0 -write_id3v1 1 -metadata title=x"),
    mp3("joint stereo", "-ac 2 -joint_stereo 1"),
    ...["4.75k", "5.9k", "7.95k", "12.2k"].map((rate) =>
      sound(`amr: ${rate}`, "sound.amr", `-c:a libopencore_amrnb ${NARROW} -b:a ${rate}`)
    ),
    sound("amr: wide band", "sound.amr", SOUND["amr-wb"]![1]),
    ...["aac", "alac", "ac3", "mp3"].map((codec) =>
      sound(`m4a: ${codec}`, "sound.m4a", `${SOUND[codec]![1]} -f mp4`)
    ),
    ...[0x7fff_f000, 0x7fff_ffff, 0xffff_fff0, 0xffff_ffff].flatMap((placeholder) =>
      ["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_alaw", "pcm_mulaw", "adpcm_ima_wav"].map((
        codec,
      ) => ({
        name: `wav from a pipe: ${codec}, ${placeholder.toString(16)}`,
        kind: "audio" as const,
        make: () => odd.pipedWav(codec, placeholder),
      }))
    ),
  ];
}

/** Films with more, fewer or odder tracks than a picture and a sound. */
function tracks(): MediaCase[] {
  const film = (name: string, file: string, args: string, more: Partial<MediaCase> = {}) => ({
    name: `tracks: ${name}`,
    kind: "video" as const,
    make: () => encoded(file, args),
    ...more,
  });
  const inputs = `${patches()} ${TONE}`;
  const codecs = `${VIDEO.h264![1]} -c:a aac`;
  const bare = { colours: null };
  return [
    ...["mp4", "mov"].flatMap((extension): MediaCase[] => [
      {
        name: `tracks: subtitles in ${extension}`,
        kind: "video",
        make: () => odd.subtitledFilm(extension),
        warning: /the subtitle track \(tx3g\) is left out/,
        ...bare,
      },
      {
        name: `tracks: long chapters in ${extension}`,
        kind: "video",
        make: () => odd.filmOfLongChapters(extension),
        ...bare,
      },
      film(
        `two sounds in ${extension}`,
        `film.${extension}`,
        `${inputs} -map 0 -map 1 -map 1 ${codecs}`,
        {
          warning: /a further sound track/,
        },
      ),
      film(
        `a timecode in ${extension}`,
        `film.${extension}`,
        `${inputs} ${codecs} -timecode 01:00:00:00`,
      ),
      film(`no sound in ${extension}`, `film.${extension}`, `${patches()} ${VIDEO.h264![1]}`),
      film(`sound alone in ${extension}`, `film.${extension}`, `${TONE} -c:a aac`, {
        refused: /^the file has no video$/,
      }),
      film(`sound of 5.1 in ${extension}`, `film.${extension}`, `${inputs} ${codecs} -ac 6`),
      film(
        `index first in ${extension}`,
        `film.${extension}`,
        `${inputs} ${codecs} -movflags +faststart`,
      ),
      film(
        `fragments in ${extension}`,
        `film.${extension}`,
        `${inputs} ${codecs} -movflags frag_keyframe+empty_moov -g 25`,
      ),
    ]),
    ...(["avi", "mp4", "mov"] as const).map((extension): MediaCase => ({
      name: `tracks: empty sound in ${extension}`,
      kind: "video",
      make: () => odd.filmOfEmptySound(extension),
      warning: /left out: it is empty/,
      ...bare,
    })),
    ...[[true, true], [false, true], [true, false]].map(([first, second]): MediaCase => ({
      name: `tracks: two pictures, default ${first} ${second}`,
      kind: "video",
      make: () => odd.filmOfTwoPictures(first!, second!),
      warning: /a further picture track/,
      ...bare,
    })),
    film(
      "an unsupported picture beside a good one",
      "film.mov",
      `${inputs} -map 0 -map 0 -map 1 -c:v:0 qtrle -s:v:0 96x64 -c:v:1 libx264 -pix_fmt:v:1 yuv420p -c:a aac`,
      { warning: NOT_SUPPORTED("QuickTime Animation") },
    ),
    film(
      "an unsupported sound beside a good one",
      "film.avi",
      `${inputs} -map 0 -map 1 -map 1 -c:v mpeg4 -q:v 3 -c:a:0 adpcm_yamaha -c:a:1 libmp3lame`,
      { warning: NOT_SUPPORTED("Yamaha ADPCM") },
    ),
    ...["avi", "wmv", "mpg", "mpeg"].map((extension) => {
      const { args, pictures, sounds } = CONTAINERS[extension]!;
      const [picture, sound] = [VIDEO[pictures.split(" ")[0]!]!, SOUND[sounds.split(" ")[0]!]!];
      return {
        name: `tracks: written to a pipe: ${extension}`,
        kind: "video" as const,
        make: () => odd.pipedFilm(extension, `${picture[1]} ${sound[1]} ${args}`),
        ...bare,
      };
    }),
  ];
}

/** Films in the colours, sizes and rates that cameras write. */
function looks(): MediaCase[] {
  const film = (name: string, args: string, more: Partial<MediaCase> = {}, size = "480x240") => ({
    name: `looks: ${name}`,
    kind: "video" as const,
    make: () => encoded("film.mp4", `${patches(size)} ${args}`),
    ...more,
  });
  const x264 = `-c:v libx264 ${QUICK}`;
  const tagged = (primaries: string, transfer: string, space: string) =>
    `-color_primaries ${primaries} -color_trc ${transfer} -colorspace ${space}`;
  return [
    ...(["smpte2084", "arib-std-b67"] as const).map((transfer) => ({
      name: `looks: HDR, ${transfer}`,
      kind: "video" as const,
      make: () => odd.hdrPatches(transfer, SECONDS),
    })),
    ...["yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuvj420p"].map((format) =>
      film(`H.264 of ${format}`, `${x264} -pix_fmt ${format}`)
    ),
    ...["yuv420p10le", "yuv422p10le", "yuv444p12le"].map((format) =>
      film(`HEVC of ${format}`, `${VIDEO.hevc![1]} -pix_fmt ${format}`)
    ),
    film("RGB", "-c:v libx264rgb -preset ultrafast"),
    film(
      "BT.709",
      `-vf scale=out_color_matrix=bt709,format=yuv420p ${x264} ${
        tagged("bt709", "bt709", "bt709")
      }`,
    ),
    film("BT.601", `${x264} -pix_fmt yuv420p ${tagged("smpte170m", "smpte170m", "smpte170m")}`),
    film("full range", `-vf scale=out_range=pc,format=yuv420p ${x264} -color_range pc`),
    ...[90, 180, 270].map((degrees): MediaCase => ({
      name: `looks: turned by ${degrees}°`,
      kind: "video",
      make: async () => {
        const upright = await encoded("film.mp4", `${patches()} ${x264} -pix_fmt yuv420p`);
        // The demuxer of ffmpeg 5 takes the matrix from this tag.
        return await copied("turned.mp4", `-i ${upright} -metadata:s:v:0 rotate=${degrees}`);
      },
      colours: degrees === 180 ? PATCHES.toReversed() : null,
    })),
    ...["1/2", "2/1", "16/11", "1/100"].map((aspect) =>
      film(`pixels of ${aspect}`, `-vf setsar=${aspect} ${x264} -pix_fmt yuv420p`, {
        tolerance: 60,
      })
    ),
    ...["12x8", "64x36", "242x122", "1280x720", "1920x1080", "3840x2160"].map((size) =>
      film(`${size}`, `${x264} -pix_fmt yuv420p`, {
        tolerance: 60,
        ...(size === "12x8" ? { colours: null } : {}),
      }, size)
    ),
    film("an odd size", `${x264} -pix_fmt yuv444p`, {}, "481x241"),
    film(
      "too many pixels",
      "-c:v mpeg4 -t 0.2",
      { refused: /^the video has 6000×4000 pixels/ },
      "6000x4000",
    ),
    ...[1, 5, 12, 15, 24, 30, 50, 60, 120, 240].map((fps) =>
      film(`${fps} frames a second`, `-r ${fps} ${x264} -pix_fmt yuv420p -frames:v ${3 * fps}`)
    ),
    film(
      "frames of different length",
      `-vf select=not(mod(n\\,7))+lt(n\\,20) -vsync vfr ${x264} -pix_fmt yuv420p`,
      { seconds: 3 },
    ),
    ...["mpg", "avi", "mp4"].map((extension) => ({
      name: `looks: interlaced ${extension}`,
      kind: "video" as const,
      make: () =>
        odd.interlacedFilm(
          extension,
          extension === "avi"
            ? "-c:v dvvideo -pix_fmt yuv420p"
            : `-c:v ${extension === "mpg" ? "mpeg2video" : "libx264"} -flags +ilme+ildct -b:v 4M`,
        ),
      seconds: 2,
      colours: null,
    })),
  ];
}

/** Files that are cut, joined or overwritten. */
function faults(): MediaCase[] {
  const early =
    /^the file is damaged: it ends too early$|^only [\d.]+ of [\d.]+ seconds could be read$|is not (video|audio) of a supported format, or is damaged$/;
  const whole = (extension: string) => {
    const { args, pictures, sounds } = CONTAINERS[extension]!;
    const [picture, sound] = [VIDEO[pictures.split(" ")[0]!]!, SOUND[sounds.split(" ")[0]!]!];
    return encoded(`film.${extension}`, `${odd.FILM} ${picture[1]} ${sound[1]} ${args}`);
  };
  const cuts = ["mp4", "mov", "avi", "3gp"].flatMap((extension) =>
    [0.05, 0.3, 0.5, 0.7].map((part): MediaCase => ({
      name: `faults: ${100 * part} % of ${extension}`,
      kind: "video",
      make: async () => await cut(`cut.${extension}`, await whole(extension), part),
      refused: early,
    }))
  );
  const joins = ["mpg", "mpeg"].flatMap((extension) =>
    [2, 3].map((times): MediaCase => ({
      name: `faults: ${times} recordings in one ${extension}`,
      kind: "video",
      make: async () => {
        const path = await whole(extension);
        return await odd.joined(`joined.${extension}`, ...Array<string>(times).fill(path));
      },
      seconds: 3 * times,
      colours: null,
    }))
  );
  return [
    ...cuts,
    ...joins,
    {
      name: "faults: half of a WAV",
      kind: "audio",
      make: async () =>
        await cut("half.wav", await encoded("sound.wav", `${TONE} -c:a pcm_s16le`), 0.5),
      refused: early,
    },
    {
      name: "faults: a first index, and half of the film",
      kind: "video",
      make: async () => await cut("half.mp4", await video({ seconds: 3 }), 0.5),
      refused: early,
    },
    {
      name: "faults: subtitles, and half of the film",
      kind: "video",
      make: async () => await cut("half.mp4", await odd.subtitledFilm(), 0.5),
      refused: early,
    },
  ];
}

export const MEDIA_CASES: readonly MediaCase[] = [
  ...films(),
  ...sounds(),
  ...tracks(),
  ...looks(),
  ...faults(),
];
