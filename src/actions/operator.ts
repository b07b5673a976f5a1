/** Operator look-up at acceptance, for accounts whose routes depend on the operator. */
import type { PaidLookups } from "../core/account/account.ts";
import { Refusal } from "../core/errors.ts";
import type { NewMessage } from "../core/message/message.ts";
import { isUnserved, needsOperator, type RoutingTable } from "../core/routing/routing.ts";
import { LookupFailed } from "../ports/mod.ts";
import type { ActionPorts } from "./ports.ts";

/**
 * Resolves the operator to accept a message with; null: unknown, and not needed yet.
 *
 * @param lookups Look-ups that the account pays for.
 * @throws {Refusal} E618 where a required look-up fails, E619 where the operator is not served.
 */
export async function operatorFor(
  ports: Pick<ActionPorts, "lookup" | "routing">,
  message: NewMessage,
  lookups: PaidLookups,
): Promise<string | null> {
  const table = await ports.routing.table();
  const operatorId = message.operatorId ?? await lookUp(ports, message, table, lookups);
  if (isUnserved(table, message, operatorId)) throw new Refusal("operatorNotServed");
  return operatorId;
}

async function lookUp(
  { lookup }: Pick<ActionPorts, "lookup">,
  message: NewMessage,
  table: RoutingTable,
  lookups: PaidLookups,
): Promise<string | null> {
  const { account, content, to } = message;
  // Spec 4.4: force-send-as-sms bypasses the look-up.
  const isForced = content.kind === "MMS" && content.forceSms;
  if (isForced || !needsOperator(table, message)) return null;
  if (lookups === "never") return await lookup.knownOperatorOf(to, account);
  try {
    return await lookup.operatorOf(to, account);
  } catch (error) {
    if (!(error instanceof LookupFailed)) throw error;
    const retryAfter = Math.ceil(error.retryAfterMs / 1000);
    throw new Refusal("operatorLookupFailed", undefined, retryAfter);
  }
}
