/** Submissions that carriers have accepted, and duplicates among them. */
import type { Ledger } from "../ledger.ts";
import type { Trouble } from "./postbacks.ts";
import type { MessageRow, World } from "./world.ts";

export interface Submissions {
  /** Whether any carrier has a submission for this number. */
  has(to: string): boolean;
  troubleWith(message: MessageRow): Trouble[];
}

/** History event before a message is submitted at the risk of a duplicate. */
const MARK = "submitted again";

export function submissionsTo({ submitted, reported }: Ledger, { loopback }: World): Submissions {
  /** Accepted segments of each number, by any carrier. */
  const submissions = new Map<string, string[]>();
  const add = (to: string, segment: number) => {
    const segments = submissions.get(to) ?? [];
    segments.push(`segment ${segment}`);
    submissions.set(to, segments);
  };
  for (const { to, segment, id } of submitted) if (id !== null) add(to, segment);
  for (const { to } of loopback) add(to, 1);
  const delivered = new Set([
    ...loopback.map(({ to }) => to),
    ...reported.filter(({ says }) => says === "delivered").map(({ to }) => to),
  ]);

  return {
    has: (to) => submissions.has(to),
    troubleWith({ to, state, history }) {
      if (state === "delivered" && !delivered.has(to)) {
        return [["wrong", "delivered, and no carrier has reported it"]];
      }
      const segments = submissions.get(to) ?? [];
      const marks = history.filter(({ event }) => event === MARK).length;
      const counts = Map.groupBy(segments, (segment) => segment);
      const most = Math.max(0, ...[...counts.values()].map(({ length }) => length));
      if (most <= 1 + marks) return [];
      return [["doubled", `carriers took it ${most} times; its log marks ${marks}`]];
    },
  };
}
