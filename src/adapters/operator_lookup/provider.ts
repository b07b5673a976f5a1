/** Source of the operators of numbers. */
export interface Provider {
  /**
   * Looks up the operator id of a number; null when the provider does not know it.
   *
   * @param account Account of the lookup: accounts get fair turns.
   * @throws LookupFailed
   */
  operatorOf(number: string, account: string): Promise<string | null>;
  /** Whether lookups are stored and counted for their account. */
  counted: boolean;
}

/** Provider that knows no number. */
export const NO_PROVIDER: Provider = { counted: false, operatorOf: () => Promise.resolve(null) };
