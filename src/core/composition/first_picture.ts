/** Picture that stands for a message in lists. */
import { mediaTypeOf } from "../media/media_types.ts";
import type { MmsContent, SmsContent } from "./content.ts";

/** Stored file of an image. */
export interface Picture {
  readonly type: string;
  readonly blob: string;
}

interface StoredFile extends Picture {
  readonly bytes: number;
}

/** Finds the first image of a content, in its smallest form; null: it has none. */
export function firstPicture(content: SmsContent | MmsContent): Picture | null {
  if (content.kind === "SMS") return null;
  for (const { media } of content.slides) {
    for (const { kind, renditions, source } of media) {
      if (kind !== "image") continue;
      const forms = source === undefined ? renditions : [...renditions, source];
      const smallest = firstImage(forms.toSorted((a, b) => a.bytes - b.bytes));
      if (smallest !== null) return smallest;
    }
  }
  return null;
}

/** Finds the first image among files; null: there is none. */
export function firstImage(files: readonly StoredFile[]): Picture | null {
  const found = files.find(({ type }) => mediaTypeOf(type)?.kind === "image");
  return found === undefined ? null : { type: found.type, blob: found.blob };
}
