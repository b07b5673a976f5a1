/** A path and a valid body for each admin operation. */
import type { AdminOperationId } from "../../../src/generated/admin.ts";
import { aSender } from "./setup.ts";

const IDS: Record<string, string> = {
  index: "0",
  language: "en",
  number: "16175550199",
  recipient: "16175550199",
  route: "4711",
  sha256: "0".repeat(64),
};

/** Fills in a path with ids of valid form. */
export const pathOf = (path: string) =>
  path.replace("/admin/v1", "").replaceAll(
    /\{([a-z0-9-]+)\}/g,
    (_, name) => IDS[name as string] ?? "nobody",
  );

export const BODIES: Partial<Record<AdminOperationId, unknown>> = {
  createAccount: { name: "Shop" },
  changeAccount: { name: "Shop" },
  performAction: { request: { action: "sendsms" } },
  changeKey: { actions: "sendsms" },
  createToken: { name: "alice", scopes: "support" },
  addSender: aSender,
  changeSender: { vasid: "v" },
  createPool: { pool: "p", senders: "111122" },
  changePool: { senders: "111122" },
  createReceiver: { receiver: "crm", url: "https://crm.example.com/" },
  changeReceiver: { disabled: true },
  createCampaign: { "campaign-ref": "c" },
  changeCampaign: { title: "Sale" },
  addSubscription: { "campaign-ref": "c", recipient: "16175550101" },
  addBlock: { number: "16175550101" },
  changeReplies: { "help-text": "Call us." },
  replayPostbacks: { account: "acme" },
  sendTemplate: { from: "111122", to: "16175550101" },
  renameTemplate: { name: "Spring sale" },
  injectSms: { from: "16175550101", to: "111122", text: "Hello" },
  injectMms: { from: "16175550101", to: "111122", text: "Hello" },
  injectReport: { "tracking-id": "nobody", outcome: "delivered" },
  createConnector: {
    name: "mmsc",
    kind: "mmsc_mm7",
    url: "https://mmsc.example.net/mm7",
    vaspid: "slidepost",
  },
  changeConnector: { vaspid: "slidepost" },
  testConnector: { account: "acme", from: "111122", to: "16175550101" },
  createSmsc: { name: "smsc", host: "smsc.example.net", "system-id": "slidepost" },
  changeSmsc: { "system-id": "slidepost" },
  uploadFiles: { file: [{ name: "dot.gif", content: "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=" }] },
  exportPerson: { number: "16175550101" },
  erasePerson: { number: "16175550101" },
  setLogo: { image: "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=" },
  setOperator: { mms: true },
  addRoute: { kind: "sms", connectors: "loopback" },
  changeRoute: { connectors: "loopback" },
};
