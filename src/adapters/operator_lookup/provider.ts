/** Who can be asked which operator serves a number. */
export interface Provider {
  /**
   * Null: the provider does not know. Rejects with LookupFailed.
   * @param account For whom it is asked: accounts take turns.
   */
  operatorOf(number: string, account: string): Promise<string | null>;
  /** Whether an answer is counted for the account that it was asked for. */
  counted: boolean;
}

/** Knows nobody. */
export const NO_PROVIDER: Provider = { counted: false, operatorOf: () => Promise.resolve(null) };
