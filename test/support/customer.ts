/** Customers of a running service: each with an account, a sender and a receiver of its own. */
import { defaultReceiver } from "../../src/core/account/receiver.ts";
import { createAccount, type NewAccountFields } from "../../src/actions/provision.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { jsonOf, shareShortCode, type TestService } from "./service.ts";

export interface Customer extends AsyncDisposable {
  account: string;
  apiKey: string;
  webhookSecret: string;
  receiver: Receiver;
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends a text to a number, and returns its tracking-id. */
  send(to?: string, fields?: Record<string, unknown>): Promise<string>;
  /** Reads a message as an operator does. */
  // deno-lint-ignore no-explicit-any -- tests look into bodies field by field
  message(trackingId: string): Promise<any>;
}

export async function newCustomer(
  test: TestService,
  fields: Partial<NewAccountFields> = {},
): Promise<Customer> {
  const receiver = await startReceiver();
  const id = `customer-${crypto.randomUUID().slice(0, 8)}`;
  const { account, apiKey } = await createAccount(test.service.provision, {
    id,
    name: "Customer",
    postbackUrl: receiver.url,
    ...fields,
  });
  await shareShortCode(test, id);
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    test.post(body, { "x-api-key": apiKey, ...headers });

  return {
    account: id,
    apiKey,
    webhookSecret: defaultReceiver(account).webhookSecrets[0]!.secret,
    receiver,
    post,
    async send(to = "16175550100", fields = {}) {
      const body = { action: "sendsms", from: "111122", to, "message-text": "Hello", ...fields };
      return (await jsonOf(await post(body)))["tracking-id"];
    },
    message: async (trackingId) => (await test.admin("GET", `/messages/${trackingId}`)).body,
    [Symbol.asyncDispose]: () => receiver.stop(),
  };
}
