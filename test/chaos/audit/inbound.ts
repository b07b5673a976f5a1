/** Audit of messages from handsets: each stored one exists once, and is reported once. */
import type { Ledger, Written } from "../ledger.ts";
import type { Finding } from "./finding.ts";
import {
  type ReceivedPostbacks,
  type Trouble,
  troubleWith,
  troubleWithAll,
  unsent,
} from "./postbacks.ts";
import type { InboundRow, World } from "./world.ts";

const ANNOUNCED = { MMS_MO: /^N401 $/, SMS_MO: /^N211 $/ };

export function auditInbound(
  ledger: Ledger,
  { inbound }: World,
  received: ReceivedPostbacks,
): Finding[] {
  const byNumber = Map.groupBy(inbound, ({ from }) => from);
  return ledger.written.flatMap((written) => {
    const found = byNumber.get(written.from) ?? [];
    const trouble = [
      ...presence(written, found),
      ...found.flatMap((message) => postbackTrouble(message, received)),
    ];
    const id = found[0]?.["tracking-id"] ?? written.from;
    return trouble.map(([fault, says]): Finding => ({ of: "inbound", fault, id, text: says }));
  });
}

function presence(written: Written, found: InboundRow[]): Trouble[] {
  const { response, carrier, kind, lives } = written;
  if (response === "kept" && found.length === 0) {
    return [["lost", `${carrier} was told that it is stored`]];
  }
  if (response === "refused") {
    return [["wrong", `${carrier} was told that its number has no owner`]];
  }
  if (found.length <= mostOf(written)) return [];
  return [[
    "doubled",
    `${found.length} of one ${kind} that ${carrier} gave to ${lives.size} lives`,
  ]];
}

/**
 * Returns the maximum number of copies. SMPP has no id for a message from a handset: a text whose
 * response was lost with the process is another text with the same words to the next process.
 */
function mostOf({ hasId, lives }: Written): number {
  return hasId ? 1 : lives.size;
}

function postbackTrouble(message: InboundRow, received: ReceivedPostbacks): Trouble[] {
  const { account, from, kind, postbacks, "tracking-id": subject } = message;
  // A VASP gets the handset's number only, so that two messages could not be distinguished.
  const hasNotice = postbacks.some(({ code }) => code === "DeliverReq");
  return [
    ...unsent(postbacks),
    ...troubleWithAll(received, { account, subject, codes: ANNOUNCED[kind] }),
    ...hasNotice
      ? troubleWith(received, { account, channel: "vasp", subject: from, codes: /^DeliverReq $/ })
      : [],
  ];
}
