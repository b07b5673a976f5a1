/** Messages from handsets: each that was kept is there once, and announced once. */
import type { Ledger, Written } from "../ledger.ts";
import type { Finding } from "./finding.ts";
import { type Tellings, type Trouble, troubleWith, unsent } from "./tellings.ts";
import type { InboundRow, World } from "./world.ts";

const ANNOUNCED = { MMS_MO: /^N401 $/, SMS_MO: /^N211 $/ };

export function auditInbound(ledger: Ledger, { inbound }: World, tellings: Tellings): Finding[] {
  const byNumber = Map.groupBy(inbound, ({ from }) => from);
  return ledger.written.flatMap((written) => {
    const found = byNumber.get(written.from) ?? [];
    const trouble = [
      ...presence(written, found),
      ...found.flatMap((message) => telling(message, tellings)),
    ];
    const id = found[0]?.["tracking-id"] ?? written.from;
    return trouble.map(([fault, says]): Finding => ({ of: "inbound", fault, id, says }));
  });
}

function presence(written: Written, found: InboundRow[]): Trouble[] {
  const { answer, carrier, kind, lives } = written;
  if (answer === "kept" && found.length === 0) return [["lost", `${carrier} was told it is kept`]];
  if (answer === "refused") return [["wrong", `${carrier} was told that nobody owns its number`]];
  if (found.length <= mostOf(written)) return [];
  return [[
    "doubled",
    `${found.length} of one ${kind} that ${carrier} gave to ${lives.size} lives`,
  ]];
}

/**
 * SMPP gives a message from a handset no name: one whose answer was lost with the process is, to the
 * next life, another one with the same words.
 */
function mostOf({ kind, lives }: Written): number {
  return kind === "SMS" ? lives.size : 1;
}

function telling(message: InboundRow, tellings: Tellings): Trouble[] {
  const { account, from, kind, postbacks, "tracking-id": subject } = message;
  // A VASP is told the handset's number only; one of two messages would be told twice.
  const hasNotice = postbacks.some(({ code }) => code === "DeliverReq");
  return [
    ...unsent(postbacks),
    ...troubleWith(tellings, { account, channel: "json", subject, codes: ANNOUNCED[kind] }),
    ...hasNotice
      ? troubleWith(tellings, { account, channel: "vasp", subject: from, codes: /^DeliverReq $/ })
      : [],
  ];
}
