/** The audit: what was seen outside, held against what the admin API says there is. */
import type { Ledger } from "../ledger.ts";
import type { Finding } from "./finding.ts";
import { auditInbound } from "./inbound.ts";
import { auditMessages } from "./messages.ts";
import { tellingsOf } from "./tellings.ts";
import { auditTemplates } from "./templates.ts";
import type { World } from "./world.ts";

export function audit(ledger: Ledger, world: World): Finding[] {
  const tellings = tellingsOf(ledger);
  return [
    ...auditMessages(ledger, world, tellings),
    ...auditTemplates(ledger, world, tellings),
    ...auditInbound(ledger, world, tellings),
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
    says: `${code} ${id} was told of it, and there is no such thing`,
  }));
}
