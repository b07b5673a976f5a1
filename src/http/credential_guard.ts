/**
 * Throttle of wrong credentials. Each source may fail so often; then a credential that was never
 * right in this process is refused without being checked. A credential that has been right always
 * passes, so that a stranger behind the same proxy or NAT locks no customer out.
 */
import { createHash } from "node:crypto";
import type { Config } from "../config/mod.ts";
import { Refusal } from "../core/errors.ts";
import { createLru } from "../lib/lru.ts";
import type { Log } from "../log/mod.ts";
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
  /** The path of the door, without what a client put into it. */
  door: string;
  /** Headers of the request. */
  headers: Headers;
  /** The credential, with all that it is tried for; null: the request has none. */
  credential: string | null;
  /** Name of the connector that it is tried for, if there is one. */
  connector?: string;
}

export interface CredentialGuard {
  /**
   * Checks a credential where its source may still fail. A request without one is no guess, and
   * counts as none.
   *
   * @param check Answers null where the credential is wrong.
   * @throws Refusal `credentialsThrottled`, and whatever `check` throws.
   */
  verify<T>(attempt: Attempt, check: () => Promise<T | null> | T | null): Promise<T | null>;
  /** Logs what was counted and is not logged yet. */
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
  /** SHA-256 of each. */
  const proven = createLru<string, true>(max);
  const flush = () => {
    for (const [, { report }] of sources.entries()) report.flush();
  };
  const timer = createReportTimer(flush);

  function sourceAt(client: string): Source {
    const name = sourceOf(client);
    const known = sources.get(name);
    if (known !== undefined) return known;
    const source = { quota: createFailureQuota(limits), report: createSourceReport(log, name) };
    sources.set(name, source)?.[1].report.flush();
    return source;
  }

  function refuse(client: string, { door, connector }: Attempt, message: string): null {
    const refused = { client, door, ...connector === undefined ? {} : { connector } };
    if (sourceAt(client).report.add(refused, message)) timer.start();
    return null;
  }

  /** @throws Refusal */
  async function hold({ quota }: Source, client: string, attempt: Attempt): Promise<void> {
    const waitMs = await quota.hold();
    if (waitMs === 0) return;
    refuse(client, attempt, "credentials refused unchecked: too many were wrong");
    throw new Refusal("credentialsThrottled", undefined, Math.ceil(waitMs / 1000));
  }

  /** A credential that has not been right yet. */
  async function prove<T>(
    attempt: Attempt,
    digest: string,
    check: () => Promise<T | null> | T | null,
  ): Promise<T | null> {
    const client = clientAddress(attempt.headers, remoteAddress());
    const source = sourceAt(client);
    await hold(source, client, attempt);
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
      if (!proven.get(digest)) return await prove(attempt, digest, check);
      const result = await check();
      if (result !== null) return result;
      proven.delete(digest);
      sourceAt(client()).quota.charge();
      return refuse(client(), attempt, "credentials refused: they were right before");
    },

    close() {
      timer.stop();
      flush();
    },
  };
}
