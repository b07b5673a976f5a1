/** Checks of the set-up: the credentials, the phone, and the webhooks that it must send. */
import type { Finding } from "../../ports/mod.ts";
import { recordsAt } from "../http_carrier/json.ts";
import type { Check } from "../http_carrier/protocol.ts";

/** Events that the connector reads, by the end of their address. */
export const WEBHOOKS: Readonly<Record<string, "status" | "inbound">> = {
  "sms:sent": "status",
  "sms:delivered": "status",
  "sms:failed": "status",
  "sms:received": "inbound",
  "mms:downloaded": "inbound",
};

/** Maximum number of phones that a finding lists. */
const PHONES_MAX = 5;

interface CheckSettings {
  deviceId: string | null;
  url: string;
}

export function checksOf({ deviceId, url }: CheckSettings, isServer: boolean): Check[] {
  return [
    {
      // The app lists its own phone only, and at another path.
      request: { path: isServer ? "/devices" : "/device" },
      read: ({ json }) => [CREDENTIALS, ...phoneFindings(recordsAt(json), deviceId)],
    },
    {
      request: { path: "/webhooks" },
      read: ({ json }, callbackUrl) =>
        webhookFindings(recordsAt(json), { deviceId, url, callbackUrl }),
    },
  ];
}

const CREDENTIALS: Finding = { isOk: true, fact: "the credentials are right", advice: null };

type Records = readonly Record<string, unknown>[];

function phoneFindings(phones: Records, deviceId: string | null): Finding[] {
  const ids = phones.map(({ id }) => `${id}`);
  if (deviceId === null || ids.includes(deviceId)) return [];
  const list = ids.length === 0 ? "none" : ids.slice(0, PHONES_MAX).join(", ");
  return [{
    isOk: false,
    fact: `there is no phone ${deviceId}; there are: ${list}`,
    advice: "set device-id to the id of the phone",
  }];
}

function webhookFindings(
  webhooks: Records,
  { callbackUrl, deviceId, url }: CheckSettings & { callbackUrl: string },
): Finding[] {
  const missing = Object.entries(WEBHOOKS).flatMap(([event, path]) => {
    const webhook = {
      event,
      url: `${callbackUrl}/${path}`,
      ...deviceId === null ? {} : { deviceId },
    };
    return webhooks.some((each) => covers(each, webhook)) ? [] : [webhook];
  });
  if (missing.length === 0) return [{ isOk: true, fact: "all webhooks are set", advice: null }];
  const isRefused = !callbackUrl.startsWith("https:");
  return [
    ...isRefused
      ? [{
        isOk: false,
        fact: `the app refuses webhooks to ${callbackUrl}, which is no https address`,
        advice: "set BASE_URL to an https address whose certificate the phone trusts",
      }]
      : [],
    ...missing.map((webhook) => ({
      isOk: false,
      fact: `there is no webhook for ${webhook.event} to ${webhook.url}`,
      advice: `POST ${url}/webhooks with ${JSON.stringify(webhook)}`,
    })),
  ];
}

/** Tells whether a webhook sends the event of this phone to the address. */
function covers(
  { event, url, deviceId }: Record<string, unknown>,
  wanted: { event: string; url: string; deviceId?: string },
): boolean {
  const isOfPhone = deviceId === undefined || deviceId === null || wanted.deviceId === undefined ||
    deviceId === wanted.deviceId;
  return event === wanted.event && url === wanted.url && isOfPhone;
}
