/**
 * Credentials of an object store, by the rules of AWS's own tools: environment variables, or else a
 * profile of the shared credentials file. Roles of a machine or a container are not supported.
 */

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface CredentialSource {
  /** @throws Error with a remedy when there are no usable credentials. */
  get(): Promise<Credentials>;
  /**
   * Makes the next `get` read the file again, after the server refused the credentials. False when
   * they come from the environment, which does not change.
   */
  renew(): boolean;
}

/** Environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

export function createCredentials(environment: Environment): CredentialSource {
  let cached: Promise<Credentials> | undefined;

  const find = async () => fromVariables(environment) ?? await fromFile(environment);

  return {
    get() {
      cached ??= find().catch((error) => {
        cached = undefined;
        throw error;
      });
      return cached;
    },
    renew() {
      cached = undefined;
      return !environment.AWS_ACCESS_KEY_ID;
    },
  };
}

/** Returns the path of the shared credentials file, whether or not it exists. */
export function credentialsFile(environment: Environment): string {
  return environment.AWS_SHARED_CREDENTIALS_FILE ||
    `${environment.HOME ?? environment.USERPROFILE ?? ""}/.aws/credentials`;
}

function fromVariables(environment: Environment): Credentials | null {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = environment;
  if (!id && !secret) return null;
  if (!id || !secret) {
    throw new Error("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together");
  }
  return credentialsOf(id, secret, environment.AWS_SESSION_TOKEN);
}

async function fromFile(environment: Environment): Promise<Credentials> {
  const path = credentialsFile(environment);
  const profile = environment.AWS_PROFILE || "default";
  const hint = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write a credentials file";
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
    throw new Error(`${path} has no credentials for the profile ${profile} (AWS_PROFILE): ${hint}`);
  }
  return credentialsOf(id, secret, token);
}

/** Allowed characters: errors about invalid headers would reveal the value. */
const PRINTABLE = /^[\x21-\x7e]+$/;

function credentialsOf(id: string, secret: string, token: string | undefined): Credentials {
  if (![id, secret, token || "-"].every((value) => PRINTABLE.test(value))) {
    throw new Error("the credentials of the object store have invalid characters");
  }
  return { accessKeyId: id, secretAccessKey: secret, ...token ? { sessionToken: token } : {} };
}

/** Reads the settings of a section of an INI file. */
function profileOf(text: string, profile: string): Record<string, string | undefined> {
  const settings: Record<string, string> = {};
  let isInProfile = false;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[\s*(?:profile\s+)?(.+?)\s*\]/.exec(line)?.[1];
    if (section !== undefined) isInProfile = section === profile;
    const [, name, value] = /^\s*([A-Za-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isInProfile && name !== undefined) settings[name.toLowerCase()] = value!;
  }
  return settings;
}
