/** Connector to an SMSC on its real parts, with a record of its reports and log. */
import { connect, type Socket } from "node:net";
import { NO_EXCHANGES } from "../../src/adapters/store/requests/exchange_log.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { createSmscSmpp } from "../../src/connectors/smsc_smpp/connector.ts";
import type { SmppPorts, SmscHost, SmsSubmission } from "../../src/connectors/smsc_smpp/types.ts";
import type { SmscSmppSettings } from "../../src/core/routing/connector.ts";
import type {
  CarrierReport,
  Connector,
  InboundSms,
  LateAcceptance,
  UnmatchedReport,
} from "../../src/ports/mod.ts";
import type { Log } from "../../src/log/mod.ts";
import { type Smsc, startSmsc } from "../support/smsc.ts";
import { LONG_LIMIT, longTimersIn } from "../support/timers.ts";
import type { VirtualTime } from "../support/virtual_time.ts";
import type { MonotonicTime } from "../../src/lib/monotonic_time.ts";
import { until } from "../support/until.ts";
import { submissionFields } from "../support/submission.ts";
import { testWatch } from "../support/watch.ts";
import { COMMON_SETTINGS } from "../support/connector_settings.ts";

export const NAME = "smsc";

export interface LogLine {
  level: keyof Log;
  facts: Record<string, unknown>;
  message: string;
}

/** Surroundings of a connector, with everything that it logs and reports. */
export interface TestParts {
  parts: SmppPorts;
  /** Results of the host's callbacks. Default: true and true. */
  host: Pick<SmscHost, "report" | "inboundSms">;
  reports: CarrierReport[];
  inbound: InboundSms[];
  acceptedLate: LateAcceptance[];
  /** Receipts that name no message. */
  unmatched: UnmatchedReport[];
  lines: LogLine[];
  /** Resolves once the condition holds, which is checked after every report and log line. */
  until(isSo: () => boolean): Promise<void>;
}

export interface TestCarrier extends TestParts, AsyncDisposable {
  connector: Connector;
  settings: SmscSmppSettings;
}

export function testParts(clock = systemClock, time?: MonotonicTime): TestParts {
  const waiting = new Set<() => void>();
  const look = () => {
    for (const wake of waiting) wake();
  };
  const write = (level: keyof Log) => (facts: Record<string, unknown>, message: string) => {
    test.lines.push({ level, facts, message });
    look();
  };
  const log = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
  const test: TestParts = {
    host: { report: () => Promise.resolve(true), inboundSms: () => Promise.resolve(true) },
    reports: [],
    inbound: [],
    acceptedLate: [],
    unmatched: [],
    lines: [],
    async until(isSo) {
      const { promise, resolve } = Promise.withResolvers<void>();
      let isOver = false;
      const look = () => {
        if (!isSo()) return;
        isOver = true;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      // The second ends what hangs.
      await Promise.race([promise, until(() => isOver || isSo(), Boolean)]);
    },
    parts: {
      host: {
        clock,
        report(report) {
          test.reports.push(report);
          look();
          return test.host.report(report);
        },
        acceptedLate(acceptance) {
          test.acceptedLate.push(acceptance);
          look();
          return Promise.resolve(true);
        },
        unmatched(report) {
          test.unmatched.push(report);
          look();
        },
        inboundSms(message) {
          test.inbound.push(message);
          look();
          return test.host.inboundSms(message);
        },
      },
      exchanges: NO_EXCHANGES,
      log,
      watch: testWatch(log),
      connect: connectPlainly,
      random: () => 0.01, // rebinds at once
      ...time && { time },
    },
  };
  return test;
}

function connectPlainly(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => {
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

export function newSettings(changes: Partial<SmscSmppSettings> = {}): SmscSmppSettings {
  return {
    kind: "smsc_smpp",
    ...COMMON_SETTINGS,
    host: "127.0.0.1",
    port: 2775,
    tls: false,
    bind: "transceiver",
    sessions: 1,
    systemId: "slidepost",
    password: "secret",
    systemType: "",
    window: 10,
    rate: null,
    enquireLinkSeconds: 30,
    timeoutSeconds: 120,
    sourceTon: null,
    sourceNpi: null,
    destTon: 1,
    destNpi: 1,
    concatenation: "udh8",
    alphabets: ["gsm"],
    serviceType: "",
    receiptIds: "same",
    receipts: "each",
    payloadRefused: "segments",
    userMessageReference: true,
    unconfirmed: "wait",
    ...changes,
  };
}

/** Starts a connector; `parts` replace the usual ones. */
export async function startConnector(
  changes: Partial<SmscSmppSettings>,
  test: TestParts = testParts(),
): Promise<TestCarrier> {
  const settings = newSettings(changes);
  const connector = createSmscSmpp(NAME, settings, test.parts);
  await connector.start();
  return { ...test, settings, connector, [Symbol.asyncDispose]: () => connector.stop() };
}

/** Starts a connector like {@link startCarrier} whose time limits are over when `time` says so. */
export function startLimited(
  time: VirtualTime,
  changes: Partial<SmscSmppSettings> = {},
): Promise<TestCarrier & { smsc: Smsc }> {
  const test = testParts(systemClock, longTimersIn(time));
  return startCarrier({ ...LONG_LIMIT, ...changes }, test);
}

/** Starts a connector that is bound to an SMSC of its own. */
export async function startCarrier(
  changes: Partial<SmscSmppSettings> = {},
  test: TestParts = testParts(),
): Promise<TestCarrier & { smsc: Smsc }> {
  const smsc = await startSmsc();
  const carrier = await startConnector({ port: smsc.port, ...changes }, test);
  const { bind, sessions } = carrier.settings;
  const expected = sessions * (bind === "split" ? 2 : 1);
  await test.until(() => bounds(test) === expected);
  return {
    ...carrier,
    // Set in the test, where the host reads it.
    get host() {
      return test.host;
    },
    smsc,
    async [Symbol.asyncDispose]() {
      await carrier[Symbol.asyncDispose]();
      await smsc[Symbol.asyncDispose]();
    },
  };
}

export function newSms(fields: Partial<SmsSubmission> = {}): SmsSubmission {
  return {
    kind: "SMS",
    text: "Hello",
    ...submissionFields(),
    ...fields,
  };
}

/** Counts the binds of sessions. */
export function bounds({ lines }: Pick<TestParts, "lines">): number {
  return lines.filter(({ message }) => message === "bound to the SMSC").length;
}

/** Resolves once a line with such a reason is logged. */
export async function lost({ lines, until }: TestParts, pattern: RegExp): Promise<void> {
  await until(() => lines.some(({ facts }) => pattern.test(String(facts.err))));
}
