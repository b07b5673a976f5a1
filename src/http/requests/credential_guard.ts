/**
 * Rate limit on wrong credentials, by source address. A source over its limit has credentials
 * refused without a check, unless they were valid before in this process or its door knows them
 * without asking the store: an attacker behind the same proxy or NAT must not lock a customer out.
 */
import { createHash } from "node:crypto";
import type { Config } from "../../config/mod.ts";
import { Refusal } from "../../core/errors.ts";
import { createLru } from "../../lib/lru.ts";
import type { Log } from "../../log/mod.ts";
import { type ClientAddress, sourceOf } from "./client_address.ts";
import { createFailureQuota, type FailureQuota } from "./failure_quota.ts";
import { createReportTimer, createSourceReport, type SourceReport } from "./refusal_report.ts";
import { remoteAddress } from "./request_log.ts";

export interface CredentialGuardOptions {
  clientAddress: ClientAddress;
  log: Log;
}

/** A request with a credential. */
export interface Attempt {
  /** Path of the door, without its variable segments. */
  door: string;
  headers: Headers;
  /** The credential, with the name that it is presented for; null: the request has none. */
  credential: string | null;
  /**
   * Tells whether the credential is among those that the door has in memory. A guess must cost no
   * more than a digest. Default: none is.
   */
  isKnown?(): Promise<boolean> | boolean;
  /** Name of the existing connector that the credential is presented for. */
  connector?: string;
}

export interface CredentialGuard {
  /**
   * Checks a credential unless its source is over the limit. A request without a credential returns
   * null and does not count as a failure.
   *
   * @param check Returns null where the credential is wrong. Its errors propagate.
   * @throws {Refusal} `credentialsThrottled`, with the wait.
   */
  verify<T>(attempt: Attempt, check: () => Promise<T | null> | T | null): Promise<T | null>;
  /** Logs the counts that are not logged yet, and stops the timer. */
  close(): void;
}

interface Source {
  quota: FailureQuota;
  report: SourceReport;
}

export function createCredentialGuard(
  config: Pick<
    Config,
    "CREDENTIAL_FAILURE_BURST" | "CREDENTIAL_FAILURE_REFILL" | "CREDENTIAL_FAILURE_SOURCES"
  >,
  { clientAddress, log }: CredentialGuardOptions,
): CredentialGuard {
  const max = config.CREDENTIAL_FAILURE_SOURCES;
  const limits = {
    burst: config.CREDENTIAL_FAILURE_BURST,
    refillMs: config.CREDENTIAL_FAILURE_REFILL,
  };
  const sources = createLru<string, Source>(max);
  /** SHA-256 digests of credentials that were valid. */
  const proven = createLru<string, true>(max);
  const flush = () => {
    for (const [, { report }] of sources.entries()) report.flush();
  };
  const timer = createReportTimer(flush);

  function sourceFor(client: string): Source {
    const name = sourceOf(client);
    const existing = sources.get(name);
    if (existing !== undefined) return existing;
    const source = { quota: createFailureQuota(limits), report: createSourceReport(log, name) };
    for (const [, evicted] of sources.set(name, source)) evicted.report.flush();
    return source;
  }

  function refuse(client: string, { door, connector }: Attempt, message: string): null {
    const facts = { client, door, ...connector === undefined ? {} : { connector } };
    if (sourceFor(client).report.add(facts, message)) timer.start();
    return null;
  }

  /**
   * Reserves a token of the source's quota for a check.
   *
   * @throws {Refusal} `credentialsThrottled`
   */
  async function reserve({ quota }: Source, client: string, attempt: Attempt): Promise<void> {
    const waitMs = await quota.reserve();
    if (waitMs === 0) return;
    refuse(client, attempt, "credentials refused without a check: too many failures");
    throw new Refusal("credentialsThrottled", undefined, Math.ceil(waitMs / 1000));
  }

  /** Checks a credential that was not valid before, against its source's limit. */
  async function checkUnproven<T>(
    attempt: Attempt,
    digest: string,
    check: () => Promise<T | null> | T | null,
  ): Promise<T | null> {
    const client = clientAddress(attempt.headers, remoteAddress());
    const source = sourceFor(client);
    await reserve(source, client, attempt);
    let failed = false;
    try {
      const result = await check();
      if (result !== null) {
        proven.set(digest, true);
        return result;
      }
      failed = true;
    } finally {
      source.quota.settle(failed);
    }
    return refuse(client, attempt, "credentials refused");
  }

  return {
    async verify(attempt, check) {
      const { door, headers, credential } = attempt;
      const client = () => clientAddress(headers, remoteAddress());
      if (credential === null) return refuse(client(), attempt, "credentials missing");
      const digest = createHash("sha256").update(`${door}\0${credential}`).digest("base64");
      if (!proven.get(digest) && !await attempt.isKnown?.()) {
        return await checkUnproven(attempt, digest, check);
      }
      const result = await check();
      if (result !== null) return result;
      proven.delete(digest);
      sourceFor(client()).quota.charge();
      return refuse(client(), attempt, "credentials refused: they were valid before");
    },

    close() {
      timer.stop();
      flush();
    },
  };
}
