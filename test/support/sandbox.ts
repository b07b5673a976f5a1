/** The sandbox as its users run it. */
import { postTo } from "./outside.ts";
import { type Program, startProgram } from "./program.ts";

/** Running sandbox, and the credentials that it printed. */
export interface Sandbox {
  program: Program;
  baseUrl: string;
  apiKey: string;
  webhookSecret: string;
  adminToken: string;
  curl: string;
}

/** Starts a sandbox on a free port; resolves once it is ready. */
export async function startSandbox(
  DATA_DIR: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<Sandbox> {
  const program = await startProgram({
    args: ["sandbox", ...args],
    env: { DATA_DIR, PORT: "0", ...env },
  });
  const [welcome] = await program.until(/slidepost sandbox is ready[^]*\n {2}curl .*\n/);
  const valueOf = (label: string) => new RegExp(`${label} +(\\S+)`).exec(welcome)![1]!;
  return {
    program,
    baseUrl: valueOf("base URL"),
    apiKey: valueOf("API key"),
    webhookSecret: valueOf("webhook secret"),
    adminToken: valueOf("admin token"),
    curl: /^ {2}(curl .*)$/m.exec(welcome)![1]!,
  };
}

/** Sends an MMS of one slide with this text, and returns its carrier-id once it was received. */
export async function sendWords(
  { baseUrl, apiKey, adminToken }: Pick<Sandbox, "baseUrl" | "apiKey" | "adminToken">,
  text: string,
): Promise<string> {
  const post = async (body: object) => await (await postTo(baseUrl, apiKey, body)).json();
  const { "mms-id": mmsId } = await post({
    action: "savemms",
    name: "Words",
    "fallback-sms-text": "See it",
    slide: [{ "message-text": text }],
  });
  const send = { action: "sendsavedmms", from: "111122", to: "16175550100", "mms-id": mmsId };
  let sent = await post(send);
  while (sent["error-code"] === "E626") sent = await post(send);
  for (;;) {
    const url = `${baseUrl}/admin/v1/loopback/messages?tracking-id=${sent["tracking-id"]}`;
    const headers = { authorization: `Bearer ${adminToken}` };
    const { items: [received] } = await (await fetch(url, { headers })).json();
    if (received !== undefined) return received["carrier-id"];
  }
}
