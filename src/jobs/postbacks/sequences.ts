/** Order of the postbacks in hand: those of one tracking-id and channel are sent one after another. */
import { type Channel, channelOf, type PendingPostback } from "../../core/message/event.ts";

/** Postback under a lease of this process. */
export interface ClaimedPostback {
  postback: PendingPostback;
  /** Time until which an attempt may begin, in milliseconds since the epoch. */
  until: number;
}

export interface Sequences {
  /**
   * Adds a claimed postback.
   * @param behind Id of the unsent one just before it, of its tracking-id and channel; null: none.
   * @returns `first`: it may be sent. `follows`: its turn comes after those in hand. `stray`: it
   * waits for one that is not in hand, and was not added.
   */
  add(claimed: ClaimedPostback, behind: string | null): "first" | "follows" | "stray";
  /** Tells whether another in hand waits for a first one. */
  isFollowed(postback: PendingPostback): boolean;
  /** Tells whether a postback waits for another in hand. */
  isFollower(id: string): boolean;
  /** Ends the turn of a first one that is done; returns the one whose turn it is. */
  next(postback: PendingPostback): ClaimedPostback | undefined;
  /** Removes a first one and all behind it; returns those behind it. */
  drop(postback: PendingPostback): ClaimedPostback[];
}

interface Sequence {
  /** Id of the first one. */
  first: string;
  followers: ClaimedPostback[];
}

export function createSequences(): Sequences {
  const byChannel: Record<Channel, Map<string, Sequence>> = { json: new Map(), mm7: new Map() };
  /** Ids of all followers. */
  const following = new Set<string>();

  return {
    add(claimed, behind) {
      const { code, id, trackingId } = claimed.postback;
      const sequences = byChannel[channelOf(code)];
      const sequence = sequences.get(trackingId);
      if (sequence === undefined) {
        if (behind !== null) return "stray";
        sequences.set(trackingId, { first: id, followers: [] });
        return "first";
      }
      // Without an unsent one in the store, the first in hand has just been settled.
      const last = sequence.followers.at(-1)?.postback.id ?? sequence.first;
      if (behind !== null && behind !== last) return "stray";
      sequence.followers.push(claimed);
      following.add(id);
      return "follows";
    },

    isFollowed({ code, trackingId }) {
      const sequence = byChannel[channelOf(code)].get(trackingId);
      return sequence !== undefined && sequence.followers.length > 0;
    },
    isFollower: (id) => following.has(id),

    next({ code, trackingId }) {
      const sequences = byChannel[channelOf(code)];
      const sequence = sequences.get(trackingId);
      const next = sequence?.followers.shift();
      if (sequence === undefined || next === undefined) {
        sequences.delete(trackingId);
        return undefined;
      }
      sequence.first = next.postback.id;
      following.delete(next.postback.id);
      return next;
    },

    drop({ code, trackingId }) {
      const sequences = byChannel[channelOf(code)];
      const followers = sequences.get(trackingId)?.followers ?? [];
      sequences.delete(trackingId);
      for (const { postback: { id } } of followers) following.delete(id);
      return followers;
    },
  };
}
