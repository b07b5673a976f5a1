/** Warnings about an image that is sent, but not as its sender may expect. */
import { WEB } from "../../core/media/renditions.ts";
import type { Untrusted } from "../../image/untrusted.ts";
import type { RenditionFile } from "../../ports/mod.ts";

/** Image that was transcoded; its size is that upright. */
type Transcoded = Pick<Untrusted, "width" | "height" | "isStillOfAnimation">;

/** Width below which the text of a picture that was scaled down is illegible, in pixels. */
const LEGIBLE_WIDTH = 120;

/** Lists the warnings about an image and its renditions, as sentences for customers. */
export function imageWarnings(image: Transcoded, renditions: readonly RenditionFile[]): string[] {
  const narrow = narrowSizes(image, renditions);
  return [
    ...image.isStillOfAnimation
      ? ["the image is an animated PNG, of which one picture is sent; GIF and WebP stay animated"]
      : [],
    ...narrow.length > 0
      ? [`the image of ${sizeOf(image)} pixels is shown at ${narrow.join(" and ")}`]
      : [],
  ];
}

/** Lists the sizes that are too narrow to read, each with its renditions: `61×1138 (rich)`. */
function narrowSizes({ width }: Transcoded, renditions: readonly RenditionFile[]): string[] {
  const narrow = renditions.filter((file) =>
    file.name !== WEB && file.width! < Math.min(LEGIBLE_WIDTH, width)
  );
  return [...Map.groupBy(narrow, sizeOf)].map(([size, files]) =>
    `${size} (${files.map(({ name }) => name).join(", ")})`
  );
}

function sizeOf({ width, height }: Pick<RenditionFile, "width" | "height">): string {
  return `${width}×${height}`;
}
