/** Validation of written documents by libxml2. */
const SCHEMA = new URL("soap_envelope.xsd", import.meta.url).pathname;

/** Validates envelopes under tools/mm7.xsd; "" means valid. */
export function lint(documents: readonly Uint8Array[]): Promise<string> {
  return xmllint(documents, ["--schema", SCHEMA]);
}

/** Checks that documents are well-formed; "" means that they are. */
export function lintForm(documents: readonly string[]): Promise<string> {
  return xmllint(documents.map((document) => new TextEncoder().encode(document)), []);
}

async function xmllint(documents: readonly Uint8Array[], options: string[]): Promise<string> {
  if (documents.length === 0) return "";
  const folder = await Deno.makeTempDir({ prefix: "slidepost-mm7-" });
  try {
    const files = await Promise.all(documents.map(async (bytes, i) => {
      const file = `${folder}/${i}.xml`;
      await Deno.writeFile(file, bytes);
      return file;
    }));
    const { success, stderr } = await new Deno.Command("xmllint", {
      args: ["--nonet", "--noout", ...options, ...files],
      stdout: "null",
      stderr: "piped",
    }).output();
    const output = new TextDecoder().decode(stderr).replaceAll(`${folder}/`, "");
    return success ? "" : output.replaceAll(/^.* validates\n/gm, "");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
