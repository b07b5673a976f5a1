/** Connector to an MMSC on its real parts, with a record of its reports and log. */
import { createBlobs } from "../../src/adapters/blobs/files/mod.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { createMediaAddresses } from "../../src/adapters/system/media_addresses.ts";
import { createOutbound } from "../../src/adapters/fetch/outbound.ts";
import type { MmscMm7Settings } from "../../src/core/routing/connector.ts";
import type { MessagePart } from "../../src/core/composition/content.ts";
import type {
  Blobs,
  CarrierReport,
  Clock,
  Connector,
  ConnectorHost,
  InboundMms,
} from "../../src/ports/mod.ts";
import type { CarrierPorts } from "../../src/connectors/carrier.ts";
import { createMmscMm7 } from "../../src/connectors/mmsc_mm7/connector.ts";
import type { MmsSubmission } from "../../src/connectors/mmsc_mm7/submission.ts";
import type { MonotonicTime } from "../../src/lib/monotonic_time.ts";
import type { NewExchange } from "../../src/core/exchange/exchange.ts";
import type { Log } from "../../src/log/mod.ts";
import { type Mmsc, startMmsc } from "../support/mmsc.ts";
import { newConnector } from "../support/store.ts";
import { submissionFields } from "../support/submission.ts";
import { testWatch } from "../support/watch.ts";

export const NAME = "mmsc";

/** Public base URL of the service, for callbacks and media. */
export const BASE_URL = "https://slidepost.example.net";

export interface LogLine {
  level: keyof Log;
  facts: Record<string, unknown>;
  message: string;
}

/** Surroundings of a connector, with everything that it logs and reports. */
export interface TestParts extends AsyncDisposable {
  parts: CarrierPorts;
  blobs: Blobs;
  /** Results of the host's callbacks. Default: true and true. */
  host: Pick<ConnectorHost, "report" | "inbound">;
  reports: CarrierReport[];
  inbound: InboundMms[];
  /** Exchanges of the log. */
  exchanges: NewExchange[];
  lines: LogLine[];
}

export interface TestCarrier extends TestParts {
  mmsc: Mmsc;
  connector: Connector & Required<Pick<Connector, "receive">>;
  settings: MmscMm7Settings;
}

export async function startParts(clock: Clock = systemClock): Promise<TestParts> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const outbound = createOutbound({ names: {}, allow: ["127.0.0.1"] });
  const blobs = createBlobs(directory);
  const lines: LogLine[] = [];
  const write = (level: keyof Log) => (facts: Record<string, unknown>, message: string) =>
    void lines.push({ level, facts, message });
  const log = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
  const test: TestParts = {
    blobs,
    host: { report: () => Promise.resolve(true), inbound: () => Promise.resolve(true) },
    reports: [],
    inbound: [],
    exchanges: [],
    lines,
    parts: {
      host: {
        clock,
        report(report) {
          test.reports.push(report);
          return test.host.report(report);
        },
        inbound(message) {
          test.inbound.push(message);
          return test.host.inbound(message);
        },
        inboundSms: () => Promise.resolve(false),
        unmatched: () => {},
        acceptedLate: () => Promise.resolve(true),
      },
      blobs,
      exchanges: { isOn: true, record: (make) => void test.exchanges.push(...make()) },
      baseUrl: () => BASE_URL,
      fetch: outbound.fetch,
      mediaAddresses: createMediaAddresses({
        baseUrl: () => BASE_URL,
        key: () => Promise.resolve(new Uint8Array(32)),
      }),
      endpoint: outbound.endpoint,
      connect: () => Promise.reject(new Error("MM7 is HTTP")),
      log,
      watch: testWatch(log),
      limits: { maxParts: 20, maxContentBytes: 1 << 20 },
    },
    async [Symbol.asyncDispose]() {
      await outbound.close();
      await Deno.remove(directory, { recursive: true });
    },
  };
  return test;
}

/**
 * Starts a connector with its MMSC; `clock` replaces the system's, for tests in which time stands
 * still, and `time` the process's in the limit of its rate.
 */
export async function startCarrier(
  changes: Partial<MmscMm7Settings> = {},
  clock?: Clock,
  time?: MonotonicTime,
): Promise<TestCarrier> {
  const mmsc = await startMmsc();
  const test = await startParts(clock);
  test.parts.time = time;
  const settings: MmscMm7Settings = {
    ...newConnector().settings,
    url: mmsc.url,
    relayUsername: "relay",
    relayPassword: "relay pass:ü",
    ...changes,
  };
  const connector = createMmscMm7(NAME, settings, test.parts) as TestCarrier["connector"];
  return {
    ...test,
    mmsc,
    settings,
    connector,
    async [Symbol.asyncDispose]() {
      await connector.stop();
      await mmsc[Symbol.asyncDispose]();
      await test[Symbol.asyncDispose]();
    },
  };
}

export function textPart(contentId: string, location: string, text: string): MessagePart {
  const bytes = new TextEncoder().encode(text).length;
  return { contentId, location, type: "text/plain; charset=utf-8", bytes, text };
}

export function smilPart(text: string): MessagePart {
  return { ...textPart("smil", "presentation.smil", text), type: "application/smil" };
}

/** Builds an MMS with one text, unless the fields say otherwise. */
export function newSubmission(fields: Partial<MmsSubmission> = {}): MmsSubmission {
  return {
    kind: "MMS",
    subject: "Spring",
    parts: [
      smilPart(`<smil><body><par><text src="cid:slide1-text"/></par></body></smil>`),
      textPart("slide1-text", "slide1.txt", "Hello"),
    ],
    displayOnly: [],
    adaptable: false,
    passThrough: {},
    ...submissionFields(),
    ...fields,
  };
}
