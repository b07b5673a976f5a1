/** Cases of each kind of carrier, for the tests that all kinds share. */
import { faultRow } from "../../src/connectors/http_carrier/faults.ts";
import type { ConnectorKind, HttpCarrierKind } from "../../src/core/routing/connector.ts";
import type { MonotonicTime } from "../../src/lib/monotonic_time.ts";
import type { Connector, Submission } from "../../src/ports/mod.ts";
import { accepted, faulty, type MmscResponse } from "../support/mmsc.ts";
import * as mmsc from "./carrier.ts";
import { startProviderCarrier } from "./providers/carrier.ts";
import { PROVIDERS } from "./providers/cases.ts";
import { codesIn, type ProviderCase } from "./providers/fake.ts";
import type { Reply } from "./providers/server.ts";
import * as smsc from "./smsc_carrier.ts";
import { TLS_PAIR } from "./tls_pair.ts";

/** Behaviour of a carrier towards the next submissions. */
export type Doing = "take" | "throttle" | "fail" | "refuse" | "be silent" | "break off" | "go away";

/** Sets the carrier's behaviour, and returns the fields that a submission needs for it. */
type Behave = () => Partial<Submission> | Promise<Partial<Submission>>;

export interface Carrier extends AsyncDisposable {
  connector: Connector;
  submission(fields?: Partial<Submission>): Submission;
  /** Supported behaviours. */
  does: Partial<Record<Doing, Behave>> & { take: Behave };
}

/** Carrier reached through a network. */
export interface RemoteCarrier extends Carrier {
  does: Record<Doing, Behave>;
  /** Submission of a kind of message that the carrier does not support; null: it takes both. */
  other: Submission | null;
}

/** Cases of a kind: settings in the form of the admin API, and a connector with its carrier. */
export interface Cases {
  /** Required settings. */
  least: Record<string, unknown>;
  /** All secrets, with the settings that they require. */
  secrets: Record<string, unknown>;
  /** Valid change, with the highest rate. */
  change: { rate: number } & Record<string, unknown>;
  /** Settings of other kinds. */
  others: Record<string, unknown>;
  start(options?: StartOptions): Promise<RemoteCarrier>;
}

export interface StartOptions {
  /** Limit of the rate. Default: none. */
  limit?: { rate: number; burst: number };
  /** Time of the limit. Default: the process's. */
  time?: MonotonicTime;
  /** Wait for a response. Default: longer than any response takes. */
  timeoutSeconds?: number;
}

const TIMEOUT_SECONDS = 120;

const { mmsc_mm7, smsc_smpp }: Readonly<Record<"mmsc_mm7" | "smsc_smpp", Cases>> = {
  mmsc_mm7: {
    least: { url: "https://mmsc.example.net/mm7", vaspid: "slidepost" },
    secrets: {
      "username": "us",
      "password": "secret-out",
      "relay-username": "them",
      "relay-password": "secret-in",
      ...TLS_PAIR,
    },
    change: { "service-code": "4711", "rate": 10_000 },
    others: { port: 2775 },
    start: startMmsc,
  },
  smsc_smpp: {
    // Nothing listens there.
    least: { host: "127.0.0.1", port: 1, "system-id": "slidepost" },
    secrets: { password: "secret-out", ...TLS_PAIR },
    change: { "system-type": "VMA", "rate": 100_000 },
    others: { url: "https://mmsc.example.net/mm7", vaspid: "slidepost" },
    start: startSmsc,
  },
};

export const CASES: Readonly<Record<ConnectorKind, Cases>> = {
  mmsc_mm7,
  smsc_smpp,
  ...httpCases(),
};

/** Makes the cases of providers of hosted APIs, whose fakes know how to misbehave. */
function httpCases(): Record<HttpCarrierKind, Cases> {
  const providers = Object.values(PROVIDERS) as unknown as ProviderCase<HttpCarrierKind>[];
  const cases = providers.map((each): [HttpCarrierKind, Cases] => [each.kind, {
    least: each.least,
    secrets: { ...each.secrets, ...TLS_PAIR },
    change: { ...each.change, rate: 10_000 },
    others: { port: 2775 },
    start: (options) => startProvider(each, options),
  }]);
  return Object.fromEntries(cases) as Record<HttpCarrierKind, Cases>;
}

async function startProvider(
  providerCase: ProviderCase<HttpCarrierKind>,
  { limit, time, timeoutSeconds = TIMEOUT_SECONDS }: StartOptions = {},
): Promise<RemoteCarrier> {
  const settings = { timeoutSeconds, ...limit };
  const carrier = await startProviderCarrier(providerCase, settings, undefined, time);
  const { fake, fake: { server } } = carrier;
  const { mms: mmsLimits } = providerCase.provider;
  const codeThat = (means: string) =>
    codesIn("responses", providerCase).find(({ kind }) =>
      faultRow(kind).submission.means === means
    )!.code;
  const responding = (reply: () => Reply | undefined) => () => {
    server.intercept = reply;
    return {};
  };
  return {
    connector: carrier.connector,
    submission: (fields) => ({ ...smsc.newSms(), ...fields }) as Submission,
    does: {
      "take": responding(() => undefined),
      "throttle": responding(() => fake.throttled()),
      "fail": responding(() => ({ status: 503, body: "" })),
      "refuse": responding(() => fake.errorWith(codeThat("final"))),
      "be silent": responding(() => "silence"),
      "break off": responding(() => "drop"),
      async "go away"() {
        await server[Symbol.asyncDispose]();
        return {};
      },
    },
    other: mmsLimits === null ? mmsc.newSubmission() : null,
    [Symbol.asyncDispose]: () => carrier[Symbol.asyncDispose](),
  };
}

async function startMmsc(
  { limit, time, timeoutSeconds = TIMEOUT_SECONDS }: StartOptions = {},
): Promise<RemoteCarrier> {
  const carrier = await mmsc.startCarrier({ timeoutSeconds, ...limit }, undefined, time);
  const server = carrier.mmsc;
  const responding = (respond: typeof server.respond) => () => {
    server.respond = respond;
    return {};
  };
  return {
    connector: carrier.connector,
    submission: (fields) => ({ ...mmsc.newSubmission(), ...fields }) as Submission,
    does: {
      "take": responding((submitted) => accepted(submitted, `id-${submitted.transactionId}`)),
      "throttle": responding((submitted) => faulty(submitted, 3510)),
      "fail": responding((submitted) => faulty(submitted, 3000)),
      "refuse": responding((submitted) => faulty(submitted, 2002)),
      "be silent": responding(() => new Promise<MmscResponse>(() => {})),
      "break off": responding(() => "drop"),
      async "go away"() {
        await server[Symbol.asyncDispose]();
        return {};
      },
    },
    other: smsc.newSms(),
    [Symbol.asyncDispose]: () => carrier[Symbol.asyncDispose](),
  };
}

async function startSmsc(
  { limit, time, timeoutSeconds = TIMEOUT_SECONDS }: StartOptions = {},
): Promise<RemoteCarrier> {
  const parts = smsc.testParts();
  parts.parts.time = time;
  const carrier = await smsc.startCarrier({ timeoutSeconds, ...limit }, parts);
  const server = carrier.smsc;
  const take = server.respond;
  const responding = (respond: typeof server.respond) => () => {
    server.respond = respond;
    return {};
  };
  return {
    connector: carrier.connector,
    submission: (fields) => ({ ...smsc.newSms(), ...fields }) as Submission,
    does: {
      "take": responding(take),
      "throttle": responding(() => ({ status: 0x58 })),
      "fail": responding(() => ({ status: 0x08 })),
      "refuse": responding(() => ({ status: 0x0b })),
      "be silent": responding(() => "silence"),
      "break off": responding(() => "drop"),
      async "go away"() {
        await server[Symbol.asyncDispose]();
        // The connector has noticed it when it warns that the SMSC is away.
        await carrier.until(() => carrier.lines.some(({ level }) => level === "warn"));
        return {};
      },
    },
    other: mmsc.newSubmission(),
    [Symbol.asyncDispose]: () => carrier[Symbol.asyncDispose](),
  };
}
