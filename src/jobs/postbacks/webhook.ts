/** Postbacks as webhooks: JSON, signed (Standard Webhooks); any 2xx takes one. */
import type { Account } from "../../core/account/account.ts";
import { secretsAt } from "../../core/account/webhook_secret.ts";
import { FetchRefused } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import {
  commonHeaders,
  type NoticeChannel,
  type NoticeRequest,
  notTaken,
  postNotice,
} from "./channel.ts";

/** RFC 9110 section 15.5.11. */
const GONE = 410;

/** @param defaultUrl Receiver of accounts without a URL of their own; null: none. */
export function createWebhookChannel(
  ports: JobPorts,
  defaultUrl: () => string | null,
): NoticeChannel {
  const { accounts, clock, log, store } = ports;

  /**
   * Removes the URL of a receiver that responded 410: the account's postbacks are parked until it has
   * a new one. False: it has one already, and the postback is for that.
   */
  async function dropUrl(account: string, url: string): Promise<boolean> {
    const dropped = await store.accounts.dropPostbackUrl(account, url);
    accounts.invalidate(account);
    if (dropped) {
      log.warn(
        { account },
        "the receiver responded 410: postbacks are parked until a new URL is set",
      );
    }
    return dropped || (await store.accounts.byId(account))?.postbackUrl === null;
  }

  return {
    urlOf: ({ postbackUrl }) => postbackUrl ?? defaultUrl(),

    async send(notice, account, url) {
      const request = await signedRequest(notice, account, clock.now());
      const headers = { ...request.headers, ...commonHeaders(notice) };
      const response = await postNotice(ports, url, { ...request, headers });
      if (response instanceof FetchRefused) return notTaken(response, clock.now());
      const { status } = response;
      if (isTaken(status)) return { result: "sent", response: status };
      if (status === GONE && await dropUrl(account.id, url)) {
        const error = "HTTP 410: the receiver is gone; its URL was removed";
        return { result: "parked", response: status, error };
      }
      return notTaken(response, clock.now());
    },
  };
}

export function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Loaded with the first postback, so that the process is ready sooner. */
let signing: Promise<typeof import("./signature.ts")> | undefined;

/** Makes the request that posts a body at `now`, signed by each secret that is valid then. */
export async function signedRequest(
  { id, body }: { id: string; body: string },
  { webhookSecrets }: Pick<Account, "webhookSecrets">,
  now: number,
): Promise<NoticeRequest> {
  const { signatures } = await (signing ??= import("./signature.ts"));
  const timestamp = Math.floor(now / 1000);
  return {
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatures(secretsAt(webhookSecrets, now), `${id}.${timestamp}.${body}`),
    },
    body,
  };
}
