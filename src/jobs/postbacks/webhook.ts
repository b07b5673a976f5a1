/** Postbacks as webhooks: JSON or XML, signed (Standard Webhooks); any 2xx takes one. */
import type { Account } from "../../core/account/account.ts";
import {
  DEFAULT_RECEIVER,
  defaultReceiver,
  findReceiver,
  type PostbackReceiver,
} from "../../core/account/receiver.ts";
import { secretsAt } from "../../core/account/webhook_secret.ts";
import type { PendingPostback } from "../../core/message/event.ts";
import { FetchRefused } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import {
  commonHeaders,
  type NoticeChannel,
  type NoticeRequest,
  notTaken,
  postNotice,
  type Tried,
} from "./channel.ts";

/** RFC 9110 section 15.5.11. */
const GONE = 410;

/** Format and secrets of a request. */
type Writer = Pick<PostbackReceiver, "format" | "webhookSecrets">;

/** Postback, as far as it says who receives it. */
export type Addressed = Pick<PendingPostback, "callback" | "receiver">;

/**
 * Returns the receiver whose secret and format a postback has; undefined: it was removed. Status
 * callbacks have those of the default one.
 */
export function receiverFor(
  { callback, receiver }: Addressed,
  account: Account,
): PostbackReceiver | undefined {
  return callback === null ? findReceiver(account, receiver) : defaultReceiver(account);
}

/**
 * Returns the URL of a receiver; null: it has none.
 *
 * @param defaultUrl URL of default receivers without one of their own; null: none.
 */
export function urlOf(
  { name, url }: PostbackReceiver,
  defaultUrl: () => string | null,
): string | null {
  return url ?? (name === DEFAULT_RECEIVER ? defaultUrl() : null);
}

/** @param defaultUrl URL of default receivers without one of their own; null: none. */
export function createWebhookChannel(
  ports: JobPorts,
  defaultUrl: () => string | null,
): NoticeChannel {
  const { accounts, clock, log, store } = ports;

  /**
   * Removes the URL of a receiver that responded 410: its postbacks are parked until it has a new
   * one. False: it has one already, and the postback is for that.
   */
  async function dropUrl({ account, receiver }: PendingPostback, url: string): Promise<boolean> {
    const dropped = await store.accounts.dropUrl(account, receiver, url);
    accounts.invalidate(account);
    if (dropped) {
      log.warn(
        { account, receiver },
        "the receiver responded 410: its postbacks are parked until a new URL is set",
      );
      return true;
    }
    const now = await store.accounts.byId(account);
    return now !== null && findReceiver(now, receiver)?.url === null;
  }

  /** Decides about a postback that a receiver has answered with 410. */
  async function gone(notice: PendingPostback, url: string): Promise<Tried | null> {
    if (notice.callback !== null) {
      return { result: "dead", response: GONE, error: "HTTP 410: the status-callback is gone" };
    }
    if (!await dropUrl(notice, url)) return null;
    const error = "HTTP 410: the receiver is gone; its URL was removed";
    return { result: "parked", response: GONE, error };
  }

  return {
    urlOf(notice, account) {
      if (notice.callback !== null) return notice.callback;
      const receiver = findReceiver(account, notice.receiver);
      if (receiver === undefined) return { result: "dead", error: "the receiver was removed" };
      const url = urlOf(receiver, defaultUrl);
      return receiver.disabled || url === null ? { result: "parked" } : url;
    },

    async send(notice, account, url) {
      const request = await signedRequest(notice, receiverFor(notice, account)!, clock.now());
      const headers = { ...request.headers, ...commonHeaders(notice) };
      const response = await postNotice(ports, url, { ...request, headers });
      if (response instanceof FetchRefused) return notTaken(response, clock.now());
      const { status } = response;
      if (isTaken(status)) return { result: "sent", response: status };
      const end = status === GONE ? await gone(notice, url) : null;
      return end === null ? notTaken(response, clock.now()) : { ...end, refused: response };
    },
  };
}

export function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

async function xmlOf(json: string): Promise<string> {
  const { postbackXml } = await import("../../xml/writer.ts");
  return postbackXml(JSON.parse(json));
}

/** Loaded with the first postback, so that the process is ready sooner. */
let signing: Promise<typeof import("./signature.ts")> | undefined;

/** Makes the request that posts a body at `now`, signed by each secret that is valid then. */
export async function signedRequest(
  { body: json, id }: { id: string; body: string },
  { format, webhookSecrets }: Writer,
  now: number,
): Promise<NoticeRequest & { body: string }> {
  const body = format === "xml" ? await xmlOf(json) : json;
  const { signatures } = await (signing ??= import("./signature.ts"));
  const timestamp = Math.floor(now / 1000);
  return {
    headers: {
      "content-type": `application/${format}`,
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatures(secretsAt(webhookSecrets, now), `${id}.${timestamp}.${body}`),
    },
    body,
  };
}
