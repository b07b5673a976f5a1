/** Open files of the process: sockets, files and pipes, as the limit of the system counts them. */
import { openLibc } from "./libc.ts";

export interface Descriptors {
  open: number;
  /** Maximum: the soft limit (`ulimit -n`). */
  max: number;
}

export interface DescriptorReader {
  read(): Descriptors;
  /** Raises the soft limit to the hard one, as `deno run` does, and its executables do not. */
  raiseMax(): void;
  close(): void;
}

/** Linux, getrlimit(2): limit on open files. */
const RLIMIT_NOFILE = 7;
/** Linux, poll(2): the descriptor is not open. */
const POLLNVAL = 0x20;
/** Size of a `struct pollfd`, in bytes: the descriptor (32 bits), `events` and `revents` (16 each). */
const POLLFD_BYTES = 8;
/** Maximum descriptors of one call, which takes two milliseconds. */
const CHUNK = 65_536;

/**
 * Opens a reader of the open files; null on other systems than Linux, and without permission to call
 * libc. It asks about each descriptor: to list /proc/self/fd needs all of Deno's permissions.
 */
export function openDescriptors(): DescriptorReader | null {
  const libc = openLibc({
    poll: { parameters: ["buffer", "usize", "i32"], result: "i32" },
    prlimit: { parameters: ["i32", "i32", "buffer", "buffer"], result: "i32" },
  });
  if (libc === null) return null;
  const { poll, prlimit } = libc.symbols;

  /** Reads the soft and the hard limit. */
  function readLimits(): BigUint64Array<ArrayBuffer> {
    const limits = new BigUint64Array(2);
    prlimit(0, RLIMIT_NOFILE, null, limits);
    return limits;
  }

  /** Counts the open ones among the descriptors from `first` on. */
  function countOpen(first: number, count: number): number {
    const entries = new ArrayBuffer(count * POLLFD_BYTES);
    const [words, halves] = [new Int32Array(entries), new Int16Array(entries)];
    for (let n = 0; n < count; n++) words[2 * n] = first + n;
    poll(words, BigInt(count), 0);
    let open = 0;
    for (let n = 0; n < count; n++) if ((halves[4 * n + 3]! & POLLNVAL) === 0) open++;
    return open;
  }

  return {
    read() {
      const max = Number(readLimits()[0]);
      let open = 0;
      for (let first = 0; first < max; first += CHUNK) {
        const found = countOpen(first, Math.min(CHUNK, max - first));
        open += found;
        // The kernel gives the lowest free number: behind so many, there are no more.
        if (found === 0) break;
      }
      return { open, max };
    },
    raiseMax() {
      const [, hard] = readLimits();
      prlimit(0, RLIMIT_NOFILE, new BigUint64Array([hard!, hard!]), null);
    },
    close: () => libc.close(),
  };
}
