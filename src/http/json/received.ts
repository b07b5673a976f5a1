/** Requests for actions that a door has read. */
import type { AccountAccess, Exchanges } from "../../ports/mod.ts";
import { operatorHeader } from "../requests/operator_header.ts";
import { actionExchange, type ActionFacts } from "./exchange.ts";
import type { PerformAction } from "./perform.ts";
import type { Result } from "./response.ts";

export interface ReceivedOptions {
  performAction: PerformAction;
  exchanges: Exchanges;
}

export interface Received extends Pick<ActionFacts, "at" | "protocol" | "secrets"> {
  request: Request;
  access: AccountAccess;
  /** Body as in JSON. */
  body: Record<string, unknown>;
  /** Returns the body of the request as the exchange log has it. */
  content(): string | Uint8Array;
  /** Writes the body of the response. */
  write(result: Result): string;
}

/** Performs the action of a request, and records both in the exchange log. Never rejects. */
export function performReceived(
  { performAction, exchanges }: ReceivedOptions,
  { access, body, request, content, write, ...facts }: Received,
): Promise<Response> {
  const { headers } = request;
  return performAction({
    access,
    body,
    idempotencyKey: headers.get("idempotency-key"),
    operatorId: operatorHeader(headers),
    signal: () => request.signal,
    onAccepted: ({ trackingId, action, result }) =>
      exchanges.record(() =>
        actionExchange({
          ...facts,
          trackingId,
          action,
          request: content(),
          response: write(result),
        })
      ),
  });
}
