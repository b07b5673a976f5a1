/** Files of a form's own, whose URLs are entered where an action takes a URL. */
import { Refusal } from "../../core/errors.ts";
import type { Upload } from "../../generated/admin.ts";
import type { AdminApi } from "../admin_api.ts";

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
  const content = (await file.bytes()).toBase64();
  const { items } = await api.call("uploadFiles", {
    body: { file: [{ name: file.name, content }] },
  });
  return items[0]!;
}
