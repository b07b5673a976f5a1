/** Certificates and private keys in PEM. */
import assert from "node:assert/strict";
import { certificatesOf, isKeyOf, privateKeyOf } from "../../src/tls/certificates.ts";
import { makeAuthority } from "../support/certificates.ts";
import { newDirectory } from "../support/scratch.ts";
import { optionArgs } from "../../src/lib/option_args.ts";

let directory: string;
let ca: string;
let cert: string;
let key: string;
let otherKey: string;

Deno.test.beforeAll(async () => {
  directory = await newDirectory();
  const authority = await makeAuthority(directory);
  ca = authority.cert;
  ({ cert, key } = await authority.issue("first"));
  ({ key: otherKey } = await authority.issue("second"));
});

/** Rewrites a key by openssl. */
async function rewritten(pem: string, ...args: string[]): Promise<string> {
  const path = `${directory}/${crypto.randomUUID()}`;
  await Deno.writeTextFile(path, pem);
  const { success, stdout } = await new Deno.Command("openssl", {
    args: [...args, "-in", path],
    stderr: "null",
  }).output();
  assert.ok(success, args.join(" "));
  return new TextDecoder().decode(stdout);
}

Deno.test("the certificates of a file are told apart, whatever is written between them", () => {
  const text = `# Ä comment\r\n${ca.replaceAll("\n", "\r\n")}\nsubject=x\n${cert}trailing`;
  const found = certificatesOf(text);
  assert.equal(found.length, 2);
  assert.equal(found[1], cert.trim() + "\n");
});

Deno.test("a text without a certificate, or with one that is damaged, is refused", () => {
  const damaged = cert.replace("MII", "AAA");
  const cut = cert.slice(0, cert.length / 2);
  for (
    const [text, fault] of [
      ["", /^no certificate \(PEM\)$/],
      ["certificate", /^no certificate \(PEM\)$/],
      [key, /^no certificate \(PEM\)$/],
      [damaged, /^a certificate that cannot be read \(1 of 1\)$/],
      [`${ca}${cut}`, /^a certificate that cannot be read \(2 of 2\)$/],
      ["-----BEGIN CERTIFICATE-----", /^a certificate that cannot be read \(1 of 1\)$/],
      [
        "-----BEGIN CERTIFICATE-----\n\n-----END CERTIFICATE-----",
        /^a certificate that cannot be read \(1 of 1\)$/,
      ],
    ] as const
  ) assert.throws(() => certificatesOf(text), { message: fault });
});

Deno.test("a private key is read in each of its forms, and matched with its certificate", async () => {
  const forms = [key, await rewritten(key, "rsa", "-traditional"), `${cert}\n${key}`];
  for (const form of forms) assert.equal(isKeyOf(privateKeyOf(form), cert), true);
  assert.equal(isKeyOf(privateKeyOf(otherKey), cert), false);
  const curve = await rewritten(
    key,
    "req",
    "-x509",
    "-nodes",
    ...optionArgs({
      "-newkey": "ec",
      "-pkeyopt": "ec_paramgen_curve:prime256v1",
      "-subj": "/CN=x",
      "-keyout": `${directory}/ec.key`,
    }),
  );
  const ec = await Deno.readTextFile(`${directory}/ec.key`);
  const sec1 = await rewritten(ec, "ec");
  assert.match(sec1, /BEGIN EC PRIVATE KEY/);
  for (const form of [ec, sec1]) assert.equal(isKeyOf(privateKeyOf(form), curve), true);
  assert.equal(isKeyOf(privateKeyOf(ec), cert), false);
});

Deno.test("a private key with a password, and what is none, are refused without quoting it", async () => {
  const password = ["-aes256", "-passout", "pass:secret"];
  const locked = [
    await rewritten(key, "pkey", ...password),
    await rewritten(key, "rsa", "-traditional", ...password),
  ];
  for (const text of locked) {
    assert.throws(() => privateKeyOf(text), { message: /^a key with a password; remove it/ });
  }
  for (const text of ["", cert, "-----BEGIN PRIVATE KEY-----\nAA"]) {
    assert.throws(() => privateKeyOf(text), { message: "no private key (PEM)" });
  }
  const damaged = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----";
  assert.throws(() => privateKeyOf(damaged), { message: "a private key that cannot be read" });
});
