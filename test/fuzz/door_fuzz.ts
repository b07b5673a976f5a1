/**
 * Requests of real clients broken at random, and requests generated from the schema with arbitrary
 * values, over HTTP: every response is prompt, well-formed MM7 and no internal error.
 */
import assert from "node:assert/strict";
import fc from "npm:fast-check@4.10.2";
import { NAMESPACE } from "../../src/generated/mm7.ts";
import type { Messages } from "../../src/generated/mm7.ts";
import { readResponse } from "../../src/mm7/response.ts";
import { writeEnvelope } from "../../src/mm7/envelope.ts";
import { readXml } from "../../src/lib/xml/reader.ts";
import { text } from "../mime/bytes.ts";
import { fixture, FIXTURES } from "../mm7/fixtures.ts";
import { anyMessage } from "../mm7/messages.ts";
import { numbers } from "../support/numbers.ts";
import { SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { PATIENCE_MS } from "../support/until.ts";
import { basic, multipart, TEXT } from "../support/vasp.ts";
import { broken, type Counts } from "./mm7_fuzz.ts";
import { anyPresented, presentedRequest } from "./presentations.ts";

/** HTTP statuses of the contract. */
const STATUSES = [200, 401, 413];

interface Request {
  path: string;
  contentType: string;
  body: Uint8Array;
  authorization: string;
}

export interface Outcome {
  counts: Counts;
  /** Slowest response of a door for customers, in milliseconds. */
  slowestMs: number;
  /** Growth of the process, service included, from a fifth of the rounds on, in megabytes. */
  grownMb: number;
}

/** Requests of one kind. */
export interface Kind {
  /** Creates the request of a round. */
  requestOf(test: TestService, random: () => number, seed: number): Request;
  /** Requests in flight. */
  atOnce: number;
}

/** Sends this number of requests. Throws at the first wrong response, naming its round. */
export async function fuzzDoors(
  rounds: number,
  seed: number,
  { requestOf, atOnce }: Kind = SMALL,
): Promise<Outcome> {
  // Without receiver and carrier accepted messages end at once, and only the doors are at work. The
  // clock is at the evening of the samples' recording, since one of them expires soon after.
  const behind = Date.now() - Date.parse("2026-11-20T21:30:00Z");
  await using test = await startService({
    account: { postbackUrl: null },
    config: { DEFAULT_CONNECTOR: "" },
    senders: [SHORT_CODE, { ...SHORT_CODE, address: "333" }],
    clock: { now: () => Date.now() - behind },
  });
  const relay = { "relay-username": "mmsc", "relay-password": "secret" };
  const connector = await test.admin("POST", "/connectors", {
    name: "mmsc",
    kind: "mmsc_mm7",
    url: "http://127.0.0.1:9/",
    vaspid: "us",
    ...relay,
  });
  assert.equal(connector.status, 201, JSON.stringify(connector.body));
  const outcome: Outcome = { counts: {}, slowestMs: 0, grownMb: 0 };
  /** Once the code is warm, and after that. */
  let before = Deno.memoryUsage().rss;
  let next = 0;
  const worker = async () => {
    while (next < rounds) {
      const round = next++;
      if (round === Math.floor(rounds / 5)) before = Deno.memoryUsage().rss;
      const request = requestOf(test, numbers(seed + round), seed + round);
      try {
        await send(test.url, request, outcome);
      } catch (error) {
        throw new Error(`seed ${seed + round}`, { cause: error });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  outcome.grownMb = Math.round((Deno.memoryUsage().rss - before) / 2 ** 20);
  return outcome;
}

const SEEDS = FIXTURES.map((name) => ({ name, ...fixture(name) }));
/** Report on an unknown message, which is looked up again for seconds, so that few are sent. */
const REPORT = SEEDS.find(({ name }) => name.includes("DeliveryReportReq"))!;
const OFTEN = SEEDS.filter((seed) => seed !== REPORT);

function brokenOrMadeUp(
  { account, apiKey }: TestService,
  random: () => number,
  seed: number,
): Request {
  const isMadeUp = random() < 0.3;
  const { name, contentType, body } = random() < 0.01
    ? REPORT
    : OFTEN[Math.floor(random() * OFTEN.length)]!;
  const isSubmission = isMadeUp || name.includes("SubmitReq");
  const target = isSubmission
    ? { path: "/mm7/v1", authorization: basic(account, random() < 0.98 ? apiKey : "wrong") }
    : { path: "/mm7/relay/mmsc", authorization: basic("mmsc", "secret") };
  if (isMadeUp) return { ...target, ...madeUp(apiKey, seed) };
  const authenticated = { contentType, body: withKey(body, apiKey) };
  return { ...target, ...random() < 0.05 ? authenticated : broken(authenticated, random) };
}

const SMALL: Kind = { requestOf: brokenOrMadeUp, atOnce: 128 };

/** Submissions whose presentations multiply their parts: each takes milliseconds. */
export const MULTIPLYING: Kind = {
  requestOf({ account, apiKey }, random, seed) {
    const request = presentedRequest(anyPresented(random), { apiKey, transactionId: `tx-${seed}` });
    return { path: "/mm7/v1", authorization: basic(account, apiKey), ...request };
  },
  atOnce: 8,
};

/** Replaces the sample's VASPID by a valid one. */
function withKey(body: Uint8Array, apiKey: string): Uint8Array {
  const latin1 = new TextDecoder("latin1").decode(body)
    .replace(/(VASPID>)[^<]*/, `$1${apiKey}`);
  return Uint8Array.from(latin1, (character) => character.charCodeAt(0));
}

/** Generates any SubmitReq that the schema allows, mostly with a valid sender and recipient. */
function madeUp(apiKey: string, seed: number): { contentType: string; body: Uint8Array } {
  const [message] = fc.sample(anyMessage("SubmitReq"), { numRuns: 1, seed });
  const likely = {
    MM7Version: "6.8.0",
    ExpiryDate: undefined,
    ReplyCharging: undefined,
    ChargedParty: undefined,
    ChargedPartyID: undefined,
    SenderIdentification: {
      VASPID: apiKey,
      SenderAddress: { kind: "ShortCode", value: "111122" },
    },
    Recipients: { To: [{ kind: "Number", value: "16175550101" }] },
    Content: { href: "cid:content", allowAdaptations: seed % 2 === 0 },
  };
  const request = { ...message, ...seed % 4 === 0 ? {} : likely } as Messages["SubmitReq"];
  const envelope = writeEnvelope("SubmitReq", request, {
    transactionId: `tx-${seed}`,
    namespace: NAMESPACE,
  });
  const headers = ["Content-Type: text/xml", "Content-ID: <start>"];
  return {
    contentType: `multipart/related; boundary=b; start="<start>"`,
    body: multipart("b", [{ headers, content: envelope }, TEXT]),
  };
}

async function send(url: string, request: Request, outcome: Outcome): Promise<void> {
  const { path, contentType, body, authorization } = request;
  const since = performance.now();
  const response = await fetch(url + path, {
    method: "POST",
    // Bytes that no header value can have are removed.
    headers: { "content-type": contentType.replaceAll(/[^ -~]/g, "?"), authorization },
    body: body as Uint8Array<ArrayBuffer>,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const content = await response.bytes();
  if (path === "/mm7/v1") {
    outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - since);
  }
  const isFine = (isSo: boolean) => {
    if (!isSo) assert.fail(`${response.status} ${text(content)} for ${text(body)}`);
  };
  isFine(STATUSES.includes(response.status));
  readXml(content); // strictly
  const { code, transactionId, messageId } = readResponse(content);
  isFine(code !== null && code !== 3000);
  if (path === "/mm7/v1" && code === 1000) isFine(Boolean(transactionId && messageId));
  const key = `${path} ${code}`;
  outcome.counts[key] = (outcome.counts[key] ?? 0) + 1;
}
