/**
 * Credentials of an object store, found as AWS's own tools find them: the variables, or else the
 * profile of a shared credentials file. Roles of a machine or a container are not asked for.
 */

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface CredentialSource {
  /** Rejects with an Error that says what to do where there are none. */
  get(): Promise<Credentials>;
  /** Has a file read again, where the server refuses what it said. False: there can be no others. */
  renew(): boolean;
}

/** Variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

export function createCredentials(environment: Environment): CredentialSource {
  let found: Promise<Credentials> | undefined;

  const find = async () => fromVariables(environment) ?? await fromFile(environment);

  return {
    get() {
      found ??= find().catch((error) => {
        found = undefined;
        throw error;
      });
      return found;
    },
    renew() {
      found = undefined;
      return !environment.AWS_ACCESS_KEY_ID;
    },
  };
}

/** Path of the shared credentials file, whether or not there is one. */
export function credentialsFile(environment: Environment): string {
  return environment.AWS_SHARED_CREDENTIALS_FILE ||
    `${environment.HOME ?? environment.USERPROFILE ?? ""}/.aws/credentials`;
}

function fromVariables(environment: Environment): Credentials | null {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = environment;
  if (!id && !secret) return null;
  if (!id || !secret) {
    throw new Error("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be given together");
  }
  return credentialsOf(id, secret, environment.AWS_SESSION_TOKEN);
}

async function fromFile(environment: Environment): Promise<Credentials> {
  const path = credentialsFile(environment);
  const profile = environment.AWS_PROFILE || "default";
  const hint = "give AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a file of profiles";
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw new Error(`${path} cannot be read: ${(error as Error).message}`);
    }
    throw new Error(`there are no credentials for the object store of BLOBS_URL: ${hint}`);
  }
  const settings = profileOf(text, profile);
  const { aws_access_key_id: id, aws_secret_access_key: secret, aws_session_token: token } =
    settings;
  if (!id || !secret) {
    throw new Error(`${path} has no credentials of the profile ${profile} (AWS_PROFILE): ${hint}`);
  }
  return credentialsOf(id, secret, token);
}

/** They go into headers, whose faults would be told with their values. */
const PRINTABLE = /^[\x21-\x7e]+$/;

function credentialsOf(id: string, secret: string, token: string | undefined): Credentials {
  if (![id, secret, token || "-"].every((one) => PRINTABLE.test(one))) {
    throw new Error("the credentials of the object store have characters that no credentials have");
  }
  return { accessKeyId: id, secretAccessKey: secret, ...token ? { sessionToken: token } : {} };
}

/** The settings of a section of an INI file. */
function profileOf(text: string, profile: string): Record<string, string | undefined> {
  const settings: Record<string, string> = {};
  let isIn = false;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[\s*(?:profile\s+)?(.+?)\s*\]/.exec(line)?.[1];
    if (section !== undefined) isIn = section === profile;
    const [, name, value] = /^\s*([A-Za-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isIn && name !== undefined) settings[name.toLowerCase()] = value!;
  }
  return settings;
}
