/** `GET /console/files/{sha256}`: a stored file of a message or template. */
import {
  presentationHeaders,
  presentationOfMedia,
  UNKNOWN_PRESENTATION,
} from "../http/requests/file_response.ts";
import type { AdminApi } from "./model/admin_api.ts";

/**
 * Responds with a file. The address names its type, since the store does not know it; nothing that a
 * browser might execute is shown, whatever the address says.
 *
 * @throws {ApiRefusal} for an unknown file
 */
export async function fileResponse(
  api: AdminApi,
  sha256: string,
  request: Request,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const response = await api.call("readFile", { params: { sha256 }, browser: request });
  const headers = {
    ...presentationHeaders({
      ...presentationOfMedia(searchParams.get("type") ?? "") ?? UNKNOWN_PRESENTATION,
      name: searchParams.get("name") ?? "file",
    }),
    "cross-origin-resource-policy": "same-origin",
  };
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
