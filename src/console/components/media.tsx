/** Files of messages and templates: shown, played, or offered for download. */
import type { FC } from "hono/jsx";
import { mediaTypeOf } from "../../core/media/media_types.ts";
import { fileUrl } from "../model/file_address.ts";
import { durationOf, sizeOf } from "./text.tsx";

export interface ShownFile {
  type: string;
  bytes: number;
  sha256: string;
  width?: number | null;
  height?: number | null;
  "duration-ms"?: number | null;
}

/** Picture, player or link, by the type of the file. */
export const Media: FC<{ file: ShownFile; name: string }> = ({ file, name }) => {
  const url = fileUrl(file, name);
  switch (mediaTypeOf(file.type)?.kind) {
    case "image":
      return (
        <img
          src={url}
          alt={name}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          loading="lazy"
        />
      );
    case "video":
      return (
        <video src={`${url}#t=0.001`} controls playsinline preload="metadata" aria-label={name}>
        </video>
      );
    case "audio":
      return <audio src={url} controls preload="none" aria-label={name}></audio>;
    default:
      return <a href={url} download={name}>{name}</a>;
  }
};

/** Size, pixels and duration in words: `84 kB · 640×480 · 12 s`. */
export function factsOf({ bytes, width, height, "duration-ms": duration }: ShownFile): string {
  return [
    sizeOf(bytes),
    width && height ? `${width}×${height}` : null,
    duration ? durationOf(duration) : null,
  ].filter(Boolean).join(" · ");
}
