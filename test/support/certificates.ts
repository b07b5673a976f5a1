/** Throw-away certificate authority, made with openssl. */
import { optionArgs } from "../../src/lib/option_args.ts";

export interface Certificate {
  cert: string;
  key: string;
}

export interface Authority {
  cert: string;
  /** Signs a certificate for a name; `alternative` as openssl writes it, such as `DNS:localhost`. */
  issue(name: string, alternative?: string): Promise<Certificate>;
}

/** Creates an authority whose files are in `directory`. */
export async function makeAuthority(directory: string): Promise<Authority> {
  const ca = `${directory}/${crypto.randomUUID()}`;
  const newKey = ["req", "-newkey", "rsa:2048", "-nodes", "-keyout"];
  await openssl(
    ...newKey,
    `${ca}.key`,
    "-x509",
    "-days",
    "2",
    "-out",
    `${ca}.crt`,
    "-subj",
    "/CN=ca",
  );
  let serial = 0;
  return {
    cert: await Deno.readTextFile(`${ca}.crt`),
    async issue(name, alternative) {
      const path = `${ca}-${++serial}`;
      await openssl(...newKey, `${path}.key`, "-out", `${path}.csr`, "-subj", `/CN=${name}`);
      await Deno.writeTextFile(
        `${path}.ext`,
        alternative === undefined ? "" : `subjectAltName=${alternative}\n`,
      );
      await openssl(
        "x509",
        "-req",
        ...optionArgs({
          "-in": `${path}.csr`,
          "-out": `${path}.crt`,
          "-days": 2,
          "-CA": `${ca}.crt`,
          "-CAkey": `${ca}.key`,
          "-set_serial": serial,
          "-extfile": `${path}.ext`,
        }),
      );
      const [cert, key] = await Promise.all(
        ["crt", "key"].map((kind) => Deno.readTextFile(`${path}.${kind}`)),
      );
      return { cert: cert!, key: key! };
    },
  };
}

async function openssl(...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("openssl", { args, stdout: "null" }).output();
  if (!success) throw new Error(`openssl failed:\n${new TextDecoder().decode(stderr)}`);
}
