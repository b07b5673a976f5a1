/** Certificates that the service trusts beside the built-in roots, from the operator's files. */
import type { CertificateFile } from "../../config/database/certificate_files.ts";
import { ConfigError } from "../../config/mod.ts";

/**
 * Reads the certificates (PEM) of all files. Those that the runtime trusts itself are checked, and
 * left out: each would cost 0.1 ms of every connection, and such files often have all public
 * authorities.
 *
 * @throws ConfigError that names the key and the fault of each file that cannot be used.
 */
export async function readTrustedCertificates(
  files: readonly CertificateFile[],
): Promise<string[]> {
  const results = await Promise.allSettled(files.map(readFile));
  const faults = results.filter((result) => result.status === "rejected")
    .map(({ reason }) => reason.message);
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  return results.flatMap((result) => result.status === "fulfilled" ? result.value : []);
}

async function readFile({ key, path }: CertificateFile): Promise<string[]> {
  const text = await Deno.readTextFile(path).catch((error) => {
    throw new Error(`${key}: ${path} cannot be read: ${error.message}`);
  });
  // Loaded on use: most installations trust no further authority.
  const { certificatesOf } = await import("../../tls/certificates.ts");
  try {
    const certificates = certificatesOf(text);
    return await isTrustedByRuntime(key, path) ? [] : certificates;
  } catch (error) {
    throw new Error(`${key}: ${path} has ${(error as Error).message}`);
  }
}

/** Tells whether the runtime has read a file: Deno does as a variable of the process says. */
async function isTrustedByRuntime(variable: string, path: string): Promise<boolean> {
  if (variable === "CA_CERTIFICATES" || Deno.build.standalone) return false;
  const { state } = await Deno.permissions.query({ name: "env", variable });
  return state === "granted" && Deno.env.get(variable)?.trim() === path;
}
