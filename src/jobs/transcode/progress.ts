/** Progress of a template's files, reported for administrators now and then. */
import type { TemplateMedia } from "../../core/template/template.ts";
import { type Entry, mediaOf, type SettledEntry } from "./template_files.ts";

export interface Progress {
  /** Changes entries; a report follows. */
  change(entries: readonly Entry[], change: MediaChange): void;
  /** Adds entries that have a fault from the start. */
  add(entries: readonly SettledEntry[]): void;
  stop(): void;
}

/** New values of an entry. A change without `progress` takes that away. */
export type MediaChange =
  & Pick<TemplateMedia, "state" | "progress">
  & Partial<Pick<TemplateMedia, "renditions" | "warnings" | "error">>;

/** Interval between reports, in milliseconds. */
const REPORT_MS = 500;

/** @param report Stores a report; one that fails is followed by another. */
export function createProgress(
  entries: readonly Entry[],
  report: (media: readonly TemplateMedia[]) => Promise<void>,
): Progress {
  const current = new Map(
    entries.map((entry) => [entry, mediaOf({ ...entry, renditions: [], fault: null }, "pending")]),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      report([...current.values()]).catch(() => {});
    }, REPORT_MS);
  }

  return {
    change(entries, change) {
      for (const entry of entries) {
        current.set(entry, { ...current.get(entry)!, progress: undefined, ...change });
      }
      schedule();
    },
    add(entries) {
      for (const entry of entries) current.set(entry, mediaOf(entry, "pending"));
      if (entries.length > 0) schedule();
    },
    stop: () => clearTimeout(timer),
  };
}
