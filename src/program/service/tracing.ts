/** Tracing by OpenTelemetry, where the environment switches it on. */
import deno from "../../../deno.json" with { type: "json" };
import { NO_TRACER, type Tracer } from "../../tracing/mod.ts";

const SWITCH = "OTEL_DENO";

/** Values that the runtime takes for "on". */
const ON = ["1", "true"];

/**
 * Creates the tracer of the process: the runtime's exporter, where OTEL_DENO is on.
 *
 * @param environment Default: the variables of the process.
 */
export async function openTracer(
  environment?: Readonly<Record<string, string | undefined>>,
): Promise<Tracer> {
  const value = environment === undefined ? await processVariable() : environment[SWITCH];
  if (!ON.includes(value ?? "")) return NO_TRACER;
  const { createTracer } = await import("../../tracing/open_telemetry.ts");
  return createTracer(deno.version);
}

/** Reads the variable of the process; undefined where an embedding program may not. */
async function processVariable(): Promise<string | undefined> {
  const { state } = await Deno.permissions.query({ name: "env", variable: SWITCH });
  return state === "granted" ? Deno.env.get(SWITCH) : undefined;
}
