/** What the admin API works with. */
import type { ProvisionEnv } from "../../actions/provision.ts";
import type { AccountDirectory, Blobs, Connectors, Fetch, Ids, Store } from "../../env.ts";
import type { Log } from "../../log.ts";
import type { BodyReader } from "../body.ts";

export interface AdminParts {
  token: string;
  bodies: BodyReader;
  log: Log;
  store: Store;
  accounts: AccountDirectory;
  blobs: Blobs;
  fetch: Pick<Fetch, "check">;
  ids: Ids;
  provision: ProvisionEnv;
  connectors: Pick<Connectors, "names" | "reload">;
  /** What customers and carriers see, without a slash at the end. */
  baseUrl: () => string;
}
