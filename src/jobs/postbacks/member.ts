/** Receiver of postbacks, as the dispatcher sees it. */
import { type Breaker, CLOSED } from "../../lib/circuit_breaker.ts";
import type { Receiver } from "../../ports/mod.ts";
import type { IdQueue } from "./backlog.ts";
import type { ClaimedPostback } from "./sequences.ts";
import { createThroughputMeter, type ThroughputMeter } from "./throughput.ts";

export interface Member extends Receiver {
  waiting: IdQueue;
  /** Ids behind a postback that is settled: they go first. */
  freed: string[];
  claimed: ClaimedPostback[];
  /** Postbacks being claimed, claimed, in flight or being settled. */
  inHand: number;
  throughput: ThroughputMeter;
  inFlight: number;
  /** Whether the store may hold more. */
  hasMore: boolean;
  /** Whether it stands in `ready`. */
  isReady: boolean;
  isFetching: boolean;
  breaker: Breaker;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** @param waiting Queue for its ids. */
export function createMember(
  { account, channel }: Receiver,
  waiting: IdQueue,
): Member {
  return {
    ...{ account, channel, waiting },
    ...{ freed: [], claimed: [], inHand: 0, inFlight: 0 },
    ...{ hasMore: false, isReady: false, isFetching: false },
    throughput: createThroughputMeter(),
    breaker: CLOSED,
    timer: undefined,
  };
}
