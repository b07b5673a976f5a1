/** Admin operation that uploads files, so that a request can name them by an address. */
import { Refusal } from "../../core/errors.ts";
import { fileNames } from "../../core/media/file_names.ts";
import { extensionIn, mediaTypeOfExtension } from "../../core/media/media_types.ts";
import { contentUrl } from "../../core/message/inbound.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers, NewUpload } from "../../generated/admin.ts";
import type { Blobs, Clock, Ids, Store, Upload } from "../../ports/mod.ts";
import { UNKNOWN_PRESENTATION } from "../requests/file_response.ts";
import { slicesOfBase64 } from "./refusals.ts";

export interface UploadPorts {
  /** Returns the public base URL, without a trailing slash. */
  baseUrl: () => string;
  blobs: Blobs;
  clock: Clock;
  ids: Ids;
  store: Pick<Store, "uploads">;
  /** Maximum size of an upload, all files together, in bytes. */
  uploadMaxBytes: number;
  /** Lifetime of uploaded files, in milliseconds. */
  uploadTtlMs: number;
}

export function uploadHandlers(
  { baseUrl, blobs, clock, ids, store, uploadMaxBytes, uploadTtlMs }: UploadPorts,
) {
  /** Creates the reader of a request's files, which are limited together. */
  function createReader(): (file: NewUpload) => Generator<Uint8Array> {
    let bytes = 0;
    return function* ({ name, content }) {
      for (const slice of slicesOfBase64(`file ${name}: content`, content)) {
        bytes += slice.length;
        // The limit of the body holds it only nearly.
        if (bytes > uploadMaxBytes) {
          const info = `the files have over ${uploadMaxBytes} bytes together (UPLOAD_MAX_BYTES)`;
          throw new Refusal("bodyTooLarge", info);
        }
        yield slice;
      }
    };
  }

  return {
    async uploadFiles({ body: { file: files } }) {
      const named = files.map((file) => ({
        ...file,
        location: null,
        contentId: null,
        type: mediaTypeOfExtension(extensionIn(file.name) ?? "")?.type ?? UNKNOWN_PRESENTATION.type,
      }));
      const names = fileNames(named);
      const read = createReader();
      const expiresAt = clock.now() + uploadTtlMs;
      const uploads = await Promise.all(
        named.map(async (file, index): Promise<Upload> => {
          const { type } = file;
          const { hash: blob, bytes } = await blobs.put(ReadableStream.from(read(file)));
          return { token: ids.upload(), name: names[index]!, type, blob, bytes, expiresAt };
        }),
      );
      await store.uploads.add(uploads);
      return {
        items: uploads.map(({ token, name, type, bytes, blob }) => ({
          name,
          type,
          bytes,
          sha256: blob,
          "url": contentUrl(baseUrl(), token, name),
          "expires-at": isoMicros(expiresAt),
        })),
      };
    },
  } satisfies Partial<AdminHandlers>;
}
