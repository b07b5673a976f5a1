/** Admin operations that list and replay postbacks. */
import { Refusal } from "../../core/errors.ts";
import type {
  Clock,
  PostbackFilter,
  ReplayableState,
  Store,
  UndeliveredState,
} from "../../ports/mod.ts";
import type { PostbackJob } from "../../jobs/postbacks/mod.ts";
import type { AdminHandlers, PostbackReplay } from "../../generated/admin.ts";
import { note } from "../requests/request_log.ts";
import { POSTBACKS_READ_MAX } from "./receiver_states.ts";
import { missing } from "./refusals.ts";
import { timeOf } from "./times.ts";
import { postbackRecordView } from "./views.ts";

export interface PostbackPorts {
  clock: Clock;
  postbacks: Pick<PostbackJob, "probe">;
  store: Pick<Store, "postbacks">;
}

export function postbackHandlers(
  { clock, postbacks: job, store: { postbacks } }: PostbackPorts,
) {
  return {
    async listPostbacks({ query: { cursor, limit, state, ...rest } }) {
      const filter = { ...filterOf(rest), state };
      const page = await postbacks.list(filter, { cursor: cursor ?? null, limit });
      const items = page.items.map(postbackRecordView);
      return { items, "next-cursor": page.nextCursor };
    },

    async countPostbacks({ query: { state, ...rest } }) {
      const states: UndeliveredState[] = state === undefined ? ["dead", "parked"] : [state];
      const { count, isComplete } = await postbacks.count(
        { ...filterOf(rest), states },
        POSTBACKS_READ_MAX,
      );
      return { count, "complete": isComplete };
    },

    async replayPostback({ params: { id } }) {
      const replayed = await postbacks.replay(id, clock.now());
      const first = replayed ? null : await postbacks.makeDue(id, clock.now());
      if (first !== null) job.probe(first);
      const postback = await postbacks.byId(id);
      if (postback === null) throw missing("postback");
      if (!replayed && first === null) {
        throw new Refusal("conflict", "an attempt at the postback, or one before it, is under way");
      }
      return postbackRecordView(postback);
    },

    async replayPostbacks({ body: selection }) {
      checkSelection(selection);
      const { state, ...rest } = selection;
      const states: ReplayableState[] = state === undefined ? ["dead", "parked"] : [state];
      const filter = { ...filterOf(rest), states };
      const replayed = await postbacks.replayAll(filter, clock.now());
      // For the audit log.
      if (replayed > 0 && rest.account !== undefined) note({ account: rest.account });
      return { replayed };
    },
  } satisfies Partial<AdminHandlers>;
}

/**
 * Refuses selections that would replay the whole history.
 *
 * @throws {Refusal} E100
 */
function checkSelection(selection: PostbackReplay): void {
  if (Object.values(selection).every((value) => value === undefined)) {
    throw new Refusal("invalidRequest", "at least one field must select the postbacks");
  }
  if (
    selection.state === "sent" && selection.account === undefined &&
    selection["tracking-id"] === undefined
  ) {
    throw new Refusal("invalidRequest", "state sent needs an account or a tracking-id");
  }
}

function filterOf(query: Omit<PostbackReplay, "state">): PostbackFilter {
  return {
    account: query.account,
    trackingId: query["tracking-id"],
    code: query.code,
    receiver: query.receiver,
    since: timeOf("since", query.since),
    until: timeOf("until", query.until),
  };
}
