/** Admin operations on connectors to SMSCs. */
import { isIP, isIPv4, isIPv6 } from "node:net";
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { Refusal } from "../../core/errors.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers, Smsc, SmscChange } from "../../generated/admin.ts";
import { connectorsOf } from "./connectors.ts";
import type { AdminPorts, RecordOf } from "./ports.ts";

export function smscHandlers(parts: AdminPorts) {
  const smscs = connectorsOf("smsc_smpp", "SMSC", parts);

  return {
    async createSmsc({ body: { name, ...fields } }) {
      const settings = settingsOf(fields);
      checkHost(settings.host);
      checkNumberingPlans(settings);
      return smscView(await smscs.add(name, settings));
    },

    async listSmscs() {
      return { items: (await smscs.list()).map(smscView) };
    },

    async readSmsc({ params }) {
      return smscView(await smscs.read(params.connector));
    },

    async changeSmsc({ params: { connector: name }, body: change }) {
      const record = await smscs.change(name, (current) => {
        const settings = settingsOf({ ...fieldsOf(current), ...change });
        if (change.host !== undefined) checkHost(settings.host);
        checkNumberingPlans(settings);
        return settings;
      });
      return smscView(record);
    },

    async removeSmsc({ params }) {
      await smscs.remove(params.connector);
    },
  } satisfies Partial<AdminHandlers>;
}

/** Settings of an SMSC as the admin API has them. */
type Fields = Required<SmscChange>;

/** Sets of alphabets by their name in the admin API: a command line has no lists. */
const ALPHABETS: Record<Fields["alphabets"], SmscSmppSettings["alphabets"]> = {
  "none": [],
  "gsm": ["gsm"],
  "latin1": ["latin1"],
  "gsm-latin1": ["gsm", "latin1"],
};

function settingsOf(fields: Fields): SmscSmppSettings {
  return {
    kind: "smsc_smpp",
    host: fields.host.toLowerCase(),
    port: fields.port,
    tls: fields.tls,
    bind: fields.bind,
    sessions: fields.sessions,
    systemId: fields["system-id"],
    password: fields.password ?? "",
    systemType: fields["system-type"],
    window: fields.window,
    rate: fields.rate,
    enquireLinkSeconds: fields["enquire-link"],
    timeoutSeconds: fields.timeout,
    sourceTon: fields["source-ton"],
    sourceNpi: fields["source-npi"],
    destTon: fields["dest-ton"],
    destNpi: fields["dest-npi"],
    concatenation: fields.concatenation,
    alphabets: ALPHABETS[fields.alphabets],
    serviceType: fields["service-type"],
    receiptIds: fields["receipt-ids"],
    unconfirmed: fields.unconfirmed,
    missingReport: fields["missing-report"],
  };
}

function fieldsOf(settings: SmscSmppSettings): Fields {
  return {
    "host": settings.host,
    "port": settings.port,
    "tls": settings.tls,
    "bind": settings.bind,
    "sessions": settings.sessions,
    "system-id": settings.systemId,
    "password": settings.password || null,
    "system-type": settings.systemType,
    "window": settings.window,
    "rate": settings.rate,
    "enquire-link": settings.enquireLinkSeconds,
    "timeout": settings.timeoutSeconds,
    "source-ton": settings.sourceTon,
    "source-npi": settings.sourceNpi,
    "dest-ton": settings.destTon,
    "dest-npi": settings.destNpi,
    "concatenation": settings.concatenation,
    "alphabets": alphabetsWord(settings.alphabets),
    "service-type": settings.serviceType,
    "receipt-ids": settings.receiptIds,
    "unconfirmed": settings.unconfirmed,
    "missing-report": settings.missingReport ?? "silent",
  };
}

function alphabetsWord(alphabets: SmscSmppSettings["alphabets"]): Fields["alphabets"] {
  const takesLatin1 = alphabets.includes("latin1");
  if (alphabets.includes("gsm")) return takesLatin1 ? "gsm-latin1" : "gsm";
  return takesLatin1 ? "latin1" : "none";
}

function smscView({ name, settings, createdAt, changedAt }: RecordOf<"smsc_smpp">): Smsc {
  const { password, ...shown } = fieldsOf(settings);
  return {
    name,
    ...shown,
    "password-set": password !== null,
    "created-at": isoMicros(createdAt),
    "changed-at": isoMicros(changedAt),
  };
}

/**
 * Checks the syntax of a host. Private addresses are allowed: operators are trusted.
 *
 * @throws {Refusal} E100
 */
function checkHost(host: string): void {
  const url = URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}/`);
  // URLs read `127.1` as an IPv4 address; resolvers may read it differently.
  if (url === null || (isIP(host) === 0 && isIPv4(url.hostname))) {
    throw new Refusal("invalidRequest", "host must be a host name or an IP address");
  }
}

/** Numbering plan indicators (SMPP 3.4 section 5.2.6). */
const NUMBERING_PLANS = [0, 1, 3, 4, 6, 8, 9, 10, 14, 18];

/**
 * Checks the numbering plans.
 *
 * @throws {Refusal} E100
 */
function checkNumberingPlans({ sourceNpi, destNpi }: SmscSmppSettings): void {
  for (const [field, plan] of [["source-npi", sourceNpi], ["dest-npi", destNpi]] as const) {
    if (plan === null || NUMBERING_PLANS.includes(plan)) continue;
    const choices = `${NUMBERING_PLANS.slice(0, -1).join(", ")} or ${NUMBERING_PLANS.at(-1)}`;
    throw new Refusal("invalidRequest", `${field} must be ${choices}`);
  }
}
