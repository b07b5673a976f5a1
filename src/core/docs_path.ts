/** Path of the manual. */
export const DOCS_PATH = "/docs";

/** Path of the search, the only page that depends on a query. */
export const SEARCH_PATH = `${DOCS_PATH}/search`;

/** Path of the explanations of codes; the code is the fragment. */
export const CODES_PATH = `${DOCS_PATH}/codes`;
