/** Drafts: the files of a template are prepared while it is composed. */
import type { TemplateDetail } from "../../generated/admin.ts";
import { type AdminApi, ApiRefusal } from "../model/admin_api.ts";
import { performAction } from "../model/perform_action.ts";
import { type Composition, requestOf, type Slide } from "./composition.ts";

/** Tells whether a slide goes out: another is not filled in yet. */
export function isFilled({ files, text }: Slide): boolean {
  return files.length > 0 || text.trim() !== "";
}

/** Has the files prepared as a draft; one of the same slides stays. Without files there is none. */
export async function withDraft(api: AdminApi, composition: Composition): Promise<Composition> {
  const slides = composition.slides.filter(isFilled);
  if (slides.every(({ files }) => files.length === 0)) return { ...composition, draft: null };
  const { slide } = requestOf({ ...composition, slides });
  const request = { "action": "savemms", "name": "Draft", "disable-fallback-sms": true, slide };
  const earlier = composition.draft === null ? {} : { draft: composition.draft };
  try {
    const options = { "as-draft": true, ...earlier };
    const response = await performAction(api, composition.account, request, null, options);
    const { "mms-id": draft }: { "mms-id": string } = await response.json();
    return { ...composition, draft };
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    // What is wrong is said when the template is saved.
    return { ...composition, draft: null };
  }
}

/** Reads a draft; null: there is none, or it has been saved. */
export async function readDraft(api: AdminApi, id: string | null): Promise<TemplateDetail | null> {
  if (id === null) return null;
  try {
    const template = await api.call("readTemplate", { params: { "mms-id": id } });
    return template["draft-until"] === undefined ? null : template;
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return null;
    throw error;
  }
}

/** Lists the faults of a template's files, by the position of their slide in a composition. */
export function faultsOf(
  { slides }: Pick<Composition, "slides">,
  { media }: Pick<TemplateDetail, "media">,
): ReadonlyMap<number, readonly string[]> {
  const positions = [...slides.keys()].filter((at) => isFilled(slides[at]!));
  const faulty = media.filter(({ error }) => error !== null);
  return new Map(
    [...Map.groupBy(faulty, ({ slide }) => positions[slide - 1] ?? NaN)]
      .map(([at, files]) => [at, files.map(({ kind, error }) => `The ${kind} failed: ${error}`)]),
  );
}
