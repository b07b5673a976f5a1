/** Checks of the set-up at Telnyx: the API key, messaging profiles and numbers. */
import type { Finding } from "../../ports/mod.ts";
import { isRecord, recordsAt, textAt, valueAt } from "../http_carrier/json.ts";
import type { Check } from "../http_carrier/protocol.ts";

/** Maximum size of a page, in entries. */
const PAGE_SIZE = 250;

/** @param profileId Messaging profile that sends; null: the profile of the sender's number. */
export function checksOf(profileId: string | null): Check[] {
  const page = `page%5Bsize%5D=${PAGE_SIZE}`;
  if (profileId === null) {
    return [
      credentials,
      {
        request: { path: `/messaging_profiles?${page}` },
        read: ({ json }, callbackUrl) => profilesFindings(json, callbackUrl),
      },
      {
        request: { path: `/phone_numbers/messaging?${page}` },
        read: ({ json }) => numbersFindings(recordsAt(json, "data")),
      },
    ];
  }
  const filter = `filter%5Bmessaging_profile_id%5D=${profileId}`;
  return [
    credentials,
    {
      request: { path: `/messaging_profiles/${profileId}` },
      read: ({ json }, callbackUrl) => profileFindings(valueAt(json, "data"), callbackUrl),
    },
    {
      request: { path: `/phone_numbers/messaging?${filter}&${page}` },
      read: ({ json }) => numbersFindings(recordsAt(json, "data")),
    },
  ];
}

const credentials: Check = {
  request: { path: "/balance" },
  read({ json }) {
    const right: Finding = { isOk: true, fact: "the credentials are right", advice: null };
    const credit = textAt(json, "data", "available_credit");
    if (credit === null || !(Number(credit) <= 0)) return [right];
    const fact = `the available credit is ${credit}`;
    return [right, { isOk: false, fact, advice: "add funds in Telnyx's portal" }];
  },
};

/** Judges all profiles: which of them sends is up to the sender's number. */
function profilesFindings(json: unknown, callbackUrl: string): Finding[] {
  const profiles = recordsAt(json, "data");
  if (profiles.length === 0) {
    const advice = "add one in Telnyx's portal under Messaging, and assign the numbers to it";
    return [{ isOk: false, fact: "the account has no messaging profile", advice }];
  }
  const inboundUrl = inboundUrlOf(callbackUrl);
  const ours = profiles.filter(({ webhook_url }) => webhook_url === inboundUrl);
  if (ours.length > 0) return ours.flatMap((profile) => profileFindings(profile, callbackUrl));
  // The right one may be on a further page.
  const isAll = !(Number(textAt(json, "meta", "total_pages")) > 1);
  const number = `${isAll ? "" : "the first "}${profiles.length}`;
  return [{
    isOk: !isAll,
    fact: `none of ${number} messaging profiles posts messages of handsets here`,
    advice: `set the webhook URL of the senders' messaging profile to ${inboundUrl}`,
  }];
}

function profileFindings(profile: unknown, callbackUrl: string): Finding[] {
  const name = `messaging profile ${textAt(profile, "name") ?? textAt(profile, "id") ?? ""}`.trim();
  const inboundUrl = inboundUrlOf(callbackUrl);
  const url = textAt(profile, "webhook_url");
  const version = textAt(profile, "webhook_api_version");
  const findings: Finding[] = [
    url === inboundUrl
      ? { isOk: true, fact: `${name} posts messages of handsets here`, advice: null }
      : {
        isOk: false,
        fact: `${name} posts messages of handsets to ${url ?? "no address"}`,
        advice: `set its webhook URL to ${inboundUrl}`,
      },
  ];
  if (valueAt(profile, "enabled") === false) {
    findings.push({ isOk: false, fact: `${name} is disabled`, advice: "enable it" });
  }
  if (version !== null && version !== "2") {
    const fact = `${name} posts webhooks of version ${version}`;
    findings.push({ isOk: false, fact, advice: "set its webhook API version to 2" });
  }
  return findings;
}

function numbersFindings(numbers: readonly Record<string, unknown>[]): Finding[] {
  const count = numbers.length;
  if (count === 0) {
    return [{
      isOk: true,
      fact: "there is no number",
      advice: "buy a number, or send from an alphanumeric name by messaging-profile-id",
    }];
  }
  const withMms = numbers.filter((number) => isRecord(valueAt(number, "features", "mms")));
  const idle = numbers.filter((number) => textAt(number, "messaging_profile_id") === null);
  const findings: Finding[] = [{
    isOk: true,
    fact: `${withMms.length} of ${count} numbers take MMS`,
    advice: null,
  }];
  if (idle.length > 0) {
    const fact = `${idle.length} of ${count} numbers have no messaging profile`;
    findings.push({ isOk: false, fact, advice: "assign it in the portal under My Numbers" });
  }
  return findings;
}

function inboundUrlOf(callbackUrl: string): string {
  return `${callbackUrl}/inbound`;
}
