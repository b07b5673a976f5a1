/** Path of the manual. */
export const DOCS_PATH = "/docs";

/** Path of the explanations of codes; the code is the fragment. */
export const CODES_PATH = `${DOCS_PATH}/codes`;
