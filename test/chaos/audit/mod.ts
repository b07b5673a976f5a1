/** The audit compares events outside the service with the state in the admin API. */
import type { Ledger } from "../ledger.ts";
import type { Finding } from "./finding.ts";
import { auditInbound } from "./inbound.ts";
import { auditMessages } from "./messages.ts";
import { groupReceived } from "./postbacks.ts";
import { auditTemplates } from "./templates.ts";
import type { World } from "./world.ts";

export function audit(ledger: Ledger, world: World): Finding[] {
  const received = groupReceived(ledger);
  return [
    ...auditMessages(ledger, world, received),
    ...auditTemplates(ledger, world, received),
    ...auditInbound(ledger, world, received),
    ...strangers(ledger, world),
  ];
}

/** Finds postbacks about things that do not exist. */
function strangers({ received }: Ledger, { messages, inbound, templates }: World): Finding[] {
  const ids = new Set([
    ...[...messages, ...inbound, ...templates].map((row) => row["tracking-id"]),
    ...inbound.map(({ from }) => from),
  ]);
  return received.filter(({ subject }) => !ids.has(subject)).map((
    { subject, code, id },
  ): Finding => ({
    of: "sendsms",
    fault: "lost",
    id: subject,
    text: `${code} ${id} was reported, and does not exist`,
  }));
}
