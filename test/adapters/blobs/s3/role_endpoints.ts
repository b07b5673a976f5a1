/** Loopback servers of the endpoints that give a role's credentials. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { S3Server } from "../../../support/s3.ts";
import { pause } from "../../../support/until.ts";

export const SESSION_TOKEN = "session/of+the=role";
const TOKEN = "token-of-the-pod";
const ACCOUNT = "123456789012";
const START_URL = "https://start.example.com";

/** Credentials that the object store accepts. */
interface Issued {
  id: string;
  secret: string;
  expiration: Date;
}

/** Responds with credentials of `issue` to a request that proves itself. */
type Respond = (request: Request, issue: () => Issued) => Response | Promise<Response>;

export interface Role {
  respond: Respond;
  /** Prepares a home directory; returns the variables for an endpoint at `origin`. */
  prepare(origin: string, home: string): Promise<Record<string, string>>;
}

/** Metadata service of a machine (IMDSv2), which refuses requests without its session token. */
const machine: Role = {
  respond(request, issue) {
    const { pathname } = new URL(request.url);
    if (request.method === "PUT" && pathname === "/latest/api/token") return new Response("imds");
    if (request.headers.get("x-aws-ec2-metadata-token") !== "imds") return refusal();
    const roles = "/latest/meta-data/iam/security-credentials/";
    if (pathname === roles) return new Response("role");
    return pathname === `${roles}role` ? metadata(issue()) : refusal();
  },
  prepare: (origin) => Promise.resolve({ AWS_EC2_METADATA_SERVICE_ENDPOINT: origin }),
};

/** Agent of ECS tasks and of EKS pod identity. */
const container: Role = {
  respond: (request, issue) =>
    request.headers.get("authorization") === TOKEN ? metadata(issue()) : refusal(),
  prepare: async (origin, home) => ({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${origin}/v1/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: await projectedToken(`${home}/pod/token`),
  }),
};

/** Security Token Service (AssumeRoleWithWebIdentity). */
const webIdentity: Role = {
  async respond(request, issue) {
    const form = new URLSearchParams(await request.text());
    if (form.get("WebIdentityToken") !== TOKEN) return refusal();
    assert.equal(form.get("RoleArn"), `arn:aws:iam::${ACCOUNT}:role/files`);
    const { id, secret, expiration } = issue();
    return new Response(
      `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
        <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${id}</AccessKeyId>
        <SecretAccessKey>${secret}</SecretAccessKey><SessionToken>${SESSION_TOKEN}</SessionToken>
        <Expiration>${expiration.toISOString()}</Expiration></Credentials>
        </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
      { headers: { "content-type": "text/xml" } },
    );
  },
  prepare: async (origin, home) => ({
    AWS_ENDPOINT_URL_STS: origin,
    AWS_ROLE_ARN: `arn:aws:iam::${ACCOUNT}:role/files`,
    AWS_WEB_IDENTITY_TOKEN_FILE: await projectedToken(`${home}/pod/token`),
  }),
};

/** Portal of single sign-on (IAM Identity Center), for a profile whose user has signed in. */
const singleSignOn: Role = {
  respond(request, issue) {
    const { pathname, searchParams } = new URL(request.url);
    assert.equal(pathname, "/federation/credentials");
    assert.equal(searchParams.get("account_id"), ACCOUNT);
    if (request.headers.get("x-amz-sso_bearer_token") !== TOKEN) return refusal();
    const { id, secret, expiration } = issue();
    return Response.json({
      roleCredentials: {
        accessKeyId: id,
        secretAccessKey: secret,
        sessionToken: SESSION_TOKEN,
        expiration: expiration.getTime(),
      },
    });
  },
  async prepare(origin, home) {
    await Deno.mkdir(`${home}/.aws/sso/cache`, { recursive: true });
    await Deno.writeTextFile(
      `${home}/.aws/config`,
      `[profile ours]\nsso_start_url = ${START_URL}\nsso_region = eu-west-1\n` +
        `sso_account_id = ${ACCOUNT}\nsso_role_name = files\n`,
    );
    const name = createHash("sha1").update(START_URL).digest("hex");
    await Deno.writeTextFile(
      `${home}/.aws/sso/cache/${name}.json`,
      JSON.stringify({ accessToken: TOKEN, expiresAt: "2100-01-01T00:00:00Z" }),
    );
    return { AWS_PROFILE: "ours", AWS_ENDPOINT_URL_SSO: origin };
  },
};

export const ROLES: Readonly<Record<string, Role>> = {
  "a machine": machine,
  "a container": container,
  "web identity": webIdentity,
  "single sign-on": singleSignOn,
};

export interface RoleServer extends AsyncDisposable {
  origin: string;
  /** Number of issued credentials. */
  readonly issued: number;
}

/** Validity of the first credentials, and of further ones, in seconds. */
const [FIRST, FURTHER] = [480, 3600];

export interface RoleServerOptions {
  /** Whether it is silent from the start. Default false. */
  isSilent?: boolean;
}

/**
 * Starts the endpoint of a role. Requests for `/silence` and `/speech` switch whether it responds;
 * one for `/renewed` waits until credentials have been issued a second time.
 */
export function startRole(
  { respond }: Role,
  s3: S3Server,
  { isSilent = false }: RoleServerOptions,
): RoleServer {
  let issued = 0;
  let silent = isSilent;
  const closed = Promise.withResolvers<void>();
  const renewed = Promise.withResolvers<void>();

  function issue(): Issued {
    issued++;
    if (issued > 1) renewed.resolve();
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = s3.environment;
    const seconds = issued === 1 ? FIRST : FURTHER;
    return { id: id!, secret: secret!, expiration: new Date(Date.now() + seconds * 1000) };
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/renewed") {
      await Promise.race([renewed.promise, closed.promise]);
      return new Response();
    }
    if (pathname === "/silence" || pathname === "/speech") {
      silent = pathname === "/silence";
      return new Response();
    }
    if (silent) {
      await closed.promise;
      return refusal();
    }
    await pause(50); // so that requests overlap
    return await respond(request, issue);
  });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    get issued() {
      return issued;
    },
    async [Symbol.asyncDispose]() {
      closed.resolve();
      await server.shutdown();
    },
  };
}

function refusal(): Response {
  return new Response(null, { status: 401 });
}

/** Response of a metadata service. */
function metadata({ id, secret, expiration }: Issued): Response {
  return Response.json({
    Code: "Success",
    Type: "AWS-HMAC",
    LastUpdated: new Date(),
    Expiration: expiration,
    AccessKeyId: id,
    SecretAccessKey: secret,
    Token: SESSION_TOKEN,
  });
}

/**
 * Writes a token as Kubernetes projects it: a link into a directory that is replaced as a whole,
 * below a link to a directory, as `/var/run` is.
 */
async function projectedToken(path: string): Promise<string> {
  await Deno.mkdir(`${dirname(path)}-linked/..2026_11_27`, { recursive: true });
  await Deno.symlink(`${dirname(path)}-linked`, dirname(path));
  await Deno.writeTextFile(`${dirname(path)}/..2026_11_27/token`, TOKEN);
  await Deno.symlink("..2026_11_27", `${dirname(path)}/..data`);
  await Deno.symlink("..data/token", path);
  return path;
}
