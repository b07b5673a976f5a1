/** System calls of processes that write files, from strace's log. */

/** Change to a file, or to a directory's entries. */
export type FileEvent =
  | { kind: "write"; path: string; at: number | null; fd: string; data: Uint8Array }
  | { kind: "resize"; path: string; bytes: number; isMinimum: boolean }
  | { kind: "open"; path: string; fd: string; isEmptied: boolean }
  /** `upTo` counts the events before the call, which covers no later ones. */
  | { kind: "sync"; path: string; upTo: number }
  | { kind: "rename"; path: string; to: string }
  | { kind: "remove"; path: string }
  | { kind: "directory"; path: string };

/** Event with the time of its end, in seconds since 1970. */
export type TracedEvent = FileEvent & { seconds: number };

/** Options that the parser requires: data as hex, paths of descriptors, times. */
export const STRACE = [
  "-f",
  "-y",
  "-xx",
  "-ttt",
  "-s",
  "33554432",
  "-e",
  "signal=none",
  "-e",
  "trace=openat,pwrite64,pwritev,write,fsync,fdatasync,ftruncate,fallocate,rename,renameat," +
  "renameat2,unlink,unlinkat,mkdir,mkdirat",
];

/** Call whose line in the log another process interrupted. */
interface Unfinished {
  text: string;
  upTo: number;
}

/**
 * Creates a parser of lines; failed calls, and calls on other objects than files, give no event.
 * @param directory The processes' working directory: names of entries are relative to it.
 */
export function createTraceParser(directory: string): (line: string) => TracedEvent | null {
  const unfinished = new Map<string, Unfinished>();
  let count = 0;

  return (line) => {
    const [, pid, time, rest] = line.match(/^(\d+) +(\d+\.\d+) (.*)$/s) ?? [];
    if (rest === undefined) return null;
    const [, begun] = rest.match(/^(.*) <unfinished \.\.\.>$/s) ?? [];
    if (begun !== undefined) {
      unfinished.set(pid!, { text: begun, upTo: count });
      return null;
    }
    const [, end] = rest.match(/^<\.\.\. \w+ resumed>(.*)$/s) ?? [];
    const before = end === undefined ? undefined : unfinished.get(pid!);
    if (end !== undefined && before === undefined) return null;
    const call = before === undefined ? rest : before.text + end;
    const event = eventOf(call, pid!, before?.upTo ?? count);
    if (event === null) return null;
    count++;
    return { ...placed(event, directory), seconds: Number(time) };
  };
}

function eventOf(call: string, pid: string, upTo: number): FileEvent | null {
  const [, name, rest, result] = call.match(/^(\w+)\((.*)\) += (-?\d+.*)$/s) ?? [];
  if (name === undefined || result!.startsWith("-1")) return null;
  const [, number, path] = rest!.match(/^(\d+)<([^>]*)>/) ?? [];
  const file = { path: textOf(path ?? ""), fd: `${pid}/${number}` };
  const numbers = rest!.slice(rest!.lastIndexOf('"') + 1).match(/-?\d+/g)?.map(Number) ?? [];
  switch (name) {
    case "pwrite64":
      return {
        kind: "write",
        ...file,
        at: numbers.at(-1)!,
        data: dataIn(rest!, Number.parseInt(result!)),
      };
    case "pwritev":
      return {
        kind: "write",
        ...file,
        at: numbers.at(-1)!,
        data: dataIn(rest!, Number.parseInt(result!)),
      };
    case "write":
      return { kind: "write", ...file, at: null, data: dataIn(rest!, Number.parseInt(result!)) };
    case "fsync":
    case "fdatasync":
      return { kind: "sync", path: file.path, upTo };
    case "ftruncate":
      return {
        kind: "resize",
        path: file.path,
        bytes: Number(/, (\d+)$/.exec(rest!)![1]),
        isMinimum: false,
      };
    case "fallocate": {
      const [, at, length] = /, (\d+), (\d+)$/.exec(rest!)!;
      return {
        kind: "resize",
        path: file.path,
        bytes: Number(at) + Number(length),
        isMinimum: true,
      };
    }
    case "openat": {
      const [, fd, opened] = result!.match(/^(\d+)<([^>]*)>/) ?? [];
      if (fd === undefined || !/O_WRONLY|O_RDWR/.test(rest!)) return null;
      return {
        kind: "open",
        path: textOf(opened!),
        fd: `${pid}/${fd}`,
        isEmptied: /O_TRUNC/.test(rest!),
      };
    }
    default:
      return entryEvent(name, rest!);
  }
}

function placed(event: FileEvent, directory: string): FileEvent {
  const absolute = (path: string) => path.startsWith("/") ? path : `${directory}/${path}`;
  const path = absolute(event.path.replace(/ \(deleted\)$/, ""));
  return event.kind === "rename" ? { ...event, path, to: absolute(event.to) } : { ...event, path };
}

function entryEvent(name: string, rest: string): FileEvent | null {
  const [path, to] = [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => textOf(hex!));
  if (path === undefined) return null;
  if (name.startsWith("rename")) return { kind: "rename", path, to: to! };
  if (name.startsWith("unlink")) return { kind: "remove", path };
  return { kind: "directory", path };
}

/** Extracts the data of a call, up to the length that was written. */
function dataIn(rest: string, bytes: number): Uint8Array {
  const hex = [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => hex).join("");
  return Uint8Array.fromHex(hex.replaceAll("\\x", "")).subarray(0, bytes);
}

const textOf = (hex: string): string =>
  hex.startsWith("\\x")
    ? new TextDecoder().decode(Uint8Array.fromHex(hex.replaceAll("\\x", "")))
    : hex;
