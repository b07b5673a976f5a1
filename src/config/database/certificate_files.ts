/** Entries of CA_CERTIFICATES: files of certificates to trust beside the built-in roots. */

/** A file of certificates (PEM), and the key that names it. */
export interface CertificateFile {
  readonly key: string;
  readonly path: string;
}

/** Variables of Node.js and Deno with the same meaning, which many installations set already. */
const RUNTIME_VARIABLES = ["NODE_EXTRA_CA_CERTS", "DENO_CERT"];

/**
 * Lists the file of CA_CERTIFICATES, if any, and those of the runtimes' variables: all are trusted.
 * @param environment All variables.
 */
export function certificateFiles(
  path: string,
  environment: Readonly<Record<string, string>>,
): readonly CertificateFile[] {
  const named = [
    { key: "CA_CERTIFICATES", path },
    ...RUNTIME_VARIABLES.map((key) => ({ key, path: environment[key]?.trim() ?? "" })),
  ].filter(({ path }) => path !== "");
  return named.filter(({ path }, at) => named.findIndex((file) => file.path === path) === at);
}
