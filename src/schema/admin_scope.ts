/** Rights of admin tokens. Each may read. */
export const ADMIN_SCOPES = ["read", "support", "provision", "all"] as const;
export type AdminScope = typeof ADMIN_SCOPES[number];
