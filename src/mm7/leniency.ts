/** Leniency towards VASPs that leave out what the specification demands (contract section 5). */
import type { Account, MissingAdaptations, Mm7Dialect } from "../core/account/account.ts";

/** Reading of what a SubmitReq lacks. */
export interface Leniency {
  /** Meaning of a Content without `allowAdaptations`. */
  readonly missingAdaptations: MissingAdaptations;
  /** Whether a request without Content, or without its href, means its only other part. */
  readonly contentIsOptional: boolean;
}

/** Configuration for accounts without settings of their own. */
export interface DialectConfig {
  readonly MM7_DIALECT: Mm7Dialect;
  readonly MM7_ALLOW_ADAPTATIONS: MissingAdaptations;
}

type Settings = Pick<Account, "mm7Dialect" | "mm7AllowAdaptations">;

/** Tells whether an account's requests are read leniently. */
export function isLenient(
  { mm7Dialect }: Pick<Settings, "mm7Dialect">,
  { MM7_DIALECT }: Pick<DialectConfig, "MM7_DIALECT">,
): boolean {
  return (mm7Dialect ?? MM7_DIALECT) === "lenient";
}

/** Returns the leniency towards an account. */
export function leniencyOf(account: Settings, config: DialectConfig): Leniency {
  const contentIsOptional = isLenient(account, config);
  return {
    missingAdaptations: account.mm7AllowAdaptations ??
      (contentIsOptional ? "true" : config.MM7_ALLOW_ADAPTATIONS),
    contentIsOptional,
  };
}
