/** Checks of the set-up at Plivo: the credentials, applications and numbers. */
import type { Finding } from "../../ports/mod.ts";
import { recordsAt, textAt } from "../http_carrier/json.ts";
import type { Check } from "../http_carrier/protocol.ts";

/** Maximum size of a page, in entries. */
const PAGE_SIZE = 20;

/** @param account Path of the account. */
export function checksOf(account: string): Check[] {
  return [
    { request: { path: `${account}/` }, read: ({ json }) => accountFindings(json) },
    {
      request: { path: `${account}/Application/?limit=${PAGE_SIZE}` },
      read: ({ json }, callbackUrl) => applicationsFindings(json, `${callbackUrl}/inbound`),
    },
    {
      request: { path: `${account}/Number/?limit=${PAGE_SIZE}` },
      read: ({ json }) => numbersFindings(recordsAt(json, "objects")),
    },
  ];
}

function accountFindings(account: unknown): Finding[] {
  const findings: Finding[] = [{ isOk: true, fact: "the credentials are right", advice: null }];
  if (textAt(account, "account_type") === "developer") {
    const advice = "add the recipients to the sandbox numbers, or upgrade the account";
    findings.push({ isOk: true, fact: "a trial account sends to verified numbers only", advice });
  }
  const credits = textAt(account, "cash_credits");
  const isPrepaid = textAt(account, "billing_mode") === "prepaid";
  if (isPrepaid && credits !== null && Number(credits) <= 0) {
    const fact = `the credit is ${credits} US dollars`;
    findings.push({ isOk: false, fact, advice: "add credit in Plivo's console" });
  }
  return findings;
}

function applicationsFindings(json: unknown, inboundUrl: string): Finding[] {
  const applications = recordsAt(json, "objects");
  const ours = applications.filter(({ message_url }) => message_url === inboundUrl);
  if (ours.length === 0) {
    // The right one may be on a further page.
    const isAll = textAt(json, "meta", "next") === null;
    const number = `${isAll ? "" : "the first "}${applications.length}`;
    return [{
      isOk: !isAll,
      fact: `none of ${number} applications posts messages of handsets here`,
      advice: `set the Message URL of the numbers' application to ${inboundUrl}, method POST`,
    }];
  }
  return ours.map((application) => {
    const name = `application ${textAt(application, "app_name") ?? textAt(application, "app_id")}`;
    return textAt(application, "message_method")?.toUpperCase() === "GET"
      ? { isOk: false, fact: `${name} uses GET`, advice: "set its method to POST" }
      : { isOk: true, fact: `${name} posts messages of handsets here`, advice: null };
  });
}

function numbersFindings(numbers: readonly Record<string, unknown>[]): Finding[] {
  const count = numbers.length;
  if (count === 0) {
    const advice = "buy a number, or send from an alphanumeric name";
    return [{ isOk: true, fact: "there is no number", advice }];
  }
  const mute = numbers.filter(({ sms_enabled }) => sms_enabled === false);
  const idle = numbers.filter((number) => textAt(number, "application") === null);
  const findings: Finding[] = [{
    isOk: true,
    fact: `${count - mute.length} of ${count} numbers take SMS`,
    advice: null,
  }];
  if (idle.length > 0) {
    const fact = `${idle.length} of ${count} numbers have no application`;
    const advice = "assign it under Phone Numbers, or messages of their handsets are lost";
    findings.push({ isOk: false, fact, advice });
  }
  return findings;
}
