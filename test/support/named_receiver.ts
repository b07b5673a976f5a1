/** Further receivers of an account's postbacks, on loopback. */
import { createHmac } from "node:crypto";
import { type ReceivedPostback, type Receiver, startReceiver } from "./receiver.ts";
import { adminBody, type TestService } from "./service.ts";

export interface NamedReceiver extends AsyncDisposable {
  name: string;
  receiver: Receiver;
  secret: string;
}

/** Creates a receiver of an account. */
export async function addReceiver(
  test: TestService,
  account: string,
  name: string,
  fields: Record<string, unknown> = {},
): Promise<NamedReceiver> {
  const receiver = await startReceiver();
  const body = { receiver: name, url: receiver.url, ...fields };
  const created = await adminBody(test, 201, "POST", `/accounts/${account}/receivers`, body);
  return {
    name,
    receiver,
    secret: created["webhook-secret"],
    [Symbol.asyncDispose]: () => receiver.stop(),
  };
}

/** Changes a receiver of an account. */
export async function changeReceiver(
  test: TestService,
  account: string,
  name: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return await adminBody(test, 200, "PATCH", `/accounts/${account}/receivers/${name}`, body);
}

/** Tells whether a secret signed a postback, by its bytes (Standard Webhooks). */
export function isSignedBy(secret: string, { headers, raw }: ReceivedPostback): boolean {
  const key = Uint8Array.fromBase64(secret.replace("whsec_", ""));
  const content = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${raw}`;
  const signature = createHmac("sha256", key).update(content).digest("base64");
  return headers.get("webhook-signature")!.split(" ").includes(`v1,${signature}`);
}
