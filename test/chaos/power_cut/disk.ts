/** Model of a disk that loses unsynced changes when its power is cut. */
import type { Random } from "../random.ts";
import type { FileEvent } from "./trace.ts";

/** Size of an atomic write, in bytes. */
const SECTOR = 512;

type Change =
  & { number: number }
  & (
    | { at: number; data: Uint8Array }
    | { bytes: number; isMinimum: boolean }
  );

interface File {
  /** Durable content. */
  content: Uint8Array;
  /** Changes that may be lost in a cut. */
  pending: Change[];
}

export interface Disk {
  apply(event: FileEvent): void;
  /** Cuts the power: of each unsynced change all, nothing, or some of its sectors remain. */
  cut(random: Random): Map<string, Uint8Array>;
  readonly directories: ReadonlySet<string>;
}

/**
 * @param files Durable files, by path.
 * @param isOn Whether a path is on the disk.
 */
export function createDisk(
  files: ReadonlyMap<string, Uint8Array>,
  isOn: (path: string) => boolean,
): Disk {
  const entries = new Map<string, File>(
    [...files].map(([path, content]) => [path, { content, pending: [] }]),
  );
  const directories = new Set<string>();
  /** Next write position of each descriptor. */
  const offsets = new Map<string, number>();
  let number = 0;

  function fileAt(path: string): File {
    let file = entries.get(path);
    if (file === undefined) entries.set(path, file = { content: new Uint8Array(), pending: [] });
    return file;
  }

  function write(event: Extract<FileEvent, { kind: "write" }>): void {
    const at = event.at ?? offsets.get(event.fd) ?? 0;
    if (event.at === null) offsets.set(event.fd, at + event.data.length);
    fileAt(event.path).pending.push({ number, at, data: event.data });
  }

  function open({ path, fd, isEmptied }: Extract<FileEvent, { kind: "open" }>): void {
    offsets.set(fd, 0);
    const file = fileAt(path);
    if (isEmptied) Object.assign(file, { content: new Uint8Array(), pending: [] });
  }

  function sync({ path, upTo }: Extract<FileEvent, { kind: "sync" }>): void {
    const file = entries.get(path);
    if (file === undefined) return; // a directory, whose entries are durable at once here
    for (const change of file.pending.filter(({ number }) => number < upTo)) {
      file.content = changed(file.content, change);
    }
    file.pending = file.pending.filter(({ number }) => number >= upTo);
  }

  function move(path: string, to: string): void {
    const file = entries.get(path);
    if (file === undefined) return;
    entries.delete(path);
    entries.set(to, file);
  }

  return {
    directories,

    apply(event) {
      if (isOn(event.path)) {
        switch (event.kind) {
          case "write":
            write(event);
            break;
          case "resize":
            fileAt(event.path).pending.push({ number, ...event });
            break;
          case "open":
            open(event);
            break;
          case "sync":
            sync(event);
            break;
          case "rename":
            move(event.path, event.to);
            break;
          case "remove":
            entries.delete(event.path);
            break;
          case "directory":
            directories.add(event.path);
        }
      }
      number++;
    },

    cut(random) {
      return new Map([...entries].map(([path, { content, pending }]) => {
        const luck = random.pick([0, 0.5, 1]);
        const survived = pending.filter(() => random.number() < luck);
        return [
          path,
          survived.reduce<Uint8Array>(
            (left, change) => changed(left, torn(change, random)),
            content.slice(),
          ),
        ];
      }));
    },
  };
}

/** Writes only the first sectors of some writes. */
function torn(change: Change, random: Random): Change {
  if (!("data" in change) || random.number() < 0.8) return change;
  const sectors = Math.floor(random.number() * Math.ceil(change.data.length / SECTOR));
  return { ...change, data: change.data.subarray(0, sectors * SECTOR) };
}

function changed(content: Uint8Array, change: Change): Uint8Array {
  if ("bytes" in change) {
    const { bytes, isMinimum } = change;
    return isMinimum && content.length >= bytes ? content : resized(content, bytes);
  }
  const end = change.at + change.data.length;
  const result = end > content.length ? resized(content, end) : content;
  result.set(change.data, change.at);
  return result;
}

function resized(content: Uint8Array, bytes: number): Uint8Array {
  const result = new Uint8Array(bytes);
  result.set(content.subarray(0, bytes));
  return result;
}
