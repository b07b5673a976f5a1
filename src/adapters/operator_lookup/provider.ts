/** Who can be asked which operator serves a number. */
export interface Provider {
  /** Null: the provider does not know. Rejects with LookupFailed. */
  operatorOf(number: string): Promise<string | null>;
  /** Whether an answer is counted for the account that it was asked for. */
  counted: boolean;
}

/** Knows nobody. */
export const NO_PROVIDER: Provider = { counted: false, operatorOf: () => Promise.resolve(null) };
