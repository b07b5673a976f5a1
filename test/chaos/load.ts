/** Load of customers and handsets, which goes on whatever happens to the service. */
import { Background } from "./background.ts";
import type { Carrier } from "./carriers.ts";
import type { Customer } from "./customers.ts";
import { askJson, askMm7, type RequestOutcome } from "./doors.ts";
import type { Service } from "./gateway.ts";
import type { CustomerRequest, Ledger } from "./ledger.ts";
import { type Mischief, pause } from "./mischief.ts";
import type { Random } from "./random.ts";
import { ENDINGS, FILES, refused, savemms, sendmms, sendsavedmms, sendsms } from "./requests.ts";

export interface LoadOptions {
  gateway: Service;
  ledger: Ledger;
  mischief: Mischief;
  customers: readonly Customer[];
  carriers: readonly Carrier[];
  /** URLs of pictures, good and bad. */
  pictures: readonly string[];
  /** A photograph too large for some operators. */
  photo: Uint8Array;
  /** Approximate number of requests a second. */
  rate: number;
}

const ACTS = {
  sendsms: 45,
  sendsavedmms: 14,
  sendmms: 8,
  mm7: 14,
  savemms: 2,
  file: 4,
  refused: 8,
  written: 5,
  burst: 1,
};

/** Texts that one customer sends at once. */
const BURST = 40;
/** Part of the messages that are canceled. */
const CANCELED = 0.15;
const WORKERS = 8;
/** Maximum number of attempts of a repeated request. */
const TRIES = 40;

/** Sends requests until the signal; resolves when all have responses or are given up. */
export async function load(options: LoadOptions, signal: AbortSignal): Promise<void> {
  const { ledger, mischief, rate } = options;
  const background = new Background(ledger);
  await Promise.all(Array.from({ length: WORKERS }, async (_, number) => {
    const random = mischief.of(`customer ${number}`);
    while (!signal.aborted) {
      const work = background.hold(act(options, random));
      // Keeps the rate without waiting for responses, up to a limit.
      await Promise.race([work, pause(1000)]);
      await pause(random.between(500, 1500) * WORKERS / rate);
    }
  }));
  await background.done();
}

async function act(options: LoadOptions, random: Random): Promise<void> {
  const customer = random.pick(options.customers);
  switch (random.weighted(ACTS)) {
    case "sendsms":
      return await sendText(options, customer, random);
    case "sendsavedmms":
      return await sendTemplate(options, customer, random);
    case "sendmms":
      return await sendInOneCall(options, customer, random);
    case "mm7":
      return await submit(options, customer, random);
    case "savemms":
      return await save(options, customer, random);
    case "file":
      return await makeFile(options, customer, random);
    case "refused":
      return await beRefused(options, customer, random);
    case "burst":
      return void await Promise.all(
        Array.from({ length: BURST }, () => sendText(options, customer, random)),
      );
    case "written":
      return await random.pick(options.carriers).write();
  }
}

async function sendText(options: LoadOptions, customer: Customer, random: Random): Promise<void> {
  const request = newAsked(options, customer, "sendsms", random);
  const fields = sendsms(customer, request.to, random);
  await askOnceOrKeyed(options, customer, request, fields, random);
}

async function sendTemplate(
  options: LoadOptions,
  customer: Customer,
  random: Random,
): Promise<void> {
  const mmsId = random.pick(customer.ready);
  const request = newAsked(options, customer, "sendsavedmms", random);
  const fields = sendsavedmms(customer, request.to, mmsId, random);
  await askOnceOrKeyed(options, customer, request, fields, random);
}

async function sendInOneCall(
  options: LoadOptions,
  customer: Customer,
  random: Random,
): Promise<void> {
  const request = newAsked(options, customer, "sendmms", random);
  const fields = sendmms(customer, request.to, options.pictures, random);
  await askOnceOrKeyed(options, customer, request, fields, random);
}

/** Sends a request; a third of them have a key, and are repeated until they get a response. */
async function askOnceOrKeyed(
  { gateway }: LoadOptions,
  customer: Customer,
  request: CustomerRequest,
  fields: Record<string, unknown>,
  random: Random,
): Promise<void> {
  const key = random.chance(0.33) ? `key-${request.to}` : null;
  await repeat(
    request,
    key === null ? 1 : TRIES,
    () => askJson(gateway.url, customer, fields, key),
  );
  if (request.outcome === "accepted" && random.chance(CANCELED)) {
    await cancel(gateway, customer, request);
  }
}

/** Calls a message back, which may be too late. */
async function cancel(
  gateway: Service,
  customer: Customer,
  request: CustomerRequest,
): Promise<void> {
  request.cancellation = "unknown";
  const fields = { "action": "cancelmessage", "tracking-id": request.trackingId };
  for (let tries = 0; tries < TRIES && request.cancellation === "unknown"; tries++) {
    if (tries > 0) await pause(500);
    request.cancellation = (await askJson(gateway.url, customer, fields)).outcome;
  }
}

/** Submits a message; half of them are repeated until they get a response. */
async function submit(
  options: LoadOptions,
  customer: Customer,
  random: Random,
): Promise<void> {
  const request = newAsked(options, customer, "mm7", random);
  const content = random.chance(0.1) ? { type: "image/jpeg", bytes: options.photo } : null;
  const submission = { to: request.to, transactionId: `tx-${request.to}`, content };
  await repeat(
    request,
    random.chance(0.5) ? TRIES : 1,
    () => askMm7(options.gateway.url, customer, submission),
  );
}

function newAsked(
  { ledger }: LoadOptions,
  { account }: Customer,
  kind: CustomerRequest["kind"],
  random: Random,
): CustomerRequest {
  const request: CustomerRequest = {
    account,
    kind,
    to: ledger.recipient(random.weighted(ENDINGS)),
    outcome: "unknown",
    trackingId: null,
    attempts: 0,
    lastResponse: "not asked yet",
  };
  ledger.requests.push(request);
  return request;
}

async function repeat(
  request: CustomerRequest,
  most: number,
  ask: () => Promise<RequestOutcome>,
): Promise<void> {
  while (request.attempts < most) {
    request.attempts++;
    const { outcome, id, lastResponse } = await ask();
    Object.assign(request, { outcome, trackingId: id, lastResponse });
    if (outcome !== "unknown") return;
    await pause(500);
  }
}

async function save(
  { gateway, ledger, pictures }: LoadOptions,
  customer: Customer,
  random: Random,
): Promise<void> {
  const name = ledger.templateName();
  const fields = savemms(name, pictures, random);
  const { outcome, id, lastResponse } = await askJson(gateway.url, customer, fields);
  ledger.saved.push({ account: customer.account, name, outcome, mmsId: id, lastResponse });
  // A template that is sent before it is ready is refused.
  if (id !== null && random.chance(0.3)) customer.ready.push(id);
}

async function makeFile(
  { gateway, ledger }: LoadOptions,
  customer: Customer,
  random: Random,
): Promise<void> {
  const [fields, beginning] = random.pick(FILES);
  const { outcome, lastResponse, body } = await askJson(gateway.url, customer, fields);
  if (outcome === "accepted") ledger.files++;
  if (outcome === "refused") ledger.breaches.push(`${fields.action} was refused: ${lastResponse}`);
  const begins = String.fromCharCode(...body.subarray(0, beginning.length));
  if (outcome === "accepted" && begins !== beginning) {
    ledger.breaches.push(
      `${fields.action} responded with something else: ${JSON.stringify(begins)}`,
    );
  }
}

async function beRefused(
  options: LoadOptions,
  customer: Customer,
  random: Random,
): Promise<void> {
  const request = newAsked(options, customer, "sendsms", random);
  const fields = refused(customer, request.to, random);
  const key = random.chance(0.3) ? `key-${request.to}` : null;
  await repeat(request, 1, () => askJson(options.gateway.url, customer, fields, key));
  if (request.outcome === "accepted") {
    options.ledger.breaches.push(`accepted what had to be refused: ${JSON.stringify(fields)}`);
  }
}
