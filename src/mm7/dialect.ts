/** MM7Version and namespace of our requests to a VASP (contract section 5). */
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

/** Returns the dialect configured for an account, else that of its last submission, else ours. */
export function dialectOf(account: Settings): Dialect {
  const last = lastDialectOf(account);
  return {
    version: account.mm7Version ?? last.version,
    namespace: account.mm7Namespace ?? last.namespace,
  };
}

/** Returns the dialect of an account's last submission; ours when there is none. */
export function lastDialectOf({ mm7LastVersion, mm7LastNamespace }: Settings): Dialect {
  return { version: mm7LastVersion ?? VERSION, namespace: mm7LastNamespace ?? NAMESPACE };
}

/** Tells whether a submission's dialect differs from the last one of its account. */
export function isOtherDialect(account: Settings, { version, namespace }: Echo): boolean {
  const last = lastDialectOf(account);
  return version !== last.version || (namespace ?? NAMESPACE) !== last.namespace;
}
