/** Checks of an MMSC's settings that openapi.yaml does not express. */
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import { Refusal } from "../../core/errors.ts";
import { parseOutboundUrl } from "../../core/network.ts";
import { checkNamespace, checkVersion } from "../../mm7/versions.ts";

/**
 * Checks versions, the URL where it is new, and settings that depend on each other. Private
 * addresses are allowed: administrators are trusted.
 *
 * @throws {Refusal} E100
 */
export function checkSettings(settings: MmscMm7Settings, previous: MmscMm7Settings | null): void {
  const { url, version, namespace, username, password, relayUsername, relayPassword } = settings;
  if (url !== previous?.url) {
    const verdict = parseOutboundUrl(url);
    if (!verdict.ok) throw new Refusal("invalidRequest", `url: ${verdict.reason}`);
  }
  checkVersion("mm7-version", version);
  checkNamespace("namespace", namespace);
  if (username === null && password !== null) {
    throw new Refusal("invalidRequest", "password needs a username");
  }
  if ((relayUsername === null) !== (relayPassword === null)) {
    throw new Refusal("invalidRequest", "relay-username and relay-password go together");
  }
}
