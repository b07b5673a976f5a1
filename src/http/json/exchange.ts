/** Requests over JSON with their responses, for the exchange log. */
import { CLIENT, type NewExchange } from "../../core/exchange/exchange.ts";
import type { Action } from "../../generated/json.ts";
import type { Body } from "../requests/body.ts";

export interface JsonFacts {
  trackingId: string;
  /** Time of the request, in milliseconds since the epoch. */
  at: number;
  action: Action;
  request: Request;
  read: Body;
  /** Fields of the response. */
  result: object;
}

/** Returns a request over JSON, as it came, and the response. */
export function jsonExchange(
  { trackingId, at, action, request, read, result }: JsonFacts,
): NewExchange[] {
  const secrets = [request.headers.get("x-api-key") ?? ""];
  const common = { trackingId, peer: CLIENT, protocol: "json", secrets } as const;
  return [
    { ...common, at, direction: "in", title: action, content: read.bytes },
    { ...common, direction: "out", title: "HTTP 200", content: JSON.stringify(result) },
  ];
}
