/** Responses of the XML form. */
import { writeXml, type XmlStyle } from "../../xml/writer.ts";

const XML = "application/xml; charset=utf-8";

/** Turns a JSON response into XML, with its status and headers; a file stays as it is. */
export async function xmlResponse(response: Response, style?: XmlStyle): Promise<Response> {
  const headers = new Headers(response.headers);
  if (headers.get("content-type") !== "application/json") return response;
  headers.set("content-type", XML);
  headers.delete("content-length");
  const body = writeXml("response", await response.json(), style);
  return new Response(body, { status: response.status, headers });
}
