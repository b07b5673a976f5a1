/** The JSON door (contract section 1): one endpoint, dispatched by the body's `action`. */
import type { Clock } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import type { BodyReader } from "../requests/body.ts";
import { parseJsonObject } from "../requests/json_body.ts";
import { failureResponse, refusalOf } from "../requests/failure.ts";
import { JSON_DOOR } from "../requests/request_metrics.ts";
import { authenticateKey, type KeyAuthenticationOptions } from "./authentication.ts";
import { performReceived, type ReceivedOptions } from "./received.ts";

export interface JsonDoorOptions extends KeyAuthenticationOptions, ReceivedOptions {
  clock: Clock;
  log: Log;
  bodies: BodyReader;
}

/** Creates the handler of `POST /api/v2`, which never rejects. */
export function createJsonDoor(
  options: JsonDoorOptions,
): (request: Request) => Promise<Response> {
  const { bodies, clock, log } = options;
  return async (request) => {
    try {
      const { headers } = request;
      const key = headers.get("x-api-key") || null;
      const presented = { door: JSON_DOOR, headers, key, name: "x-api-key" };
      const access = await authenticateKey(options, presented);
      using read = await bodies.read(request, { owner: access.account.id });
      return await performReceived(options, {
        request,
        access,
        at: clock.now(),
        body: parseJsonObject(headers.get("content-type"), read.bytes),
        protocol: "json",
        secrets: [key ?? ""],
        content: () => read.bytes,
        write: JSON.stringify,
      });
    } catch (error) {
      return failureResponse(refusalOf(error, log));
    }
  };
}
