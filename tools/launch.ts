/**
 * Starts the program with no more permissions than it needs: those of deno.json's set `serve`, or
 * `backup` for that and `restore`, put where this machine has its module cache and its data. Takes
 * the command's own arguments.
 *
 *     deno run -A tools/launch.ts serve|sandbox|backup|restore [ARGUMENT …]
 *
 * Nothing stays in between: the program takes over this process.
 */
import { fileURLToPath } from "node:url";
import { exec } from "./launch/exec.ts";
import { programFlags } from "./launch/permissions.ts";

if (import.meta.main) {
  // Files that the program and its children make are their user's alone. Deno can grant the
  // program a umask of its own only with all other knowledge of the system (--allow-sys).
  Deno.umask(0o077);
  const entry = fileURLToPath(new URL("../mod.ts", import.meta.url));
  try {
    const flags = await programFlags(Deno.args, Deno.env.toObject());
    exec(Deno.execPath(), ["run", ...flags, entry, ...Deno.args]);
  } catch (error) {
    console.error(`slidepost: ${(error as Error).message}`);
    Deno.exit(1);
  }
}
