/** Provisioning: accounts, keys and senders, for the admin API and the sandbox's first start. */
import type { Account, Originator, OriginatorKind } from "../core/account/account.ts";
import { readOriginator } from "../core/account/address.ts";
import { Refusal } from "../core/errors.ts";
import { hasNumbers, whyNotNumberOf } from "../core/account/number_plan.ts";
import type { AccountStore, Clock, Secrets } from "../ports/mod.ts";

export interface ProvisionPorts {
  accounts: AccountStore;
  clock: Clock;
  secrets: Secrets;
}

/** What is shown once, at creation. */
export interface NewAccount {
  account: Account;
  apiKey: string;
}

/** Creates an account with its first key and webhook secret. Throws AlreadyThere. */
export async function createAccount(
  ports: ProvisionPorts,
  fields: Pick<Account, "id" | "name"> & Partial<Account>,
): Promise<NewAccount> {
  const account: Account = {
    postbackUrl: null,
    mm7: true,
    mm7Url: null,
    mm7Username: null,
    mm7Password: null,
    mm7TextXml: false,
    mm7AllowAdaptations: null,
    mm7Version: null,
    mm7Namespace: null,
    mm7LastVersion: null,
    mm7LastNamespace: null,
    mm7TransferEncoding: "binary",
    mmsMoPostbacks: false,
    smsMoPostbacks: false,
    optOut: true,
    keywordReplies: "us",
    replies: {},
    allowFallbackSms: true,
    enforceCampaignCheck: false,
    deliveryReports: true,
    rate: null,
    disabled: false,
    ...fields,
    webhookSecrets: [{ secret: ports.secrets.webhookSecret(), until: null }],
    createdAt: ports.clock.now(),
  };
  await ports.accounts.create(account);
  const { apiKey } = await issueKey(ports, account.id);
  return { account, apiKey };
}

/**
 * A further key of an account: a new one, or one that its VASP has already. Only its hash is kept:
 * this is the one time it is seen. Throws AlreadyThere.
 */
export async function issueKey(
  { accounts, clock, secrets }: ProvisionPorts,
  account: string,
  apiKey = secrets.apiKey(),
): Promise<{ id: string; apiKey: string; createdAt: number }> {
  const createdAt = clock.now();
  const hash = secrets.hash(apiKey);
  // The hash names the key too: unique, and nothing can be learnt from it.
  const id = `key_${hash.slice(0, 16)}`;
  await accounts.addKey(account, { id, hash, hint: apiKey.slice(-4), at: createdAt });
  return { id, apiKey, createdAt };
}

/**
 * A new webhook secret for an account: it is seen this one time. The former signs beside it for
 * `keepMs` more. Null: there is no such account.
 */
export async function rotateSecret(
  { accounts, clock, secrets }: ProvisionPorts,
  account: string,
  keepMs: number,
): Promise<{ secret: string; formerUntil: number | null } | null> {
  // Whole milliseconds: fractions may come back from the store a microsecond off.
  const now = Math.floor(clock.now());
  const secret = secrets.webhookSecret();
  const changed = await accounts.rotateSecret(account, secret, { now, keepUntil: now + keepMs });
  return changed && { secret, formerUntil: changed.webhookSecrets[1]?.until ?? null };
}

/** A sender as an operator writes it. */
export interface SenderFields {
  address: string;
  kind: OriginatorKind;
  country: string;
  /** Further countries that it serves, with commas between them. */
  countries?: string | undefined;
  vasid?: string | undefined;
  shared?: boolean | undefined;
  "mms-connector"?: string | undefined;
  "sms-connector"?: string | undefined;
}

/** Adds a sender. Throws Refusal when the address does not fit its kind; AlreadyThere. */
export async function addSender(
  { accounts }: Pick<ProvisionPorts, "accounts">,
  account: string,
  fields: SenderFields,
): Promise<Originator> {
  const country = fields.country.toUpperCase();
  requireNumbers("country", country);
  const address = readOriginator(fields.address);
  const originator: Originator = {
    address: address ?? "",
    kind: fields.kind,
    country,
    countries: readCountries(country, fields.countries),
    vasid: fields.vasid ?? null,
    shared: fields.shared ?? false,
    mmsConnector: fields["mms-connector"] ?? null,
    smsConnector: fields["sms-connector"] ?? null,
  };
  if (address === null) throw new Refusal("invalidRequest", "address is no sender's address");
  checkAddress(originator);
  await accounts.addOriginator(account, originator);
  return originator;
}

/** Fields of a sender to be changed; null takes a value away. */
export interface SenderChange {
  kind?: OriginatorKind | undefined;
  country?: string | undefined;
  /** Countries that it serves beside its home, with commas between them. */
  countries?: string | undefined;
  vasid?: string | null | undefined;
  shared?: boolean | undefined;
  "mms-connector"?: string | null | undefined;
  "sms-connector"?: string | null | undefined;
}

/**
 * Changes the given fields of a sender. Null: the account has none of this address.
 *
 * @throws Refusal when the address does not fit the kind or the country.
 */
export async function changeSender(
  { accounts }: Pick<ProvisionPorts, "accounts">,
  account: string,
  address: string,
  fields: SenderChange,
): Promise<Originator | null> {
  const former = (await accounts.originators(account)).find((one) => one.address === address);
  if (former === undefined) return null;
  const { country = former.country, countries, kind, shared, vasid } = fields;
  requireNumbers("country", country);
  const further = countries ?? former.countries.slice(1).join(",");
  const change: Partial<Originator> = {
    ...kind !== undefined && { kind },
    ...(fields.country ?? countries) !== undefined && {
      country,
      countries: readCountries(country, further),
    },
    ...vasid !== undefined && { vasid },
    ...shared !== undefined && { shared },
    ...fields["mms-connector"] !== undefined && { mmsConnector: fields["mms-connector"] },
    ...fields["sms-connector"] !== undefined && { smsConnector: fields["sms-connector"] },
  };
  checkAddress({ ...former, ...change });
  return await accounts.changeOriginator(account, address, change);
}

function requireNumbers(field: string, country: string): void {
  if (hasNumbers(country)) return;
  throw new Refusal("invalidRequest", `${field}: ${country} has no telephone numbers`);
}

function checkAddress(originator: Originator): void {
  const fault = faultOf(originator);
  if (fault !== null) throw new Refusal("invalidRequest", `address ${fault}`);
}

/** Returns the countries that a sender serves: its home first, and each once. */
function readCountries(home: string, further = ""): string[] {
  const named = further.split(",").map((one) => one.trim()).filter((one) => one !== "");
  for (const country of named) requireNumbers("countries", country);
  return [...new Set([home, ...named])];
}

const SHORT_CODE = /^\d{3,8}$/;
const DIGITS = /^\d+$/;

/** Why an address is not of its kind; null when it is. */
function faultOf({ address, kind, country }: Originator): string | null {
  switch (kind) {
    case "short-code":
      return SHORT_CODE.test(address) ? null : "of a short-code must be 3 to 8 digits";
    case "alphanumeric":
      return DIGITS.test(address) ? "of an alphanumeric sender must have a letter" : null;
    case "toll-free":
    case "10dlc":
      if (!DIGITS.test(address)) return `of a ${kind} sender must be a number with country code`;
      return whyNotNumberOf(country, address);
  }
}
