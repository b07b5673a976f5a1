/** Small pictures of templates and messages. */
import type { FC } from "hono/jsx";
import type { Template } from "../../generated/admin.ts";
import { mediaTypeOf } from "../../core/media/media_types.ts";
import { KIND_ICONS } from "../../web/files.ts";
import { ICONS } from "../../web/icons.ts";
import { fileUrl } from "../model/file_address.ts";

/** Small picture of a message in a list. */
export const PictureThumbnail: FC<{ of: { type: string; sha256: string } }> = ({ of }) => (
  <img class="thumbnail" src={fileUrl(of, "thumbnail")} alt="" loading="lazy" />
);

/** First picture of a template in its smallest form; without one, the icon of its first file. */
export const Thumbnail: FC<{ of: Template }> = ({ of: { media } }) => {
  const [smallest] = media.filter(({ kind }) => kind === "image")
    .map(({ renditions }) => renditions.toSorted((a, b) => a.bytes - b.bytes)[0])
    .filter((form) => form !== undefined && mediaTypeOf(form.type)?.kind === "image");
  if (smallest !== undefined) {
    return <PictureThumbnail of={smallest} />;
  }
  const kind = media[0]?.kind;
  return <span class="thumbnail">{kind === undefined ? ICONS.message : KIND_ICONS[kind]}</span>;
};
