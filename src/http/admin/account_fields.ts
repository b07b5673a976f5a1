/** Fields of accounts, as the admin API changes them. */
import type { Account } from "../../core/account/account.ts";
import type { NewAccountFields } from "../../actions/provision.ts";
import { Refusal } from "../../core/errors.ts";
import { checkWindow, isTimeZone, parseWindow } from "../../core/schedule/delivery_window.ts";
import type { AccountChange } from "../../generated/admin.ts";
import { checkNamespace, checkVersion } from "../../mm7/versions.ts";
import type { Fetch } from "../../ports/mod.ts";
import { checkUrl } from "./refusals.ts";

/** Fields that requests may set. */
type AccountFields = Omit<NewAccountFields, "id">;

/** Names of an account's fields, by those of the API. */
const FIELDS: Readonly<Record<keyof AccountChange, keyof AccountFields>> = {
  "name": "name",
  "display-name": "displayName",
  "accent-colour": "accentColour",
  "postback-url": "postbackUrl",
  "mm7": "mm7",
  "mm7-url": "mm7Url",
  "mm7-username": "mm7Username",
  "mm7-password": "mm7Password",
  "mm7-dialect": "mm7Dialect",
  "mm7-text-xml": "mm7TextXml",
  "mm7-allow-adaptations": "mm7AllowAdaptations",
  "mm7-version": "mm7Version",
  "mm7-namespace": "mm7Namespace",
  "mm7-transfer-encoding": "mm7TransferEncoding",
  "mm7-priority": "mm7Priority",
  "mms-mo-postbacks": "mmsMoPostbacks",
  "sms-mo-postbacks": "smsMoPostbacks",
  "extended-postbacks": "extendedPostbacks",
  "delivery-window": "deliveryWindow",
  "time-zone": "timeZone",
  "error-help": "errorHelp",
  "opt-out": "optOut",
  "keyword-replies": "keywordReplies",
  "smart-encoding": "smartEncoding",
  "allow-fallback-sms": "allowFallbackSms",
  "enforce-campaign-check": "enforceCampaignCheck",
  "delivery-reports": "deliveryReports",
  "operator-lookup": "operatorLookup",
  "rate": "rate",
  "disabled": "disabled",
};

/**
 * Checks the fields of a request, and maps them to the account's.
 *
 * @throws {Refusal} E100
 */
export function fieldsOf(
  change: AccountChange,
  fetch: Pick<Fetch, "check">,
): Partial<AccountFields> {
  for (const field of ["postback-url", "mm7-url"] as const) {
    const url = change[field];
    if (typeof url === "string") checkUrl(fetch, field, url);
  }
  checkVersion("mm7-version", change["mm7-version"] ?? null);
  checkNamespace("mm7-namespace", change["mm7-namespace"] ?? null);
  checkSchedule(change);
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined)
      .map(([field, value]) => [FIELDS[field as keyof AccountChange], value]),
  );
}

function checkSchedule(
  { "delivery-window": window, "time-zone": timeZone }: AccountChange,
): void {
  const fault = window == null ? null : checkWindow(parseWindow(window));
  if (fault !== null) throw new Refusal("invalidRequest", `delivery-window ${fault}`);
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw new Refusal("invalidRequest", "time-zone is not a name of the tz database");
  }
}

/**
 * Checks that a password has a username.
 *
 * @throws {Refusal} E100
 */
export function checkCredentials({ mm7Username, mm7Password }: Partial<Account>): void {
  if (typeof mm7Password === "string" && typeof mm7Username !== "string") {
    throw new Refusal("invalidRequest", "mm7-password needs an mm7-username");
  }
}
