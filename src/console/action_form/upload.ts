/** Files of a form's own, whose URLs are entered where an action takes a URL. */
import { setImmediate } from "node:timers/promises";
import { Refusal } from "../../core/errors.ts";
import type { Upload } from "../../generated/admin.ts";
import type { AdminApi } from "../model/admin_api.ts";

/** Returns the name of the control for a file whose URL another control has. */
export function fileControl(name: string): string {
  return `file:${name}`;
}

/**
 * Uploads the file of a field.
 *
 * @throws {ApiRefusal} for one that is too large
 * @throws {Refusal} where none was chosen
 */
export async function upload(api: AdminApi, form: FormData, name: string): Promise<Upload> {
  const file = form.get(fileControl(name));
  if (!(file instanceof File) || file.size === 0) {
    throw new Refusal("invalidRequest", "choose a file first, one that is not empty");
  }
  return await uploadFile(api, file);
}

/** Uploads a file. @throws {ApiRefusal} for one that is too large */
export async function uploadFile(api: AdminApi, file: File): Promise<Upload> {
  const body = ReadableStream.from(bodyOf(file)).pipeThrough(new TextEncoderStream());
  const { items } = await api.call("uploadFiles", { body });
  return items[0]!;
}

/** Size of a slice that is encoded at once, in bytes. A multiple of 3: base64 pads only the last. */
const SLICE_BYTES = 3 << 18;

/** Writes the JSON of an upload in slices, between which the event loop turns. */
async function* bodyOf(file: File): AsyncGenerator<string> {
  yield `{"file":[{"name":${JSON.stringify(file.name)},"content":"`;
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    await setImmediate();
    yield (await file.slice(at, at + SLICE_BYTES).bytes()).toBase64();
  }
  yield `"}]}`;
}
