/** Checks of the set-up: the API key, and where numbers forward the messages of handsets. */
import { recordsAt, textAt, valueAt } from "../http_carrier/json.ts";
import type { Check, ProviderResponse } from "../http_carrier/protocol.ts";
import type { Finding } from "../../ports/mod.ts";

type Channel = "SMS" | "MMS";

/** Formats of forwarded messages that callbacks are read in. */
const FORMATS: Readonly<Record<Channel, string>> = { SMS: "MO_JSON_2", MMS: "MO_MMS_2" };

/** @param inboundUrl Returns the address of messages, with the token, by the callback URL. */
export function checksOf(inboundUrl: (callbackUrl: string) => string): readonly Check[] {
  return [
    {
      request: { path: "/sms/3/logs?limit=1" },
      read: () => [{ isOk: true, fact: "the credentials are right", advice: null }],
    },
    forwarding("SMS", inboundUrl),
    forwarding("MMS", inboundUrl),
  ];
}

function forwarding(channel: Channel, inboundUrl: (callbackUrl: string) => string): Check {
  return {
    request: { path: `/resource-management/1/inbound-message-configurations?channel=${channel}` },
    withoutPermission: {
      isOk: true,
      fact: `the API key cannot show where ${channel} of handsets go`,
      advice: "for this check, give it the scope numbers:manage",
    },
    read: (response, callbackUrl) => [findingOf(response, channel, callbackUrl, inboundUrl)],
  };
}

function findingOf(
  { json }: ProviderResponse,
  channel: Channel,
  callbackUrl: string,
  inboundUrl: (callbackUrl: string) => string,
): Finding {
  const wanted = inboundUrl(callbackUrl);
  const shown = `${callbackUrl}/inbound?token=…`;
  const ours = recordsAt(json).map((each) => valueAt(each, "forwarding"))
    .filter((each) => textAt(each, "url")?.startsWith(`${callbackUrl}/`));
  if (ours.length === 0) {
    const advice = `for ${channel} of handsets, forward them by HTTP to ${shown}`;
    return { isOk: true, fact: `no number forwards its ${channel} here`, advice };
  }
  if (ours.some((each) => textAt(each, "url") !== wanted)) {
    const fact = `a number forwards its ${channel} here, but not with the callback-token`;
    return { isOk: false, fact, advice: `forward them to ${shown}` };
  }
  const format = FORMATS[channel];
  if (ours.some((each) => (textAt(each, "format") ?? format) !== format)) {
    const fact = `a number forwards its ${channel} here in another format than ${format}`;
    return { isOk: false, fact, advice: `set the format ${format}` };
  }
  return {
    isOk: true,
    fact: `numbers forward their ${channel} here: ${ours.length}`,
    advice: null,
  };
}
