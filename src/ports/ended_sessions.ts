/** Storage of the console's sessions that ended before their time. */
export interface EndedSessionStore {
  /** Ends a session; one that has ended stays so. */
  add(id: string, expiresAt: number): Promise<void>;
  has(id: string): Promise<boolean>;
}
