/** Debian's pgbouncer in front of a server, on loopback. */
import { findProgram } from "../../tools/setup/probe.ts";
import { freePort } from "./free_port.ts";
import { until } from "./until.ts";

export interface Pgbouncer extends AsyncDisposable {
  /** URL of a database of the server, through the pooler. */
  urlOf(url: string): string;
}

/** Tells whether it is installed: tests are left out otherwise. */
export const hasPgbouncer = findProgram("pgbouncer") !== undefined;

/** Starts it with these settings, besides those that every start needs. It ends with this process. */
export async function startPgbouncer(
  serverUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<Pgbouncer> {
  const port = freePort();
  const directory = await Deno.makeTempDir({ dir: "/tmp", prefix: "slidepost-pgbouncer-" });
  const { hostname, port: serverPort, username } = new URL(serverUrl);
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${serverPort}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${directory}/users`,
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    "",
  ];
  await Deno.writeTextFile(`${directory}/pgbouncer.ini`, lines.join("\n"));
  await Deno.writeTextFile(`${directory}/users`, `"${username}" ""\n`);
  // It refuses to run as root, and reads its files as the other user.
  await Deno.chmod(directory, 0o755);
  const user = Deno.uid() === 0 ? ["-u", "nobody"] : [];
  // The pipe to the shell is closed by us, or by the system when we are gone.
  const script = `trap '' HUP INT TERM
    pgbouncer -q "$@" "${directory}/pgbouncer.ini" & pid=$!
    read -r _
    kill -KILL $pid
    wait $pid
    rm -r "${directory}"`;
  const shell = new Deno.Command("/bin/sh", {
    args: ["-c", script, "sh", ...user],
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  await until(() => accepts(port), (isUp) => isUp);
  return {
    urlOf(url) {
      const through = new URL(url);
      through.port = String(port);
      return through.href;
    },
    async [Symbol.asyncDispose]() {
      await shell.stdin.close();
      await shell.status;
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}
