/** Files of CA_CERTIFICATES, as the start reads them. */
import assert from "node:assert/strict";
import { createService, readConfig } from "../../../mod.ts";
import { readTrustedCertificates } from "../../../src/adapters/system/trusted_certificates.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { makeAuthority } from "../../support/certificates.ts";
import { runProgram } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";

let path: string;

Deno.test.beforeAll(async () => {
  path = await newDirectory();
  const [first, second] = [await makeAuthority(path), await makeAuthority(path)];
  await Deno.writeTextFile(`${path}/one.pem`, first.cert);
  await Deno.writeTextFile(`${path}/two.pem`, `${first.cert}${second.cert}`);
  await Deno.writeTextFile(`${path}/text.pem`, "no certificate");
  await Deno.writeTextFile(`${path}/empty.pem`, "");
  const half = first.cert.slice(0, first.cert.length / 2);
  await Deno.writeTextFile(`${path}/half.pem`, `${second.cert}${half}`);
});

/** Files that the variables name, by the configuration. */
const filesOf = (environment: Record<string, string>) => readConfig(environment).CA_CERTIFICATES;

Deno.test("the files of all three variables are trusted, each once", async () => {
  assert.deepEqual(filesOf({}), []);
  const files = filesOf({
    CA_CERTIFICATES: ` ${path}/one.pem `,
    NODE_EXTRA_CA_CERTS: `${path}/one.pem`,
    DENO_CERT: `${path}/two.pem`,
  });
  assert.deepEqual(files, [
    { key: "CA_CERTIFICATES", path: `${path}/one.pem` },
    { key: "DENO_CERT", path: `${path}/two.pem` },
  ]);
  assert.equal((await readTrustedCertificates(files)).length, 3);
});

const FAULTS: Record<string, RegExp> = {
  "missing.pem": /missing\.pem cannot be read: No such file/,
  ".": /cannot be read: Is a directory/,
  "text.pem": /text\.pem has no certificate \(PEM\)$/,
  "empty.pem": /empty\.pem has no certificate \(PEM\)$/,
  "half.pem": /half\.pem has a certificate that cannot be read \(2 of 2\)$/,
};

for (const [file, fault] of Object.entries(FAULTS)) {
  Deno.test(`a service does not start with ${file} as a file of certificates`, async () => {
    for (const key of ["CA_CERTIFICATES", "NODE_EXTRA_CA_CERTS", "DENO_CERT"]) {
      const config = readConfig({ [key]: `${path}/${file}`, DATA_DIR: `${path}/data` });
      await assert.rejects(createService(config, { log: silentLog() }), (error: Error) => {
        assert.equal(error.name, "ConfigError");
        assert.match(error.message, new RegExp(`^${key}: ${path}/`));
        assert.match(error.message, fault);
        return true;
      });
    }
  });
}

Deno.test("the faults of several files are reported together", async () => {
  const files = filesOf({ CA_CERTIFICATES: "/no/such", DENO_CERT: `${path}/text.pem` });
  await assert.rejects(
    readTrustedCertificates(files),
    /^ConfigError: CA_CERTIFICATES: \/no\/such cannot be read: .*\nDENO_CERT: .* has no certificate/,
  );
});

for (const key of ["CA_CERTIFICATES", "NODE_EXTRA_CA_CERTS", "DENO_CERT"]) {
  Deno.test(`serve ends with exit code 78 where the file of ${key} is missing`, async () => {
    const env = { [key]: `${path}/missing.pem`, DATA_DIR: `${path}/data` };
    const { code, stderr } = await runProgram({ args: ["serve"], env });
    assert.equal(code, 78, stderr);
    assert.match(stderr, new RegExp(`slidepost: ${key}: ${path}/missing.pem cannot be read`));
  });
}
