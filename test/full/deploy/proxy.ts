/** Proxies in front of machines: the examples of tools/deploy, with addresses of a test. */
import { makeAuthority } from "../../support/certificates.ts";
import { freePort } from "../../support/free_port.ts";
import { newDirectory } from "../../support/scratch.ts";
import { until } from "../../support/until.ts";

const DEPLOY = new URL("../../../tools/deploy/", import.meta.url).pathname;

export interface Proxy extends AsyncDisposable {
  /** URL of the site, without a trailing slash. */
  url: string;
  /** Certificate that the site is verified by, in PEM. */
  certificate: string;
}

/** Starts a proxy in front of machines (`host:port`), and resolves once it listens. */
export type StartProxy = (machines: readonly string[]) => Promise<Proxy>;

const NGINX = `
daemon off;
pid nginx.pid;
error_log nginx.log;
${Deno.uid() === 0 ? "user root;" : ""}
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include slidepost.conf;
}
`;

/** Writes the files of nginx to a directory, with a certificate; resolves with the port. */
async function prepareNginx(directory: string, machines: readonly string[]) {
  const [port, plainPort] = [freePort(), freePort()];
  const authority = await makeAuthority(directory);
  const { cert, key } = await authority.issue("localhost", "DNS:localhost");
  const example = await Deno.readTextFile(`${DEPLOY}nginx/slidepost.conf`);
  const servers = machines.map((machine) => `server ${machine} max_fails=1 fail_timeout=5s;`).join(
    "\n",
  );
  const site = example
    .replace(/( {2}server 10\..*\n)+/, `${servers}\n`)
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("listen 80", `listen 127.0.0.1:${plainPort}`)
    .replaceAll("sms.example.com;", "localhost;")
    .replace(/ssl_certificate .*;/, "ssl_certificate site.crt;")
    .replace(/ssl_certificate_key .*;/, "ssl_certificate_key site.key;");
  const files = { "nginx.conf": NGINX, "slidepost.conf": site, "site.crt": cert, "site.key": key };
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${directory}/${name}`, text);
  }
  return { port, certificate: authority.cert };
}

/** Starts nginx with the example's settings. Rejects where `nginx -t` has a complaint. */
export const startNginx: StartProxy = async (machines) => {
  const directory = await newDirectory();
  const { port, certificate } = await prepareNginx(directory, machines);
  const args = ["-p", directory, "-e", "nginx.log", "-c", "nginx.conf"];
  await succeed("nginx", [...args, "-t"]);
  return await start("nginx", args, port, () => certificate);
};

/** Starts Caddy with the example's settings. Rejects where `caddy validate` has a complaint. */
export const startCaddy: StartProxy = async (machines) => {
  const directory = await newDirectory();
  const port = freePort();
  const example = await Deno.readTextFile(`${DEPLOY}caddy/Caddyfile`);
  const globals = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n";
  await Deno.writeTextFile(`${directory}/Caddyfile`, example.replace(/^\{\n/m, globals));
  const env = {
    SLIDEPOST_SITE: `https://localhost:${port}`,
    SLIDEPOST_MACHINES: machines.join(" "),
    XDG_DATA_HOME: directory,
    XDG_CONFIG_HOME: directory,
  };
  const options = ["--config", `${directory}/Caddyfile`, "--adapter", "caddyfile"];
  await succeed("caddy", ["validate", ...options], env);
  const root = `${directory}/caddy/pki/authorities/local/root.crt`;
  return await start("caddy", ["run", ...options], port, () => Deno.readTextFileSync(root), env);
};

async function succeed(program: string, args: string[], env: Record<string, string> = {}) {
  const { success, stderr } = await new Deno.Command(program, { args, env }).output();
  if (!success) throw new Error(`${program}: ${new TextDecoder().decode(stderr)}`);
}

async function start(
  program: string,
  args: readonly string[],
  port: number,
  certificate: () => string,
  env: Record<string, string> = {},
): Promise<Proxy> {
  const child = new Deno.Command(program, { args: [...args], env, stdout: "null", stderr: "null" })
    .spawn();
  let ended = false;
  child.status.then(() => ended = true);

  async function isReady(): Promise<boolean> {
    if (ended) throw new Error(`${program} has ended`);
    try {
      // Caddy listens before it has issued its certificate.
      const caCerts = [certificate()];
      using connection = await Deno.connectTls({ hostname: "localhost", port, caCerts });
      await connection.handshake();
      return true;
    } catch {
      return false;
    }
  }

  await until(isReady, (ready) => ready);
  return {
    url: `https://localhost:${port}`,
    certificate: certificate(),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}
