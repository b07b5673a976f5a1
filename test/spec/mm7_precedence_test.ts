/** Contract section 5: of several faults in a submission, the first in the order of the checks wins. */
import assert from "node:assert/strict";
import { createAccount } from "../../src/actions/provision.ts";
import { startService, type TestService } from "../support/service.ts";
import { createVasp, type Post, TEXT, type Vasp } from "../support/vasp.ts";

/** Parts of a submission that can be at fault on their own. */
interface Draft {
  version: string;
  extra: string;
  expiry: string;
  vaspId: string;
  sender: string;
  vasId: string;
  to: string[];
  carrier: string;
  href: string;
  type: string;
}

let test: TestService;
let vasp: Vasp;
/** API key of another account. */
let foreignKey: string;

const NOW = Date.parse("2026-11-20T12:00:00Z");
const BLOCKED = "16175550102";

Deno.test.beforeAll(async () => {
  test = await startService({
    // The rate's bucket is not refilled.
    clock: { now: () => NOW },
    account: { rate: 1, enforceCampaignCheck: true },
    senders: [{ address: "111122", kind: "short-code", country: "US", vasid: "v1" }],
  });
  vasp = createVasp(test);
  foreignKey = (await createAccount(test.service.provision, { id: "other", name: "other" })).apiKey;
  await test.admin("POST", "/accounts/acme/blocks", { number: BLOCKED });
});

Deno.test.afterAll(async () => {
  await vasp.lintResponses();
  await test.stop();
});

function postOf(draft: Draft): Post {
  const numbers = draft.to.map((number) => `<Number>${number}</Number>`).join("");
  return {
    fields: {
      MM7Version: `<MM7Version>${draft.version}</MM7Version>`,
      SenderIdentification: `<SenderIdentification><VASPID>${draft.vaspId}</VASPID>` +
        `<VASID>${draft.vasId}</VASID><SenderAddress><ShortCode>${draft.sender}</ShortCode>` +
        `</SenderAddress></SenderIdentification>`,
      Recipients: `<Recipients><To>${numbers}</To></Recipients>`,
      ReplyCharging: draft.extra,
      ExpiryDate: `<ExpiryDate>${draft.expiry}</ExpiryDate>`,
      Content: `<Content href="cid:${draft.href}" allowAdaptations="true"/>`,
    },
    headers: { "x-service-carrier-id": draft.carrier },
    content: { ...TEXT, headers: [`Content-Type: ${draft.type}`, "Content-ID: <content>"] },
  };
}

const EVERYTHING_WRONG = (): Draft => ({
  version: "9.0.0",
  extra: "<ReplyCharging/>",
  expiry: "2020-01-01T00:00:00Z",
  vaspId: foreignKey,
  sender: "ACME",
  vasId: "v2",
  to: [BLOCKED, "16175550101"],
  carrier: "7",
  href: "other",
  type: "text/html",
});

/** Faults in the order in which they are reported, and the correction of each. */
const STEPS: [code: number, details: RegExp, correction: () => Partial<Draft>][] = [
  [2505, /MM7Version/, () => ({ version: "6.8.0" })],
  [2565, /ReplyCharging/, () => ({ extra: "" })],
  [2007, /ExpiryDate is past/, () => ({ expiry: "PT1H" })],
  [2564, /VASPID/, () => ({ vaspId: test.apiKey })],
  [2563, /not a number in digits/, () => ({ sender: "99999" })],
  [2563, /not provisioned/, () => ({ sender: "111122" })],
  [2562, /VASID is not the one/, () => ({ vasId: "v1" })],
  [2503, /one recipient/, () => ({ to: ["abc"] })],
  [2002, /international number in digits/, () => ({ to: ["1617555010"] })],
  [2002, /To is not a possible number/, () => ({ to: [BLOCKED] })],
  [2566, /X-Service-Carrier-Id/, () => ({ carrier: "" })],
  [3001, /To is blocked/, () => ({ to: ["16175550101"] })],
  [2000, /campaign/, () => ({})],
  [2513, /no part has the id/, () => ({ href: "content" })],
  [2004, /text\/html/, () => ({ type: "text/plain" })],
];

Deno.test("contract 5: the first fault in the order of the checks wins, and takes no token", async () => {
  let draft = EVERYTHING_WRONG();
  for (const [code, details, correction] of STEPS) {
    const response = await vasp.post(postOf(draft));
    assert.equal(response.code, code, response.xml);
    assert.match(response.details!, details);
    if (code === 2000) await checkCampaigns(false);
    draft = { ...draft, ...correction() };
  }
  // The account's only token is still there.
  await vasp.submit(postOf(draft));
  assert.equal((await vasp.post(postOf(draft))).code, 3510);
  assert.equal((await vasp.post(postOf({ ...draft, href: "other" }))).code, 2513);
});

Deno.test("contract 5: a disabled account is reported before any fault of its message", async () => {
  const post = postOf(EVERYTHING_WRONG());
  for (const [field, code] of [["disabled", 2550], ["mm7", 2551]] as const) {
    const isOn = field === "disabled";
    await test.admin("PATCH", "/accounts/acme", { [field]: isOn });
    assert.equal((await vasp.post(post)).code, code);
    await test.admin("PATCH", "/accounts/acme", { [field]: !isOn });
  }
  assert.equal((await vasp.post(post)).code, 2505);
});

async function checkCampaigns(isOn: boolean): Promise<void> {
  const { status } = await test.admin("PATCH", "/accounts/acme", {
    "enforce-campaign-check": isOn,
  });
  assert.equal(status, 200);
}
