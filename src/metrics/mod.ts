/** Metrics of a service in this process. */
import { createRegistry, type Format, type InstrumentsOf } from "../lib/openmetrics.ts";
import { METRICS } from "./definitions.ts";

/** Instruments of a service, by the names of their definitions. */
export interface Metrics extends InstrumentsOf<typeof METRICS> {
  /** Renders all metrics. */
  render(format: Format): string;
}

export function createMetrics(): Metrics {
  const { instruments, render } = createRegistry(METRICS);
  return { ...instruments, render };
}
