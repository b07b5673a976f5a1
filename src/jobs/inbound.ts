/** Messages from handsets: whose they are, kept, and announced (N401, DeliverReq). */
import { maskNumber } from "../core/address.ts";
import type { NewEvent } from "../core/event.ts";
import { contentUrl, type InboundRecord } from "../core/inbound.ts";
import { moPostback } from "../core/postback.ts";
import { deliverNotice } from "../core/vasp_notice.ts";
import type { InboundMms } from "../env.ts";
import type { JobEnv } from "./env.ts";
import { eventOf } from "./move.ts";

interface Owner {
  account: string;
  vasid: string | null;
}

/** Whose last message is older than a month is no longer who a handset answers. */
const ANSWER_WINDOW_MS = 30 * 24 * 3_600_000;

/**
 * Resolves once the message is kept. A repeated delivery is taken again, without effect. False:
 * nobody owns the address it was sent to.
 */
export function createInbound(env: JobEnv): (message: InboundMms) => Promise<boolean> {
  const { accounts, clock, ids, log, store } = env;

  /** Of several owners: by VASID; else the one whom the handset answers; else the oldest. */
  async function ownerOf({ from, to, vasid }: InboundMms): Promise<Owner | null> {
    const owners = await store.accounts.owners(to);
    const named = owners.filter((owner) => vasid !== null && owner.vasid === vasid);
    const candidates = named.length > 0 ? named : owners;
    if (candidates.length <= 1) return candidates[0] ?? null;
    const pair = { from: to, to: from };
    const sender = await store.messages.lastSender(pair, clock.now() - ANSWER_WINDOW_MS);
    return candidates.find(({ account }) => account === sender) ?? candidates[0]!;
  }

  return async (message) => {
    const { connector, key, from, to, subject, operatorId, files, at } = message;
    const owner = await ownerOf(message);
    const access = owner === null ? null : await accounts.byId(owner.account);
    if (owner === null || access === null) {
      log.warn({ connector, to: maskNumber(to) }, "inbound message to an address without an owner");
      return false;
    }
    const record: InboundRecord = {
      trackingId: ids.tracking(),
      account: owner.account,
      kind: "MMS_MO",
      connector,
      key,
      from,
      to,
      subject,
      operatorId,
      files,
      token: ids.page(),
      receivedAt: at,
    };
    const { mmsMoPostbacks, mm7Url } = access.account;
    const fileUrl = (name: string) => contentUrl(env.baseUrl(), record.token, name);
    const event = (
      name: string,
      notice: Pick<NewEvent, "code" | "body"> = { code: null, body: null },
    ) =>
      eventOf(env, record, {
        at: clock.now(),
        name,
        state: null,
        details: null,
        ...notice,
        operatorId,
      });
    const isNew = await store.inbound.receive(record, [
      event("received", mmsMoPostbacks ? moPostback(record, fileUrl) : undefined),
      ...mm7Url === null ? [] : [event("passed to VASP", deliverNotice(record, owner))],
    ]);
    if (isNew) {
      const { trackingId, account } = record;
      log.info(
        { "tracking-id": trackingId, account, connector, files: files.length },
        "inbound message",
      );
    } else {
      log.debug({ connector, key }, "inbound message delivered again");
    }
    return true;
  };
}
