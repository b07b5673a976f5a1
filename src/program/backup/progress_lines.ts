/** Progress on standard error: one changing line on a terminal, else a line every ten seconds. */
import type { OnProgress, Progress } from "../../adapters/backup/progress.ts";

/** Duration below which no progress is shown, in milliseconds. */
const QUIET_MS = 1000;
/** Interval between updates, in milliseconds. */
const TERMINAL_MS = 200;
const LOG_MS = 10_000;

const CLEAR_LINE = "\r\x1b[K";

export interface ProgressLines {
  onProgress: OnProgress;
  /** Clears the line of a terminal for further output. */
  end(): void;
}

/** Creates a progress display that writes with `write`. */
export function progressLines(
  write: (text: string) => void,
  { isTerminal }: { isTerminal: boolean },
): ProgressLines {
  let next = performance.now() + QUIET_MS;
  let isShown = false;

  return {
    onProgress(progress) {
      const now = performance.now();
      if (now < next) return;
      next = now + (isTerminal ? TERMINAL_MS : LOG_MS);
      isShown = isTerminal;
      write(isTerminal ? `${CLEAR_LINE}${lineOf(progress)}` : `${lineOf(progress)}\n`);
    },
    end() {
      if (isShown) write(CLEAR_LINE);
      isShown = false;
    },
  };
}

function lineOf({ what, rows, files, of, bytes }: Progress): string {
  const about = of === undefined ? "" : ` of about ${counted(Math.max(of, rows ?? 0))}`;
  const parts = [
    ...rows === undefined ? [] : [`${counted(rows)}${about} rows`],
    ...files === undefined ? [] : [counted(files)],
    ...bytes === undefined ? [] : [sized(bytes)],
  ];
  return parts.length === 0 ? `${what} …` : `${what}: ${parts.join(", ")}`;
}

/** Formats a count with thousands separators. */
export const counted = (count: number) => Math.round(count).toLocaleString("en-US");

const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** Formats a size with its unit, such as `1.5 MB`. */
export function sized(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}
