/** What the commands need of the service; `mod.ts` hands its maker down to them. */
import type { ProvisionEnv } from "../actions/provision.ts";
import type { Config } from "../config.ts";
import type { PostbackSent } from "../jobs/notify.ts";
import type { Log } from "../log.ts";

export interface RunningService {
  url: string;
  baseUrl: string;
  log: Log;
  provision: ProvisionEnv;
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
