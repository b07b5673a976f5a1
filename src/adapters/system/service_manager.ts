/**
 * Messages to the service manager that started the process, as systemd expects them of a service of
 * `Type=notify` (sd_notify(3)): one datagram each, to the Unix socket that NOTIFY_SOCKET names.
 */
import { openLibc } from "./libc.ts";

export interface ServiceManager {
  /** Sends a message such as `READY=1`. Without effect if the service manager is gone. */
  notify(message: string): void;
  /** Time within which it expects each `WATCHDOG=1`, in milliseconds; null: it expects none. */
  readonly watchdogMs: number | null;
}

const AF_UNIX = 1;
/** Socket of datagrams that child processes do not inherit. */
const SOCK_DGRAM_CLOEXEC = 0o2000002;
/** Sends without waiting: a service manager that does not read must not hold up the service. */
const MSG_DONTWAIT = 0x40;
/** Maximum length of a socket's path, in bytes (unix(7)). */
const PATH_MAX = 107;

/** Connects to the service manager; null where none waits, or without permission to call libc. */
export function openServiceManager(
  environment: Readonly<Record<string, string | undefined>>,
): ServiceManager | null {
  const { NOTIFY_SOCKET: path } = environment;
  if (!path || !/^[/@]/.test(path)) return null;
  const address = addressOf(path);
  const libc = address && openLibc({
    socket: { parameters: ["i32", "i32", "i32"], result: "i32" },
    sendto: { parameters: ["i32", "buffer", "usize", "i32", "buffer", "u32"], result: "isize" },
  });
  if (!libc) return null;
  const socket = libc.symbols.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
  if (socket < 0) return null;
  return {
    notify(message) {
      const bytes = new TextEncoder().encode(message);
      const { length } = address;
      libc.symbols.sendto(socket, bytes, BigInt(bytes.length), MSG_DONTWAIT, address, length);
    },
    watchdogMs: watchdogOf(environment),
  };
}

/** Reads the interval of the watchdog; null: it is off, or another process's (sd_watchdog_enabled(3)). */
function watchdogOf(
  { WATCHDOG_USEC: us = "", WATCHDOG_PID: pid = "" }: Readonly<Record<string, string | undefined>>,
): number | null {
  if (!/^[1-9]\d*$/.test(us) || pid !== "" && Number(pid) !== Deno.pid) return null;
  return Number(us) / 1000;
}

/** Builds a `sockaddr_un`; null: the path is too long. An `@` stands for the NUL of an abstract name. */
function addressOf(path: string): Uint8Array<ArrayBuffer> | null {
  const name = new TextEncoder().encode(path);
  if (name.length > PATH_MAX) return null;
  const bytes = new Uint8Array(2 + name.length);
  new Uint16Array(bytes.buffer, 0, 1)[0] = AF_UNIX; // in the byte order of the machine
  bytes.set(name, 2);
  if (path.startsWith("@")) bytes[2] = 0;
  return bytes;
}
