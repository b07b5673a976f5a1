/** Explanations of codes, for those who get one. */

/** Explanation of a code, in Markdown of one paragraph; links lead to pages of the manual. */
export interface Explanation {
  /** Circumstances that produce the code. */
  readonly cause: string;
  /** Action of the client or the administrator. */
  readonly remedy: string;
}
