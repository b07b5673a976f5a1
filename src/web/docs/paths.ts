/** Addresses of the manual. */
import { CODES_PATH, DOCS_PATH, SEARCH_PATH } from "../../core/docs_path.ts";

export const DOCS = DOCS_PATH;
export const CODES = CODES_PATH;
export const API = `${DOCS}/api`;
export const ADMIN_API = `${DOCS}/admin-api`;
export const SEARCH = SEARCH_PATH;

/** Returns the address of a code's explanation. */
export const codeUrl = (code: string): string => `${CODES}#${code}`;
