/** Files that were chosen in a form, uploaded and put on their slides. */
import type { AdminApi } from "../model/admin_api.ts";
import { ApiRefusal } from "../model/admin_api.ts";
import { uploadFile } from "../action_form/upload.ts";
import { type Composition, type SlideFile, slideFileOf, withFiles } from "./composition.ts";
import type { Mistake } from "./mistake.ts";

/** Returns the name of the control with which files for a slide are chosen. */
export function filesControl(at: number): string {
  return `file:${at}`;
}

/** A composition with its new files, and what was wrong with one that is not among them. */
export interface Uploaded {
  composition: Composition;
  mistake: Mistake | null;
}

/** Uploads the chosen files of all slides. Those that can be used stay, whatever others have. */
export async function withChosenFiles(
  api: AdminApi,
  composition: Composition,
  form: FormData,
): Promise<Uploaded> {
  let result: Uploaded = { composition, mistake: null };
  // From the last slide on: new slides come after their own.
  for (const at of composition.slides.keys().toArray().reverse()) {
    const chosen = form.getAll(filesControl(at)).filter(isChosen);
    const uploads = await Promise.all(chosen.map((file) => upload(api, file)));
    const files = uploads.filter((each) => typeof each !== "string");
    const fault = uploads.find((each) => typeof each === "string");
    result = {
      composition: withFiles(result.composition, at, files),
      mistake: fault === undefined ? result.mistake : { control: `slide.${at}.file`, text: fault },
    };
  }
  return result;
}

/** Tells whether a control has a file; browsers send a nameless one where none is chosen. */
function isChosen(value: FormDataEntryValue): value is File {
  return value instanceof File && (value.size > 0 || value.name !== "");
}

/** Uploads a file. @returns What is wrong with it, if anything is. */
async function upload(api: AdminApi, file: File): Promise<SlideFile | string> {
  if (file.size === 0) return `${file.name} is empty.`;
  try {
    return slideFileOf(await uploadFile(api, file)) ??
      `${file.name} is of a kind that phones do not take.`;
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return `${file.name} could not be uploaded: ${error.message}.`;
  }
}
