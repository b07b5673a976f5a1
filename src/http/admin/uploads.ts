/** Admin operation that uploads files, so that a request can name them by an address. */
import { Refusal } from "../../core/errors.ts";
import { fileNames } from "../../core/media/file_names.ts";
import { extensionIn, mediaTypeOfExtension } from "../../core/media/media_types.ts";
import { contentUrl } from "../../core/message/inbound.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { Upload } from "../../ports/mod.ts";
import { UNKNOWN_PRESENTATION } from "../file_response.ts";
import type { AdminPorts } from "./ports.ts";
import { bytesOf } from "./refusals.ts";

export function uploadHandlers(
  { baseUrl, blobs, clock, ids, store, uploadMaxBytes, uploadTtlMs }: AdminPorts,
) {
  /** @throws {Refusal} for files over the limit, which the limit of the body holds only nearly */
  function checkSize(files: readonly { content: Uint8Array }[]): void {
    const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
    if (bytes <= uploadMaxBytes) return;
    const info =
      `the files have ${bytes} bytes together, over ${uploadMaxBytes} (UPLOAD_MAX_BYTES)`;
    throw new Refusal("bodyTooLarge", info);
  }

  return {
    async uploadFiles({ body: { file: files } }) {
      const named = files.map(({ name, content }) => ({
        ...{ name, location: null, contentId: null },
        type: mediaTypeOfExtension(extensionIn(name) ?? "")?.type ?? UNKNOWN_PRESENTATION.type,
        content: bytesOf(`file ${name}: content`, content),
      }));
      checkSize(named);
      const names = fileNames(named);
      const expiresAt = clock.now() + uploadTtlMs;
      const uploads = await Promise.all(
        named.map(async ({ type, content }, index): Promise<Upload> => {
          const { hash: blob, bytes } = await blobs.put(content);
          return { token: ids.upload(), name: names[index]!, type, blob, bytes, expiresAt };
        }),
      );
      await store.uploads.add(uploads);
      return {
        items: uploads.map(({ token, name, type, bytes, blob }) => ({
          ...{ name, type, bytes, sha256: blob },
          "url": contentUrl(baseUrl(), token, name),
          "expires-at": isoMicros(expiresAt),
        })),
      };
    },
  } satisfies Partial<AdminHandlers>;
}
