/**
 * Starts the program with the permissions that its command needs and no others: a set of deno.json,
 * resolved for this machine's module cache and data.
 *
 *     deno run -A tools/launch.ts COMMAND [ARGUMENT …]
 *
 * The program replaces this process (exec), so that no launcher stays in between.
 */
import { fileURLToPath } from "node:url";
import { COMMIT_VARIABLE, readCommit } from "../src/program/service/version.ts";
import { allocatorVariables } from "./launch/allocator.ts";
import { exec } from "./launch/exec.ts";
import { lockFlags } from "./launch/lock.ts";
import { bytesOf, memoryOf } from "./launch/memory.ts";
import { programFlags } from "./launch/permissions.ts";
import { runtimeFlags } from "./launch/runtime_flags.ts";
import { exporterCertificate } from "./launch/settings.ts";

if (import.meta.main) {
  // Restricts files of the program and its children to their user. Deno lets the program set its own
  // umask only with all of --allow-sys.
  Deno.umask(0o077);
  // The program may not read the repository.
  Deno.env.set(COMMIT_VARIABLE, readCommit());
  for (const [name, value] of Object.entries(allocatorVariables(Deno.env.toObject()))) {
    Deno.env.set(name, value);
  }
  const entry = fileURLToPath(new URL("../mod.ts", import.meta.url));
  try {
    const memory = await memoryOf(Deno.args, Deno.env.toObject());
    Deno.env.set("MEMORY", memory);
    const environment = Deno.env.toObject();
    const flags = [
      ...await programFlags(Deno.args, environment),
      ...await lockFlags(Deno.args, environment),
    ];
    const certificate = await exporterCertificate(Deno.args, environment);
    if (certificate !== undefined) Deno.env.set("OTEL_EXPORTER_OTLP_CERTIFICATE", certificate);
    const runtime = runtimeFlags(Deno.args[0], bytesOf(memory));
    exec(Deno.execPath(), ["run", ...runtime, ...flags, entry, ...Deno.args]);
  } catch (error) {
    console.error(`slidepost: ${(error as Error).message}`);
    Deno.exit(1);
  }
}
