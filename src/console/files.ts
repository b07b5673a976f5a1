/** `GET /console/files/{sha256}`: a stored file of a message or template. */
import {
  presentationOfMedia,
  respondWithFile,
  UNKNOWN_PRESENTATION,
} from "../http/file_response.ts";
import { Refusal } from "../core/errors.ts";
import type { AdminApi } from "./admin_api.ts";

/** Time for which a browser may keep a file, in seconds: a session may end meanwhile. */
const MAX_AGE_SECONDS = 600;

/**
 * Responds with a file. The address names its type, since the store does not know it; nothing that a
 * browser might execute is shown, whatever the address says.
 *
 * @throws {ApiRefusal | Refusal} for an unknown file
 */
export async function fileResponse(
  api: AdminApi,
  sha256: string,
  request: Request,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const content = await api.call("readFile", { params: { sha256 } });
  const blobs = {
    has: () => Promise.resolve(true),
    stream: (_: string, part?: { first: number; last?: number }) =>
      Promise.resolve(
        new Blob([
          content.slice(part?.first ?? 0, part?.last === undefined ? undefined : part.last + 1),
        ]).stream(),
      ),
  };
  const served = {
    ...presentationOfMedia(searchParams.get("type") ?? "") ?? UNKNOWN_PRESENTATION,
    name: searchParams.get("name") ?? "file",
    bytes: content.length,
    blob: sha256,
    maxAgeSeconds: MAX_AGE_SECONDS,
  };
  const response = await respondWithFile(blobs, served, request);
  if (response === null) throw new Refusal("notFound", "there is no such file");
  response.headers.set("cross-origin-resource-policy", "same-origin");
  return response;
}
