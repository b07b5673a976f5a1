/** Client of every language against a running service, with one table of cases. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { newDirectory } from "../../support/scratch.ts";
import { adminBody, jsonOf, startService, type TestService } from "../../support/service.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { AS_THEY_ARE, type Call, callsOf, type Failure, MAPS } from "../../client/calls.ts";
import { checkExamples } from "./examples.ts";
import { JSON_TEXTS } from "./json_texts.ts";
import { lacking, type Language, LANGUAGES, run } from "./languages.ts";
import { type Exchange, type Proxy, startProxy } from "../../client/proxy.ts";
import { type Verification, verificationsOf } from "./verifications.ts";

/** Line that a runner prints for a case. */
interface Outcome {
  name: string;
  response?: unknown;
  file?: { sha256: string; type: string; filename: string };
  postback?: { code: string | null; fields: unknown };
  isVerified?: boolean;
  json?: string;
  error?: Omit<Failure, "kind"> & { kind: Failure["kind"] | "json" };
}

interface Result {
  outcomes: Map<string, Outcome>;
  examples: PromiseSettledResult<void>;
}

const RETRIES = 2;

/** Names of the calls. */
const CALLS = Object.keys(callsOf({ mmsId: "unknown yet" }));

let test: TestService;
let proxy: Proxy;
let calls: Record<string, Call>;
/** Results by language, or the reason why there are none. */
let results: Map<string, PromiseSettledResult<Result>>;

Deno.test.beforeAll(async () => {
  test = await startService();
  calls = callsOf({ mmsId: await readyTemplate() });
  proxy = await startProxy(test.url, (path) => calls[path.split("/")[1]!]!.steps ?? ["pass"]);
  const present = LANGUAGES.filter((language) => lacking(language).length === 0);
  const settled = await Promise.allSettled(present.map(resultOf));
  results = new Map(present.map(({ name }, at) => [name, settled[at]!]));
});

Deno.test.afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await test.stop();
});

async function readyTemplate(): Promise<string> {
  const slide = [{ "message-text": "Hello {$first_name|friend}" }];
  const saved = { action: "savemms", name: "Ready", "fallback-sms-text": "See it", slide };
  const { "mms-id": mmsId } = await jsonOf(await test.post(saved));
  await test.receiver.until((all) => all.some(({ body }) => body["mms-id"] === mmsId));
  return mmsId;
}

/** Returns the number that only this case of this language sends to. */
function recipientOf({ name }: Language, at: number): string {
  const language = LANGUAGES.findIndex((each) => each.name === name);
  return String(16172000000 + 1000 * language + at);
}

/** Returns a call's request as a language sends it. */
function requestOf(call: Call, language: Language, at: number): Record<string, unknown> {
  return call.sends ? { ...call.request, to: recipientOf(language, at) } : call.request;
}

async function resultOf(language: Language): Promise<Result> {
  const folder = await newDirectory();
  await language.build(folder);
  const outcomes = await outcomesOf(language, folder);
  const [examples] = await Promise.allSettled([checkExamples(language, folder, test)]);
  return { outcomes, examples };
}

async function outcomesOf(language: Language, folder: string): Promise<Map<string, Outcome>> {
  const cases = [
    ...Object.entries(calls).map(([name, call], at) => ({
      name,
      baseUrl: `${proxy.url}/${language.name}/${name}/`,
      apiKey: call.apiKey ?? test.apiKey,
      timeout: call.timeout ?? PATIENCE_MS,
      retries: call.retries ?? RETRIES,
      action: call.action,
      request: requestOf(call, language, at),
      maps: MAPS,
      asTheyAre: AS_THEY_ARE,
      idempotencyKey: call.idempotencyKey && `${call.idempotencyKey}-${language.name}`,
      operatorId: call.operatorId,
    })),
    ...Object.entries(verificationsOf()).map(([name, { body, headers, secrets, now }]) => ({
      name: `verify ${name}`,
      verification: { body, headers, secrets, now },
    })),
    ...language.name === "java"
      ? Object.keys(JSON_TEXTS).map((json) => ({ name: json, json }))
      : [],
  ];
  const output = await run(language.runner(folder), folder, {
    input: JSON.stringify(cases),
    ...language.environment && { env: language.environment },
  });
  const outcomes = output.trim().split("\n").map((line): Outcome => JSON.parse(line));
  return new Map(outcomes.map((outcome) => [outcome.name, outcome]));
}

const statusOf = ({ response }: Exchange) => response?.status ?? "none";

/** Checks the requests of a call, and its outcome against the last response. */
function checkCall(call: Call, request: unknown, seen: Exchange[], outcome: Outcome): void {
  const { attempts = 1 } = call;
  const few = seen.length < attempts;
  const isRepeatedBelow = call.failure?.kind === "connection";
  // A service without time for it asks for another attempt.
  const isBusy = call.steps === undefined &&
    seen.slice(0, -1).every(({ response }) => response?.status === 503);
  const expected = seen.length === attempts || isRepeatedBelow || isBusy;
  assert.ok(!few && expected, `${seen.length} attempts: ${seen.map(statusOf).join()}`);
  for (const { headers, body } of seen) {
    assert.deepEqual(JSON.parse(body), { ...request as object, action: call.action });
    assert.equal(headers["x-service-carrier-id"], call.operatorId);
    assert.match(headers["content-type"]!, /^application\/json/);
  }
  const keys = new Set(seen.map(({ headers }) => headers["idempotency-key"]));
  if (seen.length > 0) assert.equal(keys.size, 1, "all attempts have one key");
  const response = seen.at(-1)?.response;
  if (call.failure !== undefined) {
    checkFailure(call.failure, response, outcome);
  } else if (call.action.startsWith("create")) {
    assert.deepEqual([...keys], [undefined], "files are not stored for repetition");
    assert.equal(outcome.file?.sha256, createHash("sha256").update(response!.bytes).digest("hex"));
    const type = response!.headers.get("content-type")!.split(";")[0];
    assert.equal(outcome.file?.type, type);
    const [, filename] = /filename=(.*)/.exec(response!.headers.get("content-disposition") ?? "") ??
      [null, call.action];
    assert.equal(outcome.file?.filename, filename);
  } else {
    const [key] = [...keys];
    assert.match(String(key), call.idempotencyKey ? /^order-4712-\w+$/ : /^[0-9a-f-]{32,36}$/);
    const expected = call.response ?? JSON.parse(new TextDecoder().decode(response!.bytes));
    assert.deepEqual(withoutEmptyLists(outcome.response), withoutEmptyLists(expected));
  }
}

function checkFailure(
  failure: Failure,
  response: Exchange["response"],
  { error, ...rest }: Outcome,
): void {
  assert.ok(error, JSON.stringify(rest));
  const actual = error as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(failure)) {
    assert.equal(actual[name] ?? null, value, `${name} of ${JSON.stringify(error)}`);
  }
  if (failure.kind !== "service" || failure.code === null) return;
  // Everything that the service says reaches the caller.
  const body = JSON.parse(new TextDecoder().decode(response!.bytes));
  const link = /<([^>]*)>; rel="?help/.exec(response!.headers.get("link") ?? "")?.[1];
  assert.deepEqual(
    [error.status, error.code, error.info, error.to ?? null, error.link ?? null],
    [response!.status, body["error-code"], body["error-info"], body.to ?? null, link ?? null],
  );
}

function checkVerification(
  { postback, isVerified, failure }: Verification,
  outcome: Outcome,
): void {
  if (failure !== undefined) {
    assert.equal(outcome.error?.kind, failure.kind, JSON.stringify(outcome));
  } else if (isVerified) {
    assert.equal(outcome.isVerified, true, JSON.stringify(outcome));
  } else {
    assert.deepEqual(withoutEmptyLists(outcome.postback), withoutEmptyLists(postback));
  }
}

/** Removes lists without items: to PHP and Go, an absent one is the same. */
function withoutEmptyLists(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(
      value,
      (_, each) => Array.isArray(each) && each.length === 0 ? undefined : each,
    ) ??
      "null",
  );
}

function fulfilled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

for (const language of LANGUAGES) {
  const lack = lacking(language);
  if (lack.length > 0) {
    const name = `the client for ${language.name} (skipped: no ${lack.join(", ")})`;
    Deno.test({ name, ignore: true, fn: () => {} });
    continue;
  }
  const check = (name: string, run: (outcomes: Map<string, Outcome>) => unknown) =>
    Deno.test(
      `the client for ${language.name}: ${name}`,
      async () => void await run(fulfilled(results.get(language.name)!).outcomes),
    );

  for (const [at, name] of CALLS.entries()) {
    check(name, async (outcomes) => {
      const call = calls[name]!;
      const seen = proxy.exchanges.get(`${language.name}/${name}`) ?? [];
      checkCall(call, requestOf(call, language, at), seen, outcomes.get(name)!);
      if (!call.sends) return;
      const query = `/messages?recipient=${recipientOf(language, at)}`;
      const { items } = await adminBody(test, 200, "GET", query);
      assert.equal(items.length, 1, "one message is made");
    });
  }

  for (const [name, verification] of Object.entries(verificationsOf())) {
    check(
      `verify ${name}`,
      (outcomes) => checkVerification(verification, outcomes.get(`verify ${name}`)!),
    );
  }

  Deno.test(
    `the examples for ${language.name} in the manual send a text and receive its postback`,
    () => fulfilled(fulfilled(results.get(language.name)!).examples),
  );

  if (language.name === "java") testJsonOfJava();
}

/** Registers a test of each text. */
function testJsonOfJava(): void {
  for (const [at, [text, written]] of Object.entries(JSON_TEXTS).entries()) {
    const shown = JSON.stringify(text).slice(0, 60);
    const title =
      `the JSON of the client for Java is as strict and exact as RFC 8259, ${at}: ${shown}`;
    Deno.test(title, () => {
      const { json, error } = fulfilled(results.get("java")!).outcomes.get(text)!;
      assert.equal(written === null ? error?.kind : json, written ?? "json");
    });
  }
}
