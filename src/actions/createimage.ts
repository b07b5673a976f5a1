/** `createimage` (spec 4.6): a JPEG of a background, a barcode and texts. */
import type { FileResponse, Requests } from "../generated/json.ts";
import { Refusal } from "../core/errors.ts";
import { type Picture, readPicture } from "../core/personalisation/picture.ts";
import { type Background, FetchRefused, type Turn } from "../ports/mod.ts";
import type { ActionContext, ActionPorts } from "./ports.ts";

export async function createimage(
  request: Requests["createimage"],
  { ports, access: { account }, signal }: ActionContext,
): Promise<FileResponse> {
  const picture = readPicture(request);
  ports.creationRate.take(account);
  const bytes = await drawPicture(picture, ports, { account: account.id, signal: signal() });
  return { bytes, type: "image/jpeg", filename: "image.jpg" };
}

/**
 * Fetches the background, and draws the picture as a JPEG.
 *
 * @param where Prefix of refusal texts, such as `dynamic-image 1: `.
 * @throws {Refusal} E229, E504, E1502, E1504 or E1507
 */
export async function drawPicture(
  picture: Picture,
  ports: Pick<ActionPorts, "backgrounds" | "pictures">,
  turn: Turn,
  where = "",
): Promise<Uint8Array<ArrayBuffer>> {
  const { backgroundUrl } = picture;
  try {
    const background = backgroundUrl === null
      ? null
      : await backgroundOf(backgroundUrl, ports, turn);
    return await ports.pictures.draw(picture, background, turn);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.fault, `${where}${error.info}`, error.retryAfter);
  }
}

async function backgroundOf(
  url: string,
  { backgrounds }: Pick<ActionPorts, "backgrounds">,
  turn: Turn,
): Promise<Background> {
  try {
    return await backgrounds.of(url, turn);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    const isForbidden = error.rule === "url" || error.rule === "address";
    const fault = isForbidden ? "contentNotAllowed" : "backgroundInvalid";
    throw new Refusal(fault, `background-image-url: ${error.reason}`);
  }
}
