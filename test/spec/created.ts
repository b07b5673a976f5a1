/** Responses to `createcontact` and `createcalendar` at the door. */
import { ask, faultOf } from "../http/door.ts";
import type { TestService } from "../support/service.ts";

export interface Created {
  /** Error code and HTTP status; null if a file was created. */
  fault: string | null;
  info: string;
  file: Uint8Array;
  /** Content-Type header as received. */
  type: string;
  disposition: string;
}

export async function created(test: TestService, action: string, body: object): Promise<Created> {
  const response = await ask(test, { ...body, action });
  const { headers, status } = response;
  const type = headers.get("content-type") ?? "";
  const disposition = headers.get("content-disposition") ?? "";
  if (status === 200) return { fault: null, info: "", file: response.body, type, disposition };
  const { "error-info": info } = response.body;
  return { fault: faultOf(response), info, file: new Uint8Array(), type, disposition };
}
