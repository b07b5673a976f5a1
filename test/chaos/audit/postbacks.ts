/** Checks that a receiver got all postbacks on a subject, in order. */
import type { Ledger, ReceivedPostback } from "../ledger.ts";
import type { Fault } from "./finding.ts";
import type { PostbackRow } from "./world.ts";

export type Channel = ReceivedPostback["channel"];

/** Received postbacks by account, channel and subject. */
export type ReceivedPostbacks = Map<string, ReceivedPostback[]>;

const keyOf = (account: string, channel: Channel, subject: string) =>
  `${account} ${channel} ${subject}`;

export function groupReceived({ received }: Ledger): ReceivedPostbacks {
  return Map.groupBy(received, ({ account, channel, subject }) => keyOf(account, channel, subject));
}

export interface Expected {
  account: string;
  channel: Channel;
  subject: string;
  /** Expected codes in order, with a space after each. */
  codes: RegExp;
}

export type Trouble = [fault: Fault, says: string];

/** Postbacks with the same id. */
interface Notice {
  id: string;
  code: string;
  /** Positions in the order of arrival. */
  first: number;
  accepted: number;
  all: ReceivedPostback[];
}

/** Checks the postbacks of each receiver that gets them all. */
export function troubleWithAll(
  received: ReceivedPostbacks,
  expected: Omit<Expected, "channel">,
): Trouble[] {
  const channels = expected.account === "bolt" ? ["json" as const] : ["json", "archive"] as const;
  return channels.flatMap((channel) => troubleWith(received, { ...expected, channel }));
}

export function troubleWith(received: ReceivedPostbacks, expected: Expected): Trouble[] {
  const { account, channel, subject, codes } = expected;
  const all = received.get(keyOf(account, channel, subject)) ?? [];
  const notices = noticesOf(all);
  const trouble: Trouble[] = [
    ...notices.flatMap(changes),
    ...notices.slice(1).flatMap((next, index) => overtakings(notices[index]!, next)),
  ];
  const came = notices.map(({ code }) => `${code} `).join("");
  if (codes.test(came)) return trouble;
  const sorted = notices.map(({ code }) => code);
  const twice = sorted.find((code, index) => sorted.indexOf(code) !== index && !/^E0/.test(code));
  const says = `${channel}: came [${came.trim()}], not ${codes.source}`;
  if (twice !== undefined) return [...trouble, ["doubled", says]];
  return [...trouble, [permuted(sorted, codes) ? "out of order" : "lost", says]];
}

/** Groups postbacks by id, in the order of first arrival. */
function noticesOf(all: readonly ReceivedPostback[]): Notice[] {
  return [...Map.groupBy(all.entries(), ([, { id }]) => id)].map(([id, arrivals]) => ({
    id,
    code: arrivals[0]![1].code,
    first: arrivals[0]![0],
    accepted: arrivals.find(([, { accepted }]) => accepted !== "no")?.[0] ?? Infinity,
    all: arrivals.map(([, postback]) => postback),
  }));
}

/** Checks that postbacks of one id have the same body, and valid signatures. */
function changes({ id, all }: Notice): Trouble[] {
  const [first] = all;
  const isSame = all.every(({ body, code }) => body === first!.body && code === first!.code);
  return [
    ...isSame ? [] : [["wrong", `${id} came with different contents`] as Trouble],
    ...all.every(({ isSigned }) => isSigned)
      ? []
      : [["wrong", `${id}: wrong signature`] as Trouble],
  ];
}

function overtakings(before: Notice, next: Notice): Trouble[] {
  if (next.first > before.accepted) return [];
  return [["out of order", `${next.code} came before ${before.code} was taken`]];
}

/** Reports whether the same codes would be right in another order. */
function permuted(codes: readonly string[], expected: RegExp, head = ""): boolean {
  if (codes.length === 0) return expected.test(head);
  return codes.some((code, index) =>
    permuted(codes.toSpliced(index, 1), expected, `${head}${code} `)
  );
}

/** Lists the postbacks whose state is not "sent" in the service. */
export function unsent(postbacks: readonly PostbackRow[]): Trouble[] {
  return postbacks.flatMap(({ id, code, state, "last-error": error }): Trouble[] => {
    if (state === "sent") return [];
    return [[state === "dead" ? "lost" : "stuck", `${code} ${id} is ${state}: ${error}`]];
  });
}
