/** Audit of templates: each accepted one is encoded or has failed, and was reported. */
import type { Ledger } from "../ledger.ts";
import type { Finding } from "./finding.ts";
import { type ReceivedPostbacks, type Trouble, troubleWithAll } from "./postbacks.ts";
import type { TemplateRow, World } from "./world.ts";

const CODES = { ready: /^N003 $/, failed: /^((E011|E00[234]) )+$/ };

export function auditTemplates(
  ledger: Ledger,
  world: World,
  received: ReceivedPostbacks,
): Finding[] {
  const byName = Map.groupBy(world.templates, ({ name }) => name);
  return ledger.saved.flatMap(({ name, outcome, mmsId, lastResponse }) => {
    const found = byName.get(name) ?? [];
    const trouble: Trouble[] = found.flatMap((template) => progress(template, received));
    if (found.length > 1) trouble.push(["doubled", `${found.length} templates of one request`]);
    if (outcome === "refused" && found.length > 0) trouble.push(["not to be", lastResponse]);
    if (outcome === "accepted" && found[0]?.["mms-id"] !== mmsId) {
      trouble.push(["lost", `accepted as ${mmsId}`]);
    }
    const id = found[0]?.["tracking-id"] ?? name;
    return trouble.map(([fault, says]): Finding => ({ of: "savemms", fault, id, text: says }));
  });
}

function progress(template: TemplateRow, received: ReceivedPostbacks): Trouble[] {
  const { account, state, "tracking-id": subject } = template;
  if (state === "locked") return [["stuck", "it is locked"]];
  return troubleWithAll(received, { account, subject, codes: CODES[state] });
}
