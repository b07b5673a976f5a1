/** MM7Version and namespace in which a VASP is written to (contract section 5). */
import type { Account } from "../core/account/account.ts";
import { NAMESPACE } from "../generated/mm7.ts";
import type { Echo } from "./status.ts";
import { VERSION } from "./versions.ts";

export interface Dialect {
  readonly version: string;
  readonly namespace: string;
}

type Settings = Pick<
  Account,
  "mm7Version" | "mm7Namespace" | "mm7LastVersion" | "mm7LastNamespace"
>;

/** Returns what an account is set to, else what it last submitted with, else our own. */
export function dialectOf(account: Settings): Dialect {
  const last = lastDialectOf(account);
  return {
    version: account.mm7Version ?? last.version,
    namespace: account.mm7Namespace ?? last.namespace,
  };
}

/** Returns what an account last submitted with; our own where that is not known. */
export function lastDialectOf({ mm7LastVersion, mm7LastNamespace }: Settings): Dialect {
  return { version: mm7LastVersion ?? VERSION, namespace: mm7LastNamespace ?? NAMESPACE };
}

/** Tells whether a submission differs from the last one of its account. */
export function isOtherDialect(account: Settings, { version, namespace }: Echo): boolean {
  const last = lastDialectOf(account);
  return version !== last.version || (namespace ?? NAMESPACE) !== last.namespace;
}
