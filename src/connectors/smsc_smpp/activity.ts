/** Work in progress of a session with an SMSC. */

export interface Activity {
  /** Number of submissions that wait for a response. */
  readonly submissions: number;
  /** Counts work while it is in progress. */
  during<T>(kind: "submissions" | "deliveries", work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
}

export function createActivity(): Activity {
  const counts = { submissions: 0, deliveries: 0 };
  let idle = Promise.withResolvers<void>();

  function checkIdle(): void {
    if (counts.submissions === 0 && counts.deliveries === 0) idle.resolve();
  }

  return {
    get submissions() {
      return counts.submissions;
    },

    async during(kind, work) {
      counts[kind]++;
      try {
        return await work();
      } finally {
        counts[kind]--;
        checkIdle();
      }
    },

    idle() {
      idle = Promise.withResolvers();
      checkIdle();
      return idle.promise;
    },
  };
}
