/** Order of leased postbacks: those of one tracking-id and receiver are sent one after another. */
import { DEFAULT_RECEIVER } from "../../core/account/receiver.ts";
import type { PendingPostback } from "../../core/message/event.ts";
import type { KeyOrder } from "../engine/policies.ts";

/** Postback under a lease of this process. */
export interface ClaimedPostback {
  postback: PendingPostback;
  /** Time until which an attempt may begin, in milliseconds since the epoch. */
  until: number;
  /**
   * Id of the unsent one just before it, of its tracking-id and receiver, as it was written; null: it
   * was the first.
   */
  behind: string | null;
}

export interface Sequences extends KeyOrder<ClaimedPostback> {
  /** Tells whether another waits for a first one. */
  isFollowed(postback: PendingPostback): boolean;
  /** Tells whether a postback waits for another of this process. */
  isFollower(id: string): boolean;
}

interface Sequence {
  /** Id of the first one. */
  first: string;
  followers: ClaimedPostback[];
}

export function createSequences(): Sequences {
  const sequences = new Map<string, Sequence>();
  /** Ids of all followers. */
  const following = new Set<string>();

  return {
    add(claim) {
      const { behind, postback } = claim;
      const { id } = postback;
      const key = keyOf(postback);
      const sequence = sequences.get(key);
      if (sequence === undefined) {
        if (behind !== null) return "stray";
        sequences.set(key, { first: id, followers: [] });
        return "first";
      }
      // Without an unsent one in the store, the first here has just been settled.
      const last = sequence.followers.at(-1)?.postback.id ?? sequence.first;
      if (behind !== null && behind !== last) return "stray";
      sequence.followers.push(claim);
      following.add(id);
      return "follows";
    },

    isFollowed(postback) {
      const sequence = sequences.get(keyOf(postback));
      return sequence !== undefined && sequence.followers.length > 0;
    },
    isFollower: (id) => following.has(id),

    next({ postback }) {
      const key = keyOf(postback);
      const sequence = sequences.get(key);
      const next = sequence?.followers.shift();
      if (sequence === undefined || next === undefined) {
        sequences.delete(key);
        return undefined;
      }
      sequence.first = next.postback.id;
      following.delete(next.postback.id);
      return next;
    },

    drop({ postback }) {
      const key = keyOf(postback);
      const followers = sequences.get(key)?.followers ?? [];
      sequences.delete(key);
      for (const { postback: { id } } of followers) following.delete(id);
      return followers;
    },
  };
}

function keyOf({ receiver, trackingId }: PendingPostback): string {
  return receiver === DEFAULT_RECEIVER ? trackingId : `${trackingId} ${receiver}`;
}
