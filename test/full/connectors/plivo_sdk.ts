/**
 * Signatures by Plivo's own SDK, which runs in a process of its own: it brings `@types/node`, which
 * would take the place of Deno's types.
 */
import assert from "node:assert/strict";
import { BASE_URL, NAME } from "../../connectors/carrier.ts";
import type { FakeCallback } from "../../connectors/providers/fake.ts";
import { LOCKED, runDeno, specifierOf } from "../../support/npm_tool.ts";

/** Callback as the SDK gets it. */
interface SignedCallback {
  version: "v2" | "v3";
  url: string;
  nonce: string;
  signature: string;
  /** Fields of the form; lists where a name is repeated. */
  fields: Record<string, string | string[]>;
}

/** Verifies callbacks, as programs that use the SDK do. */
export async function sdkVerifies(
  callbacks: readonly FakeCallback[],
  token: string,
): Promise<boolean[]> {
  const program = `
    import { validateSignature } from "${specifierOf("plivo")}/dist/utils/security.js";
    import { validateV3Signature } from "${specifierOf("plivo")}/dist/utils/v3Security.js";
    const token = ${JSON.stringify(token)};
    const results = ${
    JSON.stringify(callbacks.map(signedCallbackOf))
  }.map(({ version, url, nonce, signature, fields }) =>
      version === "v2"
        ? validateSignature(url, nonce, signature, token)
        : validateV3Signature("POST", url, nonce, token, signature, fields)
    );
    console.log(JSON.stringify(results));
  `;
  const { code, output, stdout } = await runDeno(
    ["eval", ...LOCKED, "--no-config", program],
    Deno.cwd(),
  );
  assert.equal(code, 0, output);
  return JSON.parse(stdout);
}

/** Returns a callback as the SDK gets it: of version 3, or else of version 2. */
function signedCallbackOf({ headers, path, body }: FakeCallback): SignedCallback {
  const version = headers["x-plivo-signature-v3"] === undefined ? "v2" : "v3";
  const form = new URLSearchParams(body);
  const fields = [...new Set(form.keys())].map((name) => {
    const values = form.getAll(name);
    return [name, values.length === 1 ? values[0]! : values];
  });
  return {
    version,
    url: `${BASE_URL}/carriers/${NAME}${path}`,
    nonce: headers[`x-plivo-signature-${version}-nonce`]!,
    signature: headers[`x-plivo-signature-${version}`]!,
    fields: Object.fromEntries(fields),
  };
}
