/** Submissions whose results are being committed: reports on their messages wait for the commit. */

export interface PendingCommits {
  /** Registers the commit of messages that a carrier knows by these ids; resolves with its result. */
  commit<T>(connector: string, carrierIds: readonly string[], commit: Promise<T>): Promise<T>;
  /** Resolves when no commit of the message is under way. */
  committed(connector: string, carrierId: string): Promise<void>;
}

export function createPendingCommits(): PendingCommits {
  const underWay = new Map<string, Promise<unknown>>();
  const keyOf = (connector: string, carrierId: string) => `${connector} ${carrierId}`;
  return {
    async commit(connector, carrierIds, commit) {
      const keys = carrierIds.map((id) => keyOf(connector, id));
      for (const key of keys) underWay.set(key, commit);
      try {
        return await commit;
      } finally {
        for (const key of keys) {
          if (underWay.get(key) === commit) underWay.delete(key);
        }
      }
    },
    async committed(connector, carrierId) {
      await underWay.get(keyOf(connector, carrierId))?.catch(() => {});
    },
  };
}
