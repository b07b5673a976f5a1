/** Provisioning: accounts, keys and senders, for the admin API and the sandbox's first start. */
import type { Account, Originator, OriginatorKind } from "../core/account/account.ts";
import { findOriginator, readOriginator } from "../core/account/address.ts";
import { type KeyLimits, NO_LIMITS } from "../core/account/key_limits.ts";
import { Refusal } from "../core/errors.ts";
import { checkCountry, hasNumbers } from "../core/account/number_plan.ts";
import {
  DEFAULT_RECEIVER,
  type PostbackReceiver,
  RECEIVER_DEFAULTS,
} from "../core/account/receiver.ts";
import type { AccountStore, Clock, Receiver, Secrets } from "../ports/mod.ts";

export interface ProvisionPorts {
  accounts: AccountStore;
  clock: Clock;
  secrets: Secrets;
}

/** A new account, with the key that is shown only at creation. */
export interface NewAccount {
  account: Account;
  apiKey: string;
}

/** Settings of a new account. */
export const ACCOUNT_DEFAULTS = {
  displayName: null,
  accentColour: null,
  logo: null,
  mm7: true,
  mm7Url: null,
  mm7Username: null,
  mm7Password: null,
  mm7Dialect: null,
  mm7TextXml: null,
  mm7AllowAdaptations: null,
  mm7Version: null,
  mm7Namespace: null,
  mm7LastVersion: null,
  mm7LastNamespace: null,
  mm7TransferEncoding: "binary",
  mm7Priority: false,
  mmsMoPostbacks: false,
  smsMoPostbacks: false,
  extendedPostbacks: false,
  deliveryWindow: null,
  timeZone: "UTC",
  errorHelp: false,
  optOut: true,
  keywordReplies: "us",
  replies: {},
  smartEncoding: null,
  allowFallbackSms: true,
  enforceCampaignCheck: false,
  deliveryReports: true,
  operatorLookup: "mms",
  rate: null,
  disabled: false,
} as const satisfies Partial<Account>;

/** Fields of a new account; `postbackUrl` is the URL of its default receiver. */
export type NewAccountFields =
  & Pick<Account, "id" | "name">
  & Partial<Omit<Account, "receivers">>
  & { postbackUrl?: string | null };

/**
 * Creates an account with its first key, and its default receiver.
 *
 * @throws {AlreadyExists}
 */
export async function createAccount(
  ports: ProvisionPorts,
  { postbackUrl = null, ...fields }: NewAccountFields,
): Promise<NewAccount> {
  const account: Account = {
    ...ACCOUNT_DEFAULTS,
    ...fields,
    receivers: [newReceiver(ports, { name: DEFAULT_RECEIVER, url: postbackUrl })],
    createdAt: ports.clock.now(),
  };
  await ports.accounts.create(account);
  const { apiKey } = await issueKey(ports, account.id);
  return { account, apiKey };
}

/**
 * Adds an API key to an account: a generated one, or an existing one that its VASP brings. Only the
 * hash is stored, so that the key cannot be shown again.
 *
 * @throws {AlreadyExists}
 */
export async function issueKey(
  { accounts, clock, secrets }: ProvisionPorts,
  account: string,
  { apiKey = secrets.apiKey(), limits = NO_LIMITS }: { apiKey?: string; limits?: KeyLimits } = {},
): Promise<{ id: string; apiKey: string; createdAt: number }> {
  const createdAt = clock.now();
  const hash = secrets.hash(apiKey);
  // The id derives from the hash: unique, and it reveals nothing of the key.
  const id = `key_${hash.slice(0, 16)}`;
  await accounts.addKey(account, { id, hash, hint: apiKey.slice(-4), limits, at: createdAt });
  return { id, apiKey, createdAt };
}

/** Makes a receiver with a secret of its own. */
export function newReceiver(
  { clock, secrets }: Pick<ProvisionPorts, "clock" | "secrets">,
  fields: Pick<PostbackReceiver, "name"> & Partial<PostbackReceiver>,
): PostbackReceiver {
  return {
    ...RECEIVER_DEFAULTS,
    ...fields,
    webhookSecrets: [{ secret: secrets.webhookSecret(), until: null }],
    createdAt: clock.now(),
  };
}

/**
 * Replaces a receiver's webhook secret. Postbacks are signed with both for `overlapMs`. Null: no such
 * receiver.
 */
export async function rotateSecret(
  { accounts, clock, secrets }: ProvisionPorts,
  { account, receiver }: Receiver,
  overlapMs: number,
): Promise<{ secret: string; formerUntil: number | null } | null> {
  // Whole milliseconds: fractions lose precision in the store.
  const now = Math.floor(clock.now());
  const secret = secrets.webhookSecret();
  const changed = await accounts.rotateSecret(account, receiver, secret, {
    now,
    overlapUntil: now + overlapMs,
  });
  return changed && { secret, formerUntil: changed.webhookSecrets[1]?.until ?? null };
}

/** Fields of a sender, as the admin API and the command line have them. */
export interface SenderFields {
  address: string;
  kind: OriginatorKind;
  country: string;
  /** Further countries that it serves, comma-separated. */
  countries?: string | undefined;
  vasid?: string | undefined;
  shared?: boolean | undefined;
  "mms-connector"?: string | undefined;
  "sms-connector"?: string | undefined;
}

/**
 * Adds a sender to an account.
 *
 * @throws {Refusal} E100 where the address does not fit its kind or country.
 * @throws {AlreadyExists}
 */
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
  if (address === null) {
    throw new Refusal("invalidRequest", "address is not a valid sender address");
  }
  checkAddress(originator);
  await accounts.addOriginator(account, originator);
  return originator;
}

/** Changed fields of a sender; null clears a value. */
export interface SenderChange {
  kind?: OriginatorKind | undefined;
  country?: string | undefined;
  /** Countries that it serves besides its home country, comma-separated. */
  countries?: string | undefined;
  vasid?: string | null | undefined;
  shared?: boolean | undefined;
  "mms-connector"?: string | null | undefined;
  "sms-connector"?: string | null | undefined;
}

/**
 * Changes fields of a sender. Null: the account has no sender with this address.
 *
 * @throws {Refusal} E100 where the address does not fit the kind or the country.
 */
export async function changeSender(
  { accounts }: Pick<ProvisionPorts, "accounts">,
  account: string,
  address: string,
  fields: SenderChange,
): Promise<Originator | null> {
  const current = findOriginator(await accounts.originators(account), address);
  if (current === undefined) return null;
  const { country = current.country, countries, kind, shared, vasid } = fields;
  requireNumbers("country", country);
  const further = countries ?? current.countries.slice(1).join(",");
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
  checkAddress({ ...current, ...change });
  return await accounts.changeOriginator(account, current.address, change);
}

function requireNumbers(field: string, country: string): void {
  if (hasNumbers(country)) return;
  throw new Refusal("invalidRequest", `${field}: ${country} has no telephone numbers`);
}

function checkAddress(originator: Originator): void {
  const fault = faultOf(originator);
  if (fault !== null) throw new Refusal("invalidRequest", `address ${fault}`);
}

/** Returns the countries that a sender serves, its home country first, without duplicates. */
function readCountries(home: string, further = ""): string[] {
  const named = further.split(",").map((item) => item.trim()).filter((item) => item !== "");
  for (const country of named) requireNumbers("countries", country);
  return [...new Set([home, ...named])];
}

const SHORT_CODE = /^\d{3,8}$/;
const DIGITS = /^\d+$/;

/** Says why an address does not fit its kind; null when it does. */
function faultOf({ address, kind, country }: Originator): string | null {
  switch (kind) {
    case "short-code":
      return SHORT_CODE.test(address) ? null : "of a short-code must be 3 to 8 digits";
    case "alphanumeric":
      return DIGITS.test(address) ? "of an alphanumeric sender must have a letter" : null;
    case "toll-free":
    case "10dlc":
      if (!DIGITS.test(address)) return `of a ${kind} sender must be a number with country code`;
      return checkCountry(country, address);
  }
}
