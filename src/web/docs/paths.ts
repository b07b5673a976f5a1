/** Addresses of the manual. */
export const DOCS = "/docs";
export const API = `${DOCS}/api`;
export const ADMIN_API = `${DOCS}/admin-api`;
export const CODES = `${DOCS}/codes`;
export const SEARCH = `${DOCS}/search`;

/** Returns the address of a code's explanation. */
export const codeUrl = (code: string): string => `${CODES}#${code}`;
