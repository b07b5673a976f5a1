/** Codecs that are decoded, and their names for customers. Pure. */

/**
 * Allowed decoders: the usual codecs of the allowed containers. Hundreds of obscure ones are
 * disabled.
 */
export const DECODERS = [
  "h264,hevc,mpeg4,mpeg1video,mpeg2video,h263,mjpeg,msmpeg4v1,msmpeg4v2,msmpeg4",
  "wmv1,wmv2,wmv3,vc1,vp8,vp9,libdav1d,av1,png,dvvideo,prores",
  "aac,mp3,mp3float,mp2,mp2float,mp1,mp1float,ac3,eac3,alac,flac,opus,vorbis,wmav1,wmav2,wmapro",
  "amrnb,amrwb,libopencore_amrnb,libopencore_amrwb,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,gsm_ms",
  "pcm_u8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw",
  "pcm_s8,pcm_s32be,pcm_f32be,pcm_f64be",
].join(",");

const ALLOWED = new Set(DECODERS.split(","));

/** Decoders that have another name than their codec. */
const DECODER_NAMES: Record<string, string> = {
  amr_nb: "amrnb",
  amr_wb: "amrwb",
  msmpeg4v3: "msmpeg4",
};

/** Tells whether a codec, by its name in ffprobe, has an allowed decoder. */
export function isDecoded(codec: string): boolean {
  return ALLOWED.has(DECODER_NAMES[codec] ?? codec);
}

/** Usual names of codecs that files come with, decoded or not. */
const NAMES: Record<string, string> = {
  aac: "AAC",
  adpcm_g722: "G.722",
  adpcm_g726: "G.726",
  adpcm_g726le: "G.726",
  adpcm_ima_qt: "IMA ADPCM",
  adpcm_ima_wav: "IMA ADPCM",
  adpcm_ms: "Microsoft ADPCM",
  adpcm_swf: "Flash ADPCM",
  adpcm_yamaha: "Yamaha ADPCM",
  amr_nb: "AMR",
  amr_wb: "AMR-WB",
  cfhd: "CineForm",
  cinepak: "Cinepak",
  dnxhd: "DNxHD",
  dts: "DTS",
  dvvideo: "DV",
  ffv1: "FFV1",
  ffvhuff: "HuffYUV",
  flashsv: "Flash Screen Video",
  flv1: "Sorenson Spark",
  g723_1: "G.723.1",
  g729: "G.729",
  h264: "H.264",
  hevc: "HEVC",
  huffyuv: "HuffYUV",
  indeo3: "Indeo 3",
  indeo5: "Indeo 5",
  mov_text: "tx3g",
  mp3: "MP3",
  msvideo1: "Microsoft Video 1",
  qdm2: "QDesign Music 2",
  qtrle: "QuickTime Animation",
  rawvideo: "uncompressed",
  rpza: "Apple Video",
  svq1: "Sorenson Video 1",
  svq3: "Sorenson Video 3",
  theora: "Theora",
  truespeech: "TrueSpeech",
  utvideo: "Ut Video",
  v210: "uncompressed 10 bit",
  vp6f: "VP6",
};

/** Returns the name of a codec for customers, by its name in ffprobe. */
export function codecName(codec: string | undefined): string {
  if (codec === undefined || codec === "none") return "unknown";
  if (codec.startsWith("pcm_")) {
    return isDecoded(codec) ? "PCM" : `PCM of the form ${codec.slice(4)}`;
  }
  return NAMES[codec] ?? codec;
}
