/** `createimage` (spec 4.6): a JPEG of a background, a barcode and texts. */
import type { FileResponse, Requests } from "../generated/json.ts";
import { Refusal } from "../core/errors.ts";
import { type Drawing, type Picture, readPicture } from "../core/template/picture.ts";
import { type Background, FetchRefused, type Turn } from "../ports/mod.ts";
import type { ActionContext, ActionPorts } from "./ports.ts";

export async function createimage(
  request: Requests["createimage"],
  { ports, access: { account }, signal }: ActionContext,
): Promise<FileResponse> {
  const picture = readPicture(request);
  ports.creationRate.take(account);
  const turn = { account: account.id, signal: signal() };
  const { jpeg: bytes, warnings } = await drawPicture(picture, ports, turn);
  return { bytes, type: "image/jpeg", filename: "image.jpg", warnings };
}

/**
 * Fetches the background, and draws the picture as a JPEG.
 *
 * @param where Prefix of refusal texts and warnings, such as `dynamic-image 1: `.
 * @throws {Refusal} E229, E504, E1502, E1504 or E1507
 */
export async function drawPicture(
  picture: Picture,
  ports: Pick<ActionPorts, "backgrounds" | "pictures">,
  turn: Turn,
  where = "",
): Promise<Drawing> {
  const { backgroundUrl } = picture;
  try {
    const background = backgroundUrl === null
      ? null
      : await backgroundOf(backgroundUrl, ports, turn);
    const { jpeg, warnings } = await ports.pictures.draw(picture, background, turn);
    return { jpeg, warnings: warnings.map((warning) => where + warning) };
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
