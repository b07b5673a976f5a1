/** Health of an account's senders, as far as this process knows it. */
import type { Originator } from "../core/account/account.ts";
import type { RouteKind } from "../core/routing/routing.ts";

/** Messages that a sender is to send. */
export interface Sending {
  account: string;
  kind: RouteKind;
  /** Operator of the recipient; null: unknown. */
  operatorId: string | null;
}

export interface SenderHealth {
  /**
   * Tells whether a connector that takes the messages is set up and enabled, and as far as is known
   * works. Asks neither the store nor a carrier.
   */
  isHealthy(originator: Originator, sending: Sending): Promise<boolean>;
}
