/** Postbacks: found, and sent again. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { Refusal } from "../../core/errors.ts";
import { parseIso } from "../../core/timestamp.ts";
import type { PostbackFilter, ReplayableState } from "../../ports/mod.ts";
import type { PostbackReplay } from "../../generated/admin.ts";
import * as routes from "../../generated/routes.ts";
import type { AdminPorts } from "./ports.ts";
import { note } from "../request_log.ts";
import { missing } from "./refusals.ts";
import { postbackRecordView } from "./views.ts";

export function postbackRoutes(
  app: OpenAPIHono,
  { provision: { clock }, store: { postbacks } }: AdminPorts,
): void {
  app.openapi(routes.listPostbacks, async (c) => {
    const { cursor, limit, state, ...given } = c.req.valid("query");
    const filter = { ...filterOf(given), state };
    const page = await postbacks.list(filter, { cursor: cursor ?? null, limit });
    const items = page.items.map(postbackRecordView);
    return c.json({ items, "next-cursor": page.nextCursor }, 200);
  });

  app.openapi(routes.replayPostback, async (c) => {
    const { id } = c.req.valid("param");
    const replayed = await postbacks.replay(id, clock.now());
    const postback = await postbacks.byId(id);
    if (postback === null) throw missing("postback");
    if (!replayed) {
      throw new Refusal("outOfTurn", "the postback is pending: it goes out without a replay");
    }
    return c.json(postbackRecordView(postback), 200);
  });

  app.openapi(routes.replayPostbacks, async (c) => {
    const given = c.req.valid("json");
    checkChoice(given);
    const { state, ...rest } = given;
    const states: ReplayableState[] = state === undefined ? ["dead", "held"] : [state];
    const filter = { ...filterOf(rest), states };
    const replayed = await postbacks.replayAll(filter, clock.now());
    // They are somebody's: for the audit.
    if (replayed > 0 && rest.account !== undefined) note({ account: rest.account });
    return c.json({ replayed }, 200);
  });
}

/** Throws Refusal for a choice that nobody can mean: all that there ever was. */
function checkChoice(given: PostbackReplay): void {
  if (Object.values(given).every((value) => value === undefined)) {
    throw new Refusal("invalidRequest", "at least one field must say which postbacks");
  }
  if (
    given.state === "sent" && given.account === undefined && given["tracking-id"] === undefined
  ) {
    throw new Refusal("invalidRequest", "state sent needs an account or a tracking-id");
  }
}

function filterOf(given: Omit<PostbackReplay, "state">): PostbackFilter {
  return {
    account: given.account,
    trackingId: given["tracking-id"],
    code: given.code,
    since: timeOf("since", given.since),
    until: timeOf("until", given.until),
  };
}

/** Milliseconds since the epoch. Throws Refusal. */
function timeOf(field: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const time = parseIso(given);
  if (time === null) throw new Refusal("invalidRequest", `${field} is not ISO 8601`);
  return time;
}
