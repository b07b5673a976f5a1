/** Admin operations on what connectors are doing in this process. */
import { isoMicros } from "../../core/timestamp.ts";
import type { ConnectorSettings } from "../../core/routing/connector.ts";
import type { AdminHandlers, ConnectorState } from "../../generated/admin.ts";
import { type CircuitBreaker, isWorking } from "../../jobs/shared/circuit_breaker.ts";
import type { UnmatchedReports } from "../../jobs/shared/unmatched_reports.ts";
import type { Clock, Connectors, Store } from "../../ports/mod.ts";
import { missing } from "./refusals.ts";
import { isoOrNull } from "./views.ts";

/** Connector that is built in, and has no settings. */
const LOOPBACK = "loopback";

/** Long texts in a row with one receipt each, after which other receipts are no longer expected. */
const LONE_RECEIPTS = 10;
/** Time within which the receipts of a text come, in milliseconds. */
const RECEIPTS_WITHIN_MS = 60_000;

export interface ConnectorStatePorts {
  circuitBreaker: Pick<CircuitBreaker, "stateOf">;
  clock: Clock;
  connectors: Pick<Connectors, "get">;
  store: Pick<Store, "connectors" | "segments">;
  unmatchedReports: Pick<UnmatchedReports, "of">;
}

/** Reads the states of all connectors, by their names. */
export async function connectorStates(
  { circuitBreaker, clock, connectors, store, unmatchedReports }: ConnectorStatePorts,
): Promise<ConnectorState[]> {
  const records = await store.connectors.list();
  const stored = await Promise.all(records.map(async ({ name, settings }) => ({
    name,
    kind: settings.kind,
    suggestion: await suggestionOf(name, settings),
  })));
  return [{ name: LOOPBACK, kind: LOOPBACK, suggestion: null }, ...stored]
    .sort((a, b) => a.name < b.name ? -1 : 1)
    .map(stateOf);

  async function suggestionOf(name: string, settings: ConnectorSettings): Promise<string | null> {
    if (settings.kind !== "smsc_smpp" || settings.receipts === "any") return null;
    const before = clock.now() - RECEIPTS_WITHIN_MS;
    const count = await store.segments.loneReceipts(name, before, LONE_RECEIPTS);
    return count < LONE_RECEIPTS
      ? null
      : `The last ${count} long texts got one receipt each: set receipts to any.`;
  }

  function stateOf(
    { name, kind, suggestion }: { name: string; kind: string; suggestion: string | null },
  ): ConnectorState {
    const connector = connectors.get(name);
    const state = connector?.state();
    const { lastFailure, lastSuccessAt, openUntil, ...breaker } = circuitBreaker.stateOf(name);
    const failure = latest(lastFailure, state?.lastFailure ?? null);
    return {
      "connector": name,
      kind,
      "host": connector?.host ?? null,
      // One that another process has set up is started with the next round of this one.
      "state": connector?.isDisabled
        ? "disabled"
        : state === undefined
        ? "down"
        : stateWord(isWorking(state, { lastFailure, lastSuccessAt })),
      "sessions": (state?.sessions ?? []).map(({ role, boundAt }) => ({
        "type": role,
        "bound-at": isoMicros(boundAt),
      })),
      "sessions-max": state?.sessionsMax ?? 0,
      "in-flight": state?.inFlight ?? 0,
      "waiting": state?.waiting ?? 0,
      "window": state?.window ?? null,
      "rate": state?.rate ?? null,
      "circuit-breaker": breaker.state,
      "open-until": isoOrNull(openUntil),
      "last-success-at": isoOrNull(lastSuccessAt),
      "last-error": failure?.reason ?? null,
      "last-error-at": isoOrNull(failure?.at ?? null),
      "unmatched-reports": unmatchedReports.of(name).map(({ at, carrierId, text }) => ({
        "at": isoMicros(at),
        "carrier-id": carrierId,
        text,
      })),
      ...suggestion === null ? {} : { suggestion },
    };
  }
}

export function connectorStateHandlers(ports: ConnectorStatePorts) {
  return {
    async listConnectorStates() {
      return { items: await connectorStates(ports) };
    },

    async readConnectorState({ params }) {
      const found = (await connectorStates(ports)).find(({ connector }) =>
        connector === params.connector
      );
      if (found === undefined) throw missing("connector");
      return found;
    },
  } satisfies Partial<AdminHandlers>;
}

interface Failure {
  reason: string;
  at: number;
}

function stateWord(isUp: boolean | null): ConnectorState["state"] {
  if (isUp === null) return "unknown";
  return isUp ? "up" : "down";
}

function latest(a: Failure | null, b: Failure | null): Failure | null {
  if (a === null || b === null) return a ?? b;
  return a.at >= b.at ? a : b;
}
