/** Leases on due work. */

/** Exclusive right of one process to work on a row until a time. */
export interface Lease {
  owner: string;
  until: number;
}

/** Limits of one claim of due work. */
export interface ClaimCapacity {
  /** Maximum number of items. */
  limit: number;
  /** Maximum number of items per account. Default `limit`. */
  perAccount?: number;
  /** Accounts to skip. Default none. */
  except?: readonly string[];
}
