/** The customers of a run, their originators, and the carriers that serve them. */
import type { Service } from "./gateway.ts";
import type { Receivers } from "./receivers.ts";
import { RELAY } from "./mmsc.ts";

export interface Customer {
  account: string;
  originator: string;
  apiKey: string;
  /** Templates that can be sent. */
  ready: string[];
}

/** Customers by the connectors they use: resubmitting, waiting, loopback, and hosted APIs. */
export const PEOPLE = [
  { account: "acme", originator: "111122", sms: "smsc-1", mms: "mmsc-1" },
  { account: "bolt", originator: "222233", sms: "smsc-2", mms: "mmsc-2" },
  { account: "coil", originator: "333344", sms: "loopback", mms: "loopback" },
  { account: "dune", originator: "444455", sms: "provider-1", mms: "provider-1" },
  { account: "edge", originator: "555566", sms: "provider-2", mms: "provider-2" },
] as const;

/** Routes with failover. */
const ROUTES = [
  { account: "acme", kind: "mms", connectors: "mmsc-1,mmsc-2" },
  { account: "acme", kind: "sms", connectors: "smsc-1,loopback" },
  { account: "dune", kind: "mms", connectors: "provider-1,provider-2" },
  { account: "dune", kind: "sms", connectors: "provider-1,provider-2" },
  { account: "edge", kind: "mms", connectors: "provider-2,provider-1" },
  { account: "edge", kind: "sms", connectors: "provider-2,provider-1" },
] as const;

/** Returns the owner of an originator at a carrier. */
export function servedBy(carrier: string): { account: string; originator: string } {
  return PEOPLE.find(({ sms, mms }) => sms === carrier || mms === carrier)!;
}

export interface Fleet {
  smscs: readonly { name: string; port: number }[];
  mmscs: readonly { name: string; url: string }[];
  /** Providers of hosted APIs, with the settings of their connectors. */
  providers: readonly { name: string; settings: Record<string, unknown> }[];
}

/**
 * The second carrier of each kind waits where delivery is unconfirmed; the others are submitted to
 * again.
 */
const unconfirmedAt = (name: string) => name.endsWith("2") ? "wait" : "resubmit";

export async function setUpConnectors(
  gateway: Service,
  { smscs, mmscs, providers }: Fleet,
): Promise<void> {
  for (const { name, port } of smscs) {
    await gateway.admin("POST", "/smscs", {
      name,
      host: "127.0.0.1",
      port,
      "system-id": "slidepost",
      password: "secret",
      timeout: 2,
      "enquire-link": 5,
      sessions: 2,
      window: 20,
      unconfirmed: unconfirmedAt(name),
    });
  }
  for (const { name, url } of mmscs) {
    await gateway.admin("POST", "/connectors", {
      name,
      kind: "mmsc_mm7",
      url,
      vaspid: "slidepost",
      timeout: 2,
      window: 20,
      "relay-username": RELAY.username,
      "relay-password": RELAY.password,
      unconfirmed: unconfirmedAt(name),
    });
  }
  for (const { name, settings } of providers) {
    await gateway.admin("POST", "/connectors", {
      name,
      ...settings,
      timeout: 2,
      window: 20,
      unconfirmed: unconfirmedAt(name),
    });
  }
}

/** Adds a receiver that gets all postbacks, too. */
async function addArchive(account: string, gateway: Service, receivers: Receivers): Promise<void> {
  const body = { receiver: "archive", url: receivers.url(account, "archive") };
  const created = await gateway.admin("POST", `/accounts/${account}/receivers`, body);
  receivers.know(account, "archive", created["webhook-secret"]);
}

export async function setUpCustomers(gateway: Service, receivers: Receivers): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (const { account, originator, sms, mms } of PEOPLE) {
    const created = await gateway.admin("POST", "/accounts", {
      account,
      name: account,
      "postback-url": receivers.url(account, "json"),
      "mms-mo-postbacks": true,
      "sms-mo-postbacks": true,
      ...account === "bolt" ? {} : { "mm7-url": receivers.url(account, "vasp") },
    });
    receivers.know(account, "json", created["webhook-secret"]);
    if (account !== "bolt") await addArchive(account, gateway, receivers);
    await gateway.admin("POST", `/accounts/${account}/senders`, {
      address: originator,
      kind: "short-code",
      country: "US",
      "sms-connector": sms,
      "mms-connector": mms,
    });
    customers.push({ account, originator, apiKey: created["api-key"], ready: [] });
  }
  for (const route of ROUTES) await gateway.admin("POST", "/routes", route);
  return customers;
}
