/** Choice of the provider by the configuration. */
import type { Config } from "../../config/mod.ts";
import type { Clock, CreateEndpoint } from "../../ports/mod.ts";
import { createHttpProvider } from "./http.ts";
import { createPrefixes } from "./prefixes.ts";
import { NO_PROVIDER, type Provider } from "./provider.ts";

export function providerOf(config: Config, endpoint: CreateEndpoint, clock: Clock): Provider {
  switch (config.OPERATOR_LOOKUP) {
    case "none":
      return NO_PROVIDER;
    case "prefix":
      return createPrefixes(config.OPERATOR_PREFIXES);
    case "http":
      return createHttpProvider({
        endpoint: endpoint(config.OPERATOR_LOOKUP_URL!),
        clock,
        url: config.OPERATOR_LOOKUP_URL!,
        headers: config.OPERATOR_LOOKUP_HEADERS,
        path: config.OPERATOR_LOOKUP_PATH,
        timeoutMs: config.OPERATOR_LOOKUP_TIMEOUT,
        concurrency: config.OPERATOR_LOOKUP_CONCURRENCY,
      });
  }
}
