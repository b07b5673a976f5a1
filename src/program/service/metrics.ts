/** Metrics of a service that are read at each exposition. */
import process from "node:process";
import type { Descriptors } from "../../adapters/system/descriptors.ts";
import { isWorking } from "../../jobs/shared/circuit_breaker.ts";
import type { Metrics } from "../../metrics/mod.ts";
import type { Connector, ConnectorState } from "../../ports/mod.ts";
import type { Jobs } from "./jobs.ts";
import { readVersion } from "./version.ts";

/** Time between two looks at the delay of the event loop, in milliseconds. */
const EVENT_LOOP_MS = 250;

/** @param cleanup Stops the timer on disposal. */
export function observeProcess(
  metrics: Metrics,
  descriptors: () => Descriptors | null,
  cleanup: AsyncDisposableStack,
): void {
  const { version, commit, deno } = readVersion();
  metrics.build.set({ version, commit, deno }, 1);
  metrics.started.set({}, Date.now() / 1000);
  metrics.memory.collect(() => [[{}, Deno.memoryUsage().rss]]);
  metrics.cpu.collect(() => {
    const { system, user } = process.cpuUsage();
    return [[{}, (system + user) / 1e6]];
  });
  const ofDescriptors = (name: keyof Descriptors) => () => {
    const read = descriptors();
    return read === null ? [] : [[{}, read[name]] as const];
  };
  metrics.openFiles.collect(ofDescriptors("open"));
  metrics.openFilesMax.collect(ofDescriptors("max"));
  let due = performance.now() + EVENT_LOOP_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    metrics.eventLoop.observe({}, Math.max(0, now - due) / 1000);
    due = now + EVENT_LOOP_MS;
  }, EVENT_LOOP_MS);
  cleanup.defer(() => clearInterval(timer));
}

export function observeJobs(
  metrics: Metrics,
  { acceptances, circuitBreaker, connectors, interruptions, postbacks }: Pick<
    Jobs,
    "acceptances" | "circuitBreaker" | "connectors" | "interruptions" | "postbacks"
  >,
): void {
  /** Values of all connectors; null: one has none. */
  const ofEach = (value: (state: ConnectorState, connector: Connector) => number | null) => () =>
    connectors.names().flatMap((name) => {
      const connector = connectors.get(name)!;
      const found = value(connector.state(), connector);
      return found === null ? [] : [[{ connector: name }, found] as const];
    });
  metrics.receiversDown.collect(() => [[{}, postbacks.openReceivers().length]]);
  metrics.connectorUp.collect(ofEach((state, { isDisabled = false, name }) => {
    if (isDisabled) return null;
    // Nothing speaks against one that has not submitted anything.
    return isWorking(state, circuitBreaker.stateOf(name)) === false ? 0 : 1;
  }));
  metrics.connectorSessions.collect(ofEach(({ sessions }) => sessions.length));
  metrics.connectorSessionsMax.collect(ofEach(({ sessionsMax }) => sessionsMax));
  metrics.connectorInFlight.collect(ofEach(({ inFlight }) => inFlight));
  metrics.connectorWaiting.collect(ofEach(({ waiting }) => waiting));
  metrics.connectorWindow.collect(ofEach(({ window }) => window));
  metrics.connectorStall.collect(
    ofEach((_, { name }) => (acceptances.stallOf(name)?.forMs ?? 0) / 1000),
  );
  metrics.interruptedItems.collect(() => {
    const items = interruptions.list();
    return (["message", "template", "postback"] as const).map((kind) =>
      [{ kind }, items.filter((item) => item.kind === kind).length] as const
    );
  });
  metrics.connectorBreaker.collect(
    ofEach((_, { name }) => circuitBreaker.stateOf(name).state === "open" ? 1 : 0),
  );
}
