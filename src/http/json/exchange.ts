/** Requests of actions with their responses, for the exchange log. */
import { CLIENT, type NewExchange } from "../../core/exchange/exchange.ts";
import type { Action } from "../../generated/json.ts";

export interface ActionFacts {
  trackingId: string;
  /** Time of the request, in milliseconds since the epoch. */
  at: number;
  action: Action;
  protocol: "json" | "xml";
  /** Keys that the request may contain. */
  secrets: readonly string[];
  /** Body of the request. */
  request: string | Uint8Array;
  /** Body of the response. */
  response: string;
}

/** Returns a request as it came, and the response. */
export function actionExchange(
  { trackingId, at, action, protocol, secrets, request, response }: ActionFacts,
): NewExchange[] {
  const common = { trackingId, peer: CLIENT, protocol, secrets };
  return [
    { ...common, at, direction: "in", title: action, content: request },
    { ...common, direction: "out", title: "HTTP 200", content: response },
  ];
}
