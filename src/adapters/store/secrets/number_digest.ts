/**
 * Digests that stand for erased numbers: HMAC-SHA-256 (RFC 2104) with a key of the installation.
 * Numbers are so few that anyone could try them all against a plain hash.
 */
import { createHmac } from "node:crypto";
import { erasedNumber } from "../../../core/account/block.ts";
import type { InstallationKey } from "./installation_key.ts";

/** Computes the digest of a number, in the form that takes the number's place in a row. */
export type NumberDigest = (number: string) => Promise<string>;

/** Creates the digest function of a database. */
export function createNumberDigest({ root }: Pick<InstallationKey, "root">): NumberDigest {
  return async (number) =>
    erasedNumber(createHmac("sha256", await root()).update(number).digest("base64url"));
}
