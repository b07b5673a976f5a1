/** Connectors that an administrator has disabled. */
import type { Connector, SubmissionResult } from "../ports/mod.ts";

/** Messages go elsewhere, or wait: another connector takes its place once it is enabled. */
const DISABLED: SubmissionResult = {
  status: "throttled",
  reason: "the connector is disabled",
  waitsFor: "enabling",
};

/**
 * Disables a connector that is not started: it binds no session and submits nothing. Reports,
 * messages of handsets and checks over HTTP go on.
 */
export function disabled(connector: Connector): Connector {
  return {
    ...connector,
    isDisabled: true,
    state: () => ({ ...connector.state(), isUp: null, sessionsMax: 0 }),
    submit: () => Promise.resolve(DISABLED),
    start: () => Promise.resolve(),
  };
}
