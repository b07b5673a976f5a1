/** What the commands need of the service; `mod.ts` hands its maker down to them. */
import type { ProvisionPorts } from "../actions/provision.ts";
import type { Config } from "../config/mod.ts";
import type { PostbackSent } from "../jobs/postbacks/mod.ts";
import type { Log } from "../log/mod.ts";

export interface RunningService {
  url: string;
  baseUrl: string;
  log: Log;
  provision: ProvisionPorts;
  stop(): Promise<void>;
}

export type MakeService = (
  config: Config,
  env: {
    receiver?: (request: Request) => Promise<Response>;
    onPostback?: (sent: PostbackSent) => void;
    beforeListening?: () => Promise<void>;
  },
) => Promise<RunningService>;
