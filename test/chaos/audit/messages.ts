/** Audit of messages: requests, stored messages, and the postbacks that receivers got. */
import type { CustomerRequest, Ledger } from "../ledger.ts";
import { submissionsTo } from "./carried.ts";
import type { Finding } from "./finding.ts";
import {
  type ReceivedPostbacks,
  type Trouble,
  troubleWith,
  troubleWithAll,
  unsent,
} from "./postbacks.ts";
import { isFinal, type MessageRow, type World } from "./world.ts";

/** Postback codes by state. A state that is not listed must not last. */
const CODES: Record<MessageRow["kind"], Record<string, RegExp>> = {
  MMS_MT: {
    submitted: /^(N013 )?N101 $/,
    unreported: /^(N013 )?N101 $/,
    delivered: /^(N013 )?N101 N102 $/,
    expired: /^(N013 )?(N101 )?N103 $/,
    failed: /^((N013 )?N101 |(E01[123] )+)E101 $/,
    rejected: /^(N013 )?N101 E102 $/,
    unrecognised: /^(N013 )?N101 E102 $/,
    canceled: /^(N013 )?(N101 )?$/,
  },
  SMS_MT: {
    submitted: /^N201 $/,
    unreported: /^N201 $/,
    delivered: /^N201 N202 $/,
    failed: /^N201 E201 $/,
    rejected: /^N201 E202 $/,
    canceled: /^(N201 )?$/,
  },
};

/** Accounts with a URL for notices over MM7. */
const VASPS: ReadonlySet<string> = new Set(["acme", "coil", "dune", "edge"]);

export function auditMessages(
  ledger: Ledger,
  world: World,
  received: ReceivedPostbacks,
): Finding[] {
  const byNumber = Map.groupBy(world.messages, ({ to }) => to);
  const numbers = new Set(ledger.requests.map(({ to }) => to));
  const submissions = submissionsTo(ledger, world);
  const reports = reportsOf(ledger);
  const findings = ledger.requests.flatMap((request) => {
    const found = byNumber.get(request.to) ?? [];
    const trouble: Trouble[] = [
      ...presence(request, found, submissions.has(request.to)),
      ...found.flatMap((message) => [
        ...progress(message, reports),
        ...cancellation(request, message, submissions.has(request.to)),
        ...postbackTrouble(request, message, received),
        ...submissions.troubleWith(message),
      ]),
    ];
    const id = found[0]?.["tracking-id"] ?? request.trackingId ?? request.to;
    return trouble.map(([fault, says]): Finding => ({ of: request.kind, fault, id, text: says }));
  });
  const strangers = world.messages.filter(({ to }) => !numbers.has(to)).map((
    { "tracking-id": id },
  ): Finding => ({ of: "sendsms", fault: "wrong", id, text: "this message has no request" }));
  return [...findings, ...strangers];
}

/** Compares the stored messages with the request's outcome. */
function presence(
  { outcome, trackingId, lastResponse, attempts: attempts }: CustomerRequest,
  found: readonly MessageRow[],
  isGiven: boolean,
): Trouble[] {
  const ids = found.map((message) => message["tracking-id"]);
  if (ids.length > 1) return [["doubled", `${ids.length} messages of ${attempts} tries: ${ids}`]];
  if (outcome === "refused") {
    return ids.length > 0 || isGiven
      ? [["not to be", `refused (${lastResponse}), yet there is one`]]
      : [];
  }
  if (outcome === "accepted" && ids[0] !== trackingId) {
    return [["lost", `accepted as ${trackingId}, but there is ${ids[0] ?? "none"}`]];
  }
  if (ids.length === 0 && isGiven) return [["lost", "a carrier has it, and we do not"]];
  return [];
}

/** Compares the state of a message with the response to its cancellation, and with its carriers. */
function cancellation(
  { cancellation }: CustomerRequest,
  { state }: MessageRow,
  isGiven: boolean,
): Trouble[] {
  if (state !== "canceled") {
    return cancellation === "accepted" ? [["wrong", `canceled, and yet it is ${state}`]] : [];
  }
  const trouble: Trouble[] = [];
  if (isGiven) trouble.push(["not to be", "it is canceled, and a carrier has it"]);
  if (cancellation === undefined || cancellation === "refused") {
    trouble.push([
      "wrong",
      `it is canceled; its cancellation was ${cancellation ?? "not asked for"}`,
    ]);
  }
  return trouble;
}

interface Report {
  response: "taken" | "unknown" | null;
}

/** Indexes final reports that got a response, by carrier and its id. */
function reportsOf({ reported }: Ledger): Map<string, Report> {
  return new Map(
    reported.filter(({ says, response }) => says !== "not yet" && response !== null)
      .map(({ carrier, id, response }) => [`${carrier} ${id}`, { response }]),
  );
}

function progress(message: MessageRow, reports: ReadonlyMap<string, Report>): Trouble[] {
  const { kind, state, connector, "carrier-id": carrierId, segments } = message;
  if (isFinal(state)) return [];
  if (!(state in CODES[kind])) return [["stuck", `it is ${state}`]];
  const report = reports.get(`${connector} ${carrierId}`);
  // One of several segments does not end a message.
  if (report === undefined || (segments ?? 1) > 1) return [];
  return [["stuck", `it is ${state}, though ${connector} reported the end of ${carrierId}`]];
}

function postbackTrouble(
  { kind }: Pick<CustomerRequest, "kind">,
  message: MessageRow,
  received: ReceivedPostbacks,
): Trouble[] {
  const { account, state, postbacks, "tracking-id": subject } = message;
  const expected = CODES[message.kind][state];
  if (expected === undefined) return [];
  const wasPresumed = message.history.some(({ event }) => event.startsWith("presumed "));
  const codes = wasPresumed ? withPresumed(expected) : expected;
  const reports = VASPS.has(account) && kind === "mm7" && isFinal(state);
  const notices = wasPresumed ? /^(DeliveryReportReq ){1,2}$/ : /^DeliveryReportReq $/;
  return [
    ...unsent(postbacks),
    ...troubleWithAll(received, { account, subject, codes }),
    ...troubleWith(received, {
      account,
      channel: "vasp",
      subject,
      codes: reports ? notices : /^$/,
    }),
  ];
}

/** Allows the postback of a presumed end before that of the report which overturned it. */
function withPresumed({ source }: RegExp): RegExp {
  return new RegExp(source.replace(/\S+ \$$/, "((N103|E10[12]|E20[12]) )?$&"));
}
