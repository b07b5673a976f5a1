/** Checks of an SMSC's settings that openapi.yaml does not express. */
import { isIP, isIPv4, isIPv6 } from "node:net";
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { Refusal } from "../../core/errors.ts";

/**
 * Checks the host where it is new, and the numbering plans.
 *
 * @throws {Refusal} E100
 */
export function checkSettings(settings: SmscSmppSettings, previous: SmscSmppSettings | null): void {
  if (settings.host !== previous?.host) checkHost(settings.host);
  checkNumberingPlans(settings);
}

/** Checks the syntax of a host. Private addresses are allowed: administrators are trusted. */
function checkHost(host: string): void {
  const url = URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}/`);
  // URLs read `127.1` as an IPv4 address; resolvers may read it differently.
  if (url === null || (isIP(host) === 0 && isIPv4(url.hostname))) {
    throw new Refusal("invalidRequest", "host must be a host name or an IP address");
  }
}

/** Numbering plan indicators (SMPP 3.4 section 5.2.6). */
const NUMBERING_PLANS = [0, 1, 3, 4, 6, 8, 9, 10, 14, 18];

function checkNumberingPlans({ sourceNpi, destNpi }: SmscSmppSettings): void {
  for (const [field, plan] of [["source-npi", sourceNpi], ["dest-npi", destNpi]] as const) {
    if (plan === null || NUMBERING_PLANS.includes(plan)) continue;
    const choices = `${NUMBERING_PLANS.slice(0, -1).join(", ")} or ${NUMBERING_PLANS.at(-1)}`;
    throw new Refusal("invalidRequest", `${field} must be ${choices}`);
  }
}
