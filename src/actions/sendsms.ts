/** `sendsms` (spec 4.5): a text to one recipient. */
import type { Requests, Responses } from "../generated/json.ts";
import { accept } from "./accept.ts";
import { readAddressing } from "./addressing.ts";
import type { ActionContext } from "./env.ts";

export async function sendsms(
  request: Requests["sendsms"],
  context: ActionContext,
): Promise<Responses["sendsms"]> {
  const { "message-text": text } = request;
  const { env, access: { account } } = context;
  const { originator, to, operatorId, campaignRef } = await readAddressing(request, context);
  env.throughput.take(account);
  const acceptedAt = env.clock.now();
  const trackingId = env.ids.tracking();
  await accept(env, {
    trackingId,
    account: account.id,
    kind: "SMS_MT",
    from: originator.address,
    to,
    operatorId,
    mmsId: null,
    clientReference: null,
    campaignRef,
    content: { kind: "SMS", text },
    deliveryReport: account.deliveryReports,
    acceptedAt,
    expiresAt: acceptedAt + env.config.MMS_EXPIRY_MAX * 1000,
  });
  return {
    status: "Success",
    "tracking-id": trackingId,
    to,
    from: originator.address,
    "status-details": "SMS accepted and queued for delivery",
  };
}
