/** Watches components that work on files needs: the stored files, and ffmpeg. */
import type { Metrics } from "../metrics/mod.ts";
import type { Clock } from "../ports/mod.ts";

export type Component = "files" | "ffmpeg";

export interface Components {
  /** Checks a component, or returns what is known of it: null if it works, else what is wrong. */
  check(component: Component): Promise<string | null>;
  /** Returns the time since which a component fails, in milliseconds since the epoch, or null. */
  failingSince(component: Component): number | null;
  /** Checks the components whose time has come, in the background. A job for the rescuer. */
  takeDue(): Promise<void>;
}

/** Checks a component. Returns null if it works, else what is wrong. */
type Check = () => Promise<string | null>;

/** Time for which a component that works is not checked again, in milliseconds. */
const FRESH_MS: Readonly<Record<Component, number>> = {
  // It counts failures, and asks the storage only after some.
  files: 0,
  // A process of its own.
  ffmpeg: 60_000,
};

interface State {
  checkedAt: number;
  problem: string | null;
  failingSince: number | null;
  running: Promise<string | null> | null;
}

export function createComponents(
  { clock, metrics }: { clock: Clock; metrics: Pick<Metrics, "componentUp"> },
  checks: Readonly<Record<Component, Check>>,
): Components {
  const startedAt = clock.now();
  const states = new Map<Component, State>();

  function stateOf(component: Component): State {
    return states.getOrInsertComputed(component, () => ({
      checkedAt: -Infinity,
      problem: null,
      failingSince: null,
      running: null,
    }));
  }

  /** Tells whether a component works, and was checked lately. `since`: time of its last check. */
  function isFresh(component: Component, since: number): boolean {
    const now = clock.now();
    return stateOf(component).problem === null && now >= since &&
      now - since < FRESH_MS[component];
  }

  async function run(component: Component, state: State): Promise<string | null> {
    try {
      const problem = await checks[component]();
      state.checkedAt = clock.now();
      state.problem = problem;
      state.failingSince = problem === null ? null : state.failingSince ?? state.checkedAt;
      metrics.componentUp.set({ component }, problem === null ? 1 : 0);
      return problem;
    } finally {
      state.running = null;
    }
  }

  function check(component: Component): Promise<string | null> {
    const state = stateOf(component);
    if (isFresh(component, state.checkedAt)) return Promise.resolve(null);
    return state.running ??= run(component, state);
  }

  return {
    check,
    failingSince: (component) => stateOf(component).failingSince,
    takeDue() {
      for (const component of ["files", "ffmpeg"] as const) {
        // The first process of ffmpeg is none of the start's.
        const since = Math.max(stateOf(component).checkedAt, startedAt);
        if (!isFresh(component, since)) void check(component).catch(() => {});
      }
      return Promise.resolve();
    },
  };
}
