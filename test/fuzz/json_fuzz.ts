/**
 * Requests of every action with arbitrary fields, JSON and headers, over HTTP: every response is
 * prompt, valid under openapi.yaml and no internal error.
 */
import assert from "node:assert/strict";
import { type Action, actionOf, ACTIONS } from "../../src/generated/json.ts";
import { assertResponse } from "../contract/validate.ts";
import { bytes } from "../mime/bytes.ts";
import { numbers } from "../support/numbers.ts";
import { adminBody, SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { PATIENCE_MS } from "../support/until.ts";
import type { Outcome } from "./door_fuzz.ts";
import { mutated } from "./mm7_fuzz.ts";
import { CONTENT_TYPES, FIELDS, NAMES, VALUES } from "./json_pieces.ts";

const AT_ONCE = 64;
/** Share of requests that draw a picture, which takes a hundred times as long as the others. */
const DRAWN = 0.03;

// deno-lint-ignore no-explicit-any -- anything, on purpose
type Json = any;
type Random = () => number;

interface Request {
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Form of the requests and responses. */
export interface Form {
  path: string;
  contentType: string;
  /** Share of requests without a key in a header. */
  keyless: number;
  encode(body: Json, apiKey: string, random: Random): Uint8Array;
  /** Returns the action of a request, as far as it is readable. */
  actionIn(request: Uint8Array): Action | undefined;
  /** Returns the code of a failure. */
  codeOf(content: Json): string;
}

const JSON_FORM: Form = {
  path: "/api/v2",
  contentType: "application/json",
  keyless: 0,
  encode: (body) => bytes(JSON.stringify(body)),
  actionIn(body) {
    try {
      return actionOf(JSON.parse(new TextDecoder().decode(body)).action) ?? undefined;
    } catch {
      return undefined;
    }
  },
  codeOf: (content) => content["error-code"],
};

/** Sends this number of requests. Throws at the first wrong response, naming its round. */
export async function fuzzJson(
  rounds: number,
  seed: number,
  form: Form = JSON_FORM,
): Promise<Outcome> {
  // Without receiver and carrier accepted messages end at once, and only the door is at work.
  await using test = await startService({
    account: { postbackUrl: null },
    // An account saves its templates one at a time: a machine with other work may need a while.
    config: { DEFAULT_CONNECTOR: "", DATABASE_QUEUE_TIMEOUT: "1m" },
  });
  const things = {
    mmsId: await savedTemplate(test),
    removableId: await savedTemplate(test),
    trackingId: await scheduledText(test),
  };
  const campaign = { "campaign-ref": "spring", from: SHORT_CODE.address };
  await adminBody(test, 201, "POST", `/accounts/${test.account}/campaigns`, campaign);
  const outcome: Outcome = { counts: {}, slowestMs: 0, grownMb: 0 };
  const before = Deno.memoryUsage().rss;
  let next = 0;
  const worker = async () => {
    while (next < rounds) {
      const round = next++;
      try {
        const request = requestOf(test.apiKey, things, numbers(seed + round), form);
        await send(test, request, form, outcome);
      } catch (error) {
        throw new Error(`seed ${seed + round}`, { cause: error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  outcome.grownMb = Math.round((Deno.memoryUsage().rss - before) / 2 ** 20);
  return outcome;
}

async function savedTemplate(test: TestService): Promise<string> {
  const response = await test.post({
    action: "savemms",
    name: "A template",
    "disable-fallback-sms": true,
    slide: [{ "message-text": "Hello {$name|friend}" }, { "message-text": "Bye" }],
  });
  const { "mms-id": mmsId } = await response.json();
  while ((await test.admin("GET", `/templates/${mmsId}`)).body.state === "locked");
  return mmsId;
}

async function scheduledText(test: TestService): Promise<string> {
  const text = { action: "sendsms", from: SHORT_CODE.address, to: "16175550101" };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const response = await test.post({ ...text, "message-text": "Hello", "send-at": tomorrow });
  return (await response.json())["tracking-id"];
}

/** Things that requests name. */
interface Things {
  mmsId: string;
  /** Template that one request removes. */
  removableId: string;
  trackingId: string;
}

const pick = <T>(of: readonly T[], random: Random): T => of[Math.floor(random() * of.length)]!;

function requestOf(apiKey: string, things: Things, random: Random, form: Form): Request {
  const action = random() < DRAWN ? "createimage" : pick(NOT_DRAWN, random);
  const body = { action, ...honest(action, things, random) };
  for (let times = Math.floor(random() * 3); times > 0; times--) spoil(body, random);
  const raw = form.encode(body, apiKey, random);
  return {
    headers: headersOf(apiKey, random, form),
    body: random() < 0.2 ? mutated(raw, random) : raw,
  };
}

const NOT_DRAWN = ACTIONS.filter((action) => action !== "createimage");

/** Creates an honest request with most of the action's fields. */
function honest(
  action: Action,
  { mmsId, removableId, trackingId }: Things,
  random: Random,
): Record<string, Json> {
  const fields = Object.entries(FIELDS[action]).filter(([name]) =>
    random() < (name === "dynamic-image" ? DRAWN : 0.85)
  );
  const body = structuredClone(Object.fromEntries(fields));
  if ("mms-id" in body) body["mms-id"] = action === "deletemmsid" ? removableId : mmsId;
  if ("tracking-id" in body) body["tracking-id"] = trackingId;
  if ("from" in body) body.from = SHORT_CODE.address;
  return body;
}

/**
 * Changes a body in one place: replaces a value, leaves it out, puts it into a list, or adds a
 * field.
 */
function spoil(body: Json, random: Random): void {
  const holders = holdersIn(body);
  const holder = pick(holders, random);
  const further = Array.isArray(holder) ? String(holder.length) : pick(NAMES, random);
  const name = pick([...Object.keys(holder), further], random);
  switch (Math.floor(random() * 5)) {
    case 0:
      delete holder[name];
      return;
    case 1:
      holder[name] = [holder[name], holder[name]];
      return;
    case 2:
      holder[name] = { [pick(NAMES, random)]: holder[name] };
      return;
    default:
      // As in JSON, where `__proto__` is a field like any other.
      Object.defineProperty(holder, name, {
        value: structuredClone(pick(VALUES, random)),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
}

function holdersIn(value: Json): Json[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(holdersIn)];
}

function headersOf(
  apiKey: string,
  random: Random,
  { contentType, keyless }: Form,
): Record<string, string> {
  const maybe = (name: string, values: readonly string[], odds: number) =>
    random() < odds ? { [name]: pick(values, random) } : {};
  const texts = VALUES.filter((value): value is string =>
    typeof value === "string" && /^[ -~]*$/.test(value) && value.length < 1000
  );
  return {
    "content-type": random() < 0.97 ? contentType : pick(CONTENT_TYPES, random),
    ...keyless > 0 && random() < keyless
      ? {}
      : { "x-api-key": random() < 0.98 ? apiKey : pick(texts, random) },
    ...maybe("x-service-carrier-id", ["0001470", ...texts], 0.05),
    ...maybe("idempotency-key", ["a", "b", ...texts], 0.1),
    ...maybe("x-request-id", texts, 0.05),
  };
}

async function send(
  { url }: TestService,
  request: Request,
  { path, actionIn, codeOf }: Form,
  outcome: Outcome,
): Promise<void> {
  const since = performance.now();
  const response = await fetch(url + path, {
    method: "POST",
    ...request,
    body: request.body as Uint8Array<ArrayBuffer>,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { status } = response;
  const named = actionIn(request.body);
  const content = await assertResponse(
    "post",
    path,
    response,
    status === 200 ? named : undefined,
  );
  await response.body?.cancel();
  outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - since);
  const code = status === 200 ? named : codeOf(content);
  assert.ok(status < 500, `${status} ${code} for ${new TextDecoder().decode(request.body)}`);
  const key = `${status} ${code}`;
  outcome.counts[key] = (outcome.counts[key] ?? 0) + 1;
}
