/**
 * `getblocks`, `block` and `unblock`: recipients that senders of the account may not message. What a
 * person or an administrator has blocked stays blocked.
 */
import { readNumber } from "../core/account/address.ts";
import type { Block } from "../core/account/block.ts";
import { Refusal } from "../core/errors.ts";
import { isoMicros } from "../core/timestamp.ts";
import type * as wire from "../generated/json.ts";
import { withoutNulls } from "../lib/without_nulls.ts";
import { sendersOf } from "./asked_message.ts";
import { readListCursor, writeListCursor } from "./list_cursor.ts";
import type { ActionContext } from "./ports.ts";
import { originatorOf } from "./sender.ts";

/** Blocks of a page, where the request does not say. */
const LIMIT = 50;

export async function getblocks(
  request: wire.Requests["getblocks"],
  context: ActionContext,
): Promise<wire.Responses["getblocks"]> {
  const { ports: { readRate, store }, access: { account } } = context;
  const originators = originatorsIn(request.from, context);
  const cursor = readListCursor("getblocks", account.id, request.cursor);
  readRate.take(account);
  const filter = { isKnown: true, ...originators === undefined ? {} : { originators } };
  const page = await store.blocks.list(account.id, filter, {
    cursor,
    limit: request.limit ?? LIMIT,
  });
  return {
    status: "Success",
    block: page.items.map(blockFields),
    ...page.nextCursor === null ? {} : {
      "next-cursor": writeListCursor("getblocks", account.id, page.nextCursor),
    },
  };
}

export async function block(
  request: wire.Requests["block"],
  context: ActionContext,
): Promise<wire.Responses["block"]> {
  const { ports: { accounts, clock, readRate, store }, access: { account, hasBlocks } } = context;
  const pair = pairOf(request, context);
  readRate.take(account);
  await store.blocks.addOwn(account.id, { ...pair, since: clock.now() });
  // From the first block on, sends look for one.
  if (!hasBlocks) accounts.invalidate(account.id);
  return { status: "Success", ...pairFields(pair) };
}

export async function unblock(
  request: wire.Requests["unblock"],
  context: ActionContext,
): Promise<wire.Responses["unblock"]> {
  const { ports: { readRate, store }, access } = context;
  const { account } = access;
  const pair = pairOf(request, context);
  readRate.take(account);
  const isForOne = sendersOf(access) !== undefined;
  const left = await store.blocks.liftOwn(account.id, pair, isForOne);
  if (left !== null) throw new Refusal("recipientBlocked", `mobile ${REASONS[left.madeBy]}`);
  return { status: "Success", ...pairFields(pair) };
}

/** Why a block is not lifted, by its maker. */
const REASONS: Readonly<Record<Block["madeBy"], string>> = {
  keyword: "has opted out: only the recipient's START lifts the block",
  operator: "was blocked by an administrator",
  api: "is blocked for all senders of the account",
};

type Pair = Pick<Block, "originator" | "number">;

/** @throws {Refusal} E110 or E111 */
function pairOf({ from, mobile }: wire.Requests["block"], context: ActionContext): Pair {
  const number = readNumber(mobile);
  if (number === null) {
    throw new Refusal("recipientInvalid", "mobile is not an international number");
  }
  if (from !== undefined) return { number, originator: originatorOf(from, context).address };
  if (sendersOf(context.access) !== undefined) {
    throw new Refusal(
      "originatorNotProvisioned",
      "from is required: x-api-key is limited to some senders of the account",
    );
  }
  return { number, originator: null };
}

const pairFields = ({ number, originator }: Pair) =>
  withoutNulls({ mobile: number, from: originator });

/** Lists the originators whose blocks are shown; undefined: any. */
function originatorsIn(
  from: string | undefined,
  context: ActionContext,
): readonly (string | null)[] | undefined {
  const senders = sendersOf(context.access);
  if (from === undefined) return senders;
  const { address } = originatorOf(from, context);
  return senders === undefined ? [address, null] : [address];
}

function blockFields({ number, originator, since, madeBy }: Block): wire.BlockedRecipient {
  return withoutNulls({
    mobile: number,
    from: originator,
    since: isoMicros(since),
    source: madeBy,
  });
}
