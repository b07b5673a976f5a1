/** Admin operations on the receivers of accounts' postbacks. */
import * as provisioning from "../../actions/provision.ts";
import { DEFAULT_RECEIVER, type PostbackReceiver } from "../../core/account/receiver.ts";
import { Refusal } from "../../core/errors.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers, Receiver, ReceiverChange } from "../../generated/admin.ts";
import type { PostbackCode } from "../../generated/postback.ts";
import type { ParkedJob } from "../../jobs/postbacks/parked.ts";
import type { AccountDirectory, Fetch, Store } from "../../ports/mod.ts";
import { changed, distinct, joined, readSenders, some } from "./list_fields.ts";
import { checkUrl, missing, requireAccount, requireReceiver } from "./refusals.ts";
import { isoOrNull } from "./views.ts";

/** Receivers that an account may have: each costs a row and a request for each event. */
const RECEIVERS_MAX = 20;

export interface ReceiverPorts {
  accounts: AccountDirectory;
  fetch: Pick<Fetch, "check">;
  parked: Pick<ParkedJob, "takeDue">;
  provision: provisioning.ProvisionPorts;
  /** Time for which a rotated webhook secret still signs, in milliseconds. */
  secretOverlapMs: number;
  store: Pick<Store, "accounts">;
}

/** Fault of settings that are not valid. */
const FAULT = "receiverInvalid";

/** Settings of a receiver that requests change. */
type Settings = Omit<PostbackReceiver, "name" | "createdAt" | "webhookSecrets">;

export function receiverHandlers(parts: ReceiverPorts) {
  const { accounts, fetch, parked, provision, secretOverlapMs, store } = parts;

  return {
    async createReceiver({ params: { account: id }, body: { receiver: name, ...body } }) {
      await requireAccount(store, id);
      const settings = await settingsOf(id, body);
      const receiver = provisioning.newReceiver(provision, { name, ...settings });
      const isAdded = await store.accounts.addReceiver(id, receiver, RECEIVERS_MAX);
      accounts.invalidate(id);
      if (!isAdded) {
        throw new Refusal("conflict", `an account has ${RECEIVERS_MAX} receivers at most`);
      }
      return { "receiver": name, "webhook-secret": receiver.webhookSecrets[0]!.secret };
    },

    async listReceivers({ params: { account } }) {
      return { items: (await requireAccount(store, account)).receivers.map(receiverView) };
    },

    async changeReceiver({ params: { account: id, receiver: name }, body }) {
      requireReceiver(await requireAccount(store, id), name);
      const settings = await settingsOf(id, body);
      const receiver = await store.accounts.changeReceiver(id, name, settings);
      accounts.invalidate(id);
      if (receiver === null) throw missing("receiver");
      // Its parked postbacks may be due now.
      void parked.takeDue();
      return receiverView(receiver);
    },

    async removeReceiver({ params: { account, receiver } }) {
      await requireAccount(store, account);
      if (receiver === DEFAULT_RECEIVER) {
        throw new Refusal("conflict", "the receiver default cannot be removed; disable it");
      }
      const isRemoved = await store.accounts.removeReceiver(account, receiver);
      accounts.invalidate(account);
      if (!isRemoved) throw missing("receiver");
      // Its parked postbacks end.
      void parked.takeDue();
    },

    async rotateWebhookSecret(
      { params: { account }, query: { receiver }, body: { keep: overlapSeconds } },
    ) {
      await requireAccount(store, account);
      const overlapMs = overlapSeconds === undefined ? secretOverlapMs : overlapSeconds * 1000;
      const rotated = await provisioning.rotateSecret(provision, { account, receiver }, overlapMs);
      accounts.invalidate(account);
      if (rotated === null) throw missing("receiver");
      const { secret, formerUntil } = rotated;
      return { "webhook-secret": secret, "former-until": isoOrNull(formerUntil) };
    },
  } satisfies Partial<AdminHandlers>;

  /**
   * Reads the settings of a receiver that a request gives. What it does not give is not written: a
   * receiver may lose its URL at the same time.
   *
   * @throws {Refusal} E2101
   */
  async function settingsOf(account: string, body: ReceiverChange): Promise<Partial<Settings>> {
    const { "campaign-refs": campaignRefs, codes, disabled, format, senders, url } = body;
    if (typeof url === "string") checkUrl(fetch, "url", url, FAULT);
    const settings: { [name in keyof Settings]: Settings[name] | undefined } = {
      url,
      format,
      // The validator admits no other codes.
      codes: changed(codes, undefined, (text) => distinct(text) as PostbackCode[]),
      senders: await readSenders(store, account, senders, undefined, FAULT),
      campaignRefs: changed(campaignRefs, undefined, (text) => some("campaign-refs", text, FAULT)),
      disabled,
    };
    return Object.fromEntries(
      Object.entries(settings).filter(([, value]) => value !== undefined),
    );
  }
}

function receiverView(receiver: PostbackReceiver): Receiver {
  const { webhookSecrets: [current, previous] } = receiver;
  return {
    "receiver": receiver.name,
    "url": receiver.url,
    "format": receiver.format,
    "codes": joined(receiver.codes),
    "senders": joined(receiver.senders),
    "campaign-refs": joined(receiver.campaignRefs),
    "disabled": receiver.disabled,
    "webhook-secret-hint": current!.secret.slice(-4),
    "former-secret-until": isoOrNull(previous?.until ?? null),
    "created-at": isoMicros(receiver.createdAt),
  };
}
