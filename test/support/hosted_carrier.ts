/** A carrier on loopback with an HTTP API, which responds as a test says. */
import { adminBody, type TestService } from "./service.ts";
import { until } from "./until.ts";

export interface HostedCarrier extends AsyncDisposable {
  url: string;
  /** Status of its responses. */
  status: number;
  /** Number of requests. */
  requests: number;
  /** Waits for so many requests more. */
  untilMore(times: number): Promise<void>;
}

/** Starts a carrier that accepts all messages, until a test changes it. */
export function startHostedCarrier(): HostedCarrier {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    carrier.requests++;
    void request.body?.cancel();
    return Response.json({ id: crypto.randomUUID() }, { status: carrier.status });
  });
  const carrier: HostedCarrier = {
    url: `http://127.0.0.1:${server.addr.port}`,
    status: 200,
    requests: 0,
    async untilMore(times) {
      const wanted = carrier.requests + times;
      await until(() => carrier.requests, (requests) => requests >= wanted);
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return carrier;
}

/** Sets a carrier up as the connector `hosted`, and has the account's sender go by it. */
export async function connectHosted(
  test: TestService,
  { url }: HostedCarrier,
  settings: Record<string, unknown> = {},
): Promise<void> {
  await adminBody(test, 201, "POST", "/connectors", {
    "name": "hosted",
    "kind": "http",
    "url": `${url}/send`,
    "body": '{"to": "{to}", "text": "{text}"}',
    "id-path": "id",
    "unconfirmed": "resubmit",
    ...settings,
  });
  const path = `/accounts/${test.account}/senders/111122`;
  await adminBody(test, 200, "PATCH", path, { "sms-connector": "hosted" });
}
