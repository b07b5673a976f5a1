/**
 * Notices over MM7 to a real HTTP server as the VASP. The tests share the jobs; each has an
 * account.
 */
import type { NewAccountFields } from "../../../src/actions/provision.ts";
import assert from "node:assert/strict";
import type { Account } from "../../../src/core/account/account.ts";
import type { PostbackView } from "../../../src/core/message/event.ts";
import type { Outcome } from "../../../src/core/message/message.ts";
import type { FailedAttempt } from "../../../src/core/message/failed_attempt.ts";
import { indexParts } from "../../../src/core/media/part_reference.ts";
import { startOf } from "../../../src/mime/reader.ts";
import { bytes, text } from "../../mime/bytes.ts";
import { startJobs, type TestJobs } from "../../support/jobs.ts";
import { refusingPort } from "../../support/refusing_port.ts";
import { until } from "../../support/until.ts";
import { basic, NAMESPACE } from "../../support/vasp.ts";
import {
  type ReceivedNotice,
  responseTo,
  startVaspReceiver,
  type VaspReceiver,
} from "../../support/vasp_receiver.ts";
import { RESPONSES } from "./vasp_responses.ts";

/** Common beginning of the namespaces of all schemas. */
const BASE = NAMESPACE.slice(0, NAMESPACE.lastIndexOf("/") + 1);
const TRIES = 3;
/** Without a rescuer, what a busy database refuses would be lost. */
const DATABASE = { DATABASE_QUEUE_TIMEOUT: "10m", DATABASE_STATEMENT_TIMEOUT: "10m" };

interface Fixture {
  jobs: TestJobs;
  vasp: VaspReceiver;
  account: Account;
  /** Short code of the account. */
  address: string;
  /** Sends a message, reports its outcome, and returns its tracking-id. */
  reported(outcome?: Outcome, fields?: Parameters<TestJobs["submitted"]>[1]): Promise<string>;
}

type Case = (fixture: Fixture) => Promise<void>;

Deno.test("notices to VASPs", async (t) => {
  await using jobs = await startJobs({
    config: { ...DATABASE, POSTBACK_SCHEDULE: "0.1s, 0.2s", POSTBACK_TIMEOUT: "2m" },
  });
  // They mostly wait, so all run at once.
  await Promise.all(
    Object.entries({ ...CASES, ...RESPONSE_CASES }).map(([name, run]) =>
      t.step({
        name,
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
        fn: () => withFixture(jobs, run),
      })
    ),
  );
});

Deno.test("a VASP that does not respond in time gets the notice again", async () => {
  await using jobs = await startJobs({
    config: {
      ...DATABASE,
      // A second may be too short on a busy machine, more than once.
      POSTBACK_SCHEDULE: Array(100).fill("0.1s").join(),
      POSTBACK_TIMEOUT: "1s",
      POSTBACK_FAILURE_THRESHOLD: "1000",
    },
  });
  await withFixture(jobs, async ({ vasp, reported }) => {
    const released = Promise.withResolvers<void>();
    let requests = 0;
    vasp.respond = async (notice) => {
      if (++requests === 1) await released.promise;
      return responseTo(notice, 1000);
    };
    const [notice] = await settled(jobs, await reported());
    released.resolve();
    assert.equal(notice.state, "sent");
    assert.ok(notice.attempts >= 1);
    assert.match(notice.lastError!, /did not respond completely in time/);
    for (const { envelope } of await vasp.untilCount(requests)) {
      assert.match(envelope, transaction(notice.id));
    }
  });
});

let last = 0;

/** Runs a case with a VASP and an account of its own. */
async function withFixture(jobs: TestJobs, run: Case): Promise<void> {
  await using vasp = startVaspReceiver();
  const address = String(200_000 + ++last);
  const account = await jobs.account(
    { mm7Url: vasp.url, mm7Username: "vasp", mm7Password: "pass:wörd" },
    { address, vasid: "news & more" },
  );
  await run({
    jobs,
    vasp,
    account,
    address,
    async reported(outcome = { outcome: "delivered" }, fields = {}) {
      const carrierId = crypto.randomUUID();
      const id = await jobs.submitted(carrierId, { account: account.id, ...fields });
      assert.equal(await jobs.report({ carrierId, outcome }), true);
      return id;
    },
  });
}

const CASES: Record<string, Case> = {
  "a delivered message is reported as Retrieved, to the last element": async (fixture) => {
    const { jobs, vasp, account } = fixture;
    const handset = "http://handsets.example/profile?a&b";
    const id = await fixture.reported({ outcome: "delivered", handset }, { operatorId: "0001470" });
    const [{ headers, envelope, body }] = await vasp.untilCount(1) as [ReceivedNotice];
    const [notice] = await settled(jobs, id);
    assert.equal(headers.get("content-type"), "text/xml; charset=utf-8");
    assert.equal(headers.get("soapaction"), `""`);
    assert.equal(headers.get("authorization"), basic(account.mm7Username!, account.mm7Password!));
    assert.equal(headers.get("x-service-carrier-id"), "0001470");
    assert.equal(body.parts.length, 0);
    const date = /<Date>([^<]*)</.exec(envelope)![1]!;
    assert.match(date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal(
      /<DeliveryReportReq.*<\/DeliveryReportReq>/.exec(envelope)![0],
      `<DeliveryReportReq xmlns="http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/` +
        `REL-6-MM7-1-4"><MM7Version>6.8.0</MM7Version>` +
        `<MMSRelayServerID>slidepost</MMSRelayServerID><MessageID>${id}</MessageID>` +
        `<Recipient><Number>16175550101</Number></Recipient>` +
        `<Sender><ShortCode>111122</ShortCode></Sender><Date>${date}</Date>` +
        `<MMStatus>Retrieved</MMStatus><StatusText>Message Delivered</StatusText>` +
        `<UACapabilities UAProf="http://handsets.example/profile?a&amp;b"/></DeliveryReportReq>`,
    );
    assert.match(envelope, transaction(notice.id));
    assert.deepEqual([notice.state, notice.attempts, notice.lastError], ["sent", 0, null]);
  },

  "each end has its MMStatus, with its details": async ({ jobs, vasp, reported }) => {
    const cases: [Outcome, status: string, text: string][] = [
      [{ outcome: "expired" }, "Expired", "Message Expired"],
      [{ outcome: "rejected", details: "Network Unreachable" }, "Rejected", "Network Unreachable"],
      [{ outcome: "unrecognised", details: "5:Exception" }, "Unrecognised", "5:Exception"],
      [{ outcome: "failed", details: "MMS is too big" }, "Rejected", "MMS is too big"],
    ];
    for (const [outcome, status, text] of cases) {
      const id = await reported(outcome);
      const [notice] = await settled(jobs, id);
      const { envelope } = vasp.received.find(({ envelope }) => envelope.includes(id))!;
      assert.ok(envelope.includes(`<MMStatus>${status}</MMStatus>`), envelope);
      assert.ok(envelope.includes(`<StatusText>${text}</StatusText>`), envelope);
      assert.match(envelope, transaction(notice.id));
    }
    assert.equal(vasp.received.length, cases.length);
  },

  "a long sender is a Number": async ({ vasp, reported }) => {
    await reported(undefined, { from: "18005550199" });
    const [{ envelope }] = await vasp.untilCount(1) as [ReceivedNotice];
    assert.ok(envelope.includes("<Sender><Number>18005550199</Number></Sender>"), envelope);
  },

  "without credentials and operator there are no headers for them": async (fixture) => {
    const { jobs, vasp, account } = fixture;
    await jobs.store.accounts.change(account.id, { mm7Username: null, mm7Password: null });
    await fixture.reported();
    const [{ headers }] = await vasp.untilCount(1) as [ReceivedNotice];
    assert.equal(headers.get("authorization"), null);
    assert.equal(headers.get("x-service-carrier-id"), null);
  },

  "a user without a password has an empty one": async ({ jobs, vasp, account, reported }) => {
    await jobs.store.accounts.change(account.id, { mm7Password: null });
    await reported();
    const [{ headers }] = await vasp.untilCount(1) as [ReceivedNotice];
    assert.equal(headers.get("authorization"), basic("vasp", ""));
  },

  "an MO comes as DeliverReq with its files, byte for byte, SMIL first to be shown": async (
    { jobs, vasp, address },
  ) => {
    const all = Uint8Array.from({ length: 70_000 }, (_, i) => i & 255);
    const smil =
      `<smil><body><par><img src="cid:img 1@x"/><text src="grüße?.txt"/></par></body></smil>`;
    const files = [
      await jobs.file("100% ü.png", "image/png", all, "img 1@x"),
      await jobs.file("show.smil", "application/smil; charset=utf-8", bytes(smil), "start"),
      await jobs.file("grüße?.txt", "text/plain; charset=iso-8859-1", Uint8Array.of(71, 252)),
      await jobs.file("empty.bin", "application/octet-stream", new Uint8Array()),
    ];
    await jobs.inbound({ to: address, subject: "Zażółć <&> 😀", operatorId: "0001890", files });
    const [{ headers, body, envelope, raw }] = await vasp.untilCount(1) as [ReceivedNotice];
    assert.equal(headers.get("x-service-carrier-id"), "0001890");
    assert.equal(headers.get("content-length"), String(raw.length));
    assert.equal(body.type, "multipart/related");
    assert.equal(body.parameters.get("type"), "text/xml");
    assert.equal(startOf(body), body.parts[0]);
    assert.equal(headers.get("mime-version"), "1.0");
    const [, id] = /<TransactionID [^>]*>([^<]*)</.exec(envelope)!;
    const href = `cid:${id}.content@slidepost`;
    const inside = /<DeliverReq [^>]*>(.*)<\/DeliverReq>/.exec(envelope)![1]!;
    const { items: [record] } = await jobs.store.inbound.list({ to: address }, {
      cursor: null,
      limit: 1,
    });
    assert.equal(
      inside.replace(/<TimeStamp>[^<]*Z<\/TimeStamp>/, ""),
      `<MM7Version>6.8.0</MM7Version><MMSRelayServerID>slidepost</MMSRelayServerID>` +
        `<VASID>news &amp; more</VASID><LinkedID>${record!.trackingId}</LinkedID>` +
        `<Sender><Number>16175550111</Number></Sender>` +
        `<Recipients><To><Number>${address}</Number></To></Recipients>` +
        `<Priority>Normal</Priority><Subject>Za&#380;&#243;&#322;&#263; &lt;&amp;&gt; &#128512;` +
        `</Subject><Content href="${href}"/>`,
    );

    const content = indexParts(body.parts)(href)!;
    assert.equal(content, body.parts[1]);
    assert.equal(content.type, "multipart/related");
    const find = indexParts(content.parts);
    assert.equal(text(startOf(content)!.content), smil);
    assert.deepEqual(find("cid:img 1@x")!.content, all);
    assert.deepEqual([...find("grüße?.txt")!.content], [71, 252]);
    assert.deepEqual(
      content.parts.map(({ headers }) => headers.get("content-type")),
      files.map(({ type }) => type),
    );
    assert.equal(content.parts[3]!.content.length, 0);
  },

  "the files of an MO are base64 if the account is set so": async (
    { jobs, vasp, account, address },
  ) => {
    await jobs.store.accounts.change(account.id, { mm7TransferEncoding: "base64" });
    const all = Uint8Array.from({ length: 1000 }, (_, i) => i & 255);
    const files = [
      await jobs.file("all.bin", "application/octet-stream", all),
      await jobs.file("grüße.txt", "text/plain; charset=utf-8", bytes("Grüße 😀")),
    ];
    await jobs.inbound({ to: address, files });
    const [{ body, raw }] = await vasp.untilCount(1) as [ReceivedNotice];
    const { parts } = body.parts[1]!;
    assert.deepEqual(
      parts.map(({ headers }) => headers.get("content-transfer-encoding")),
      ["base64", "base64"],
    );
    assert.deepEqual(parts[0]!.content, all);
    assert.equal(text(parts[1]!.content), "Grüße 😀");
    assert.match(text(raw), /^[\t\n\r -~]*$/);
  },

  "version and namespace are those of the last submission, or as set": async (
    { jobs, address, reported },
  ) => {
    const last = { mm7LastVersion: "5.6.0", mm7LastNamespace: `${BASE}REL-5-MM7-1-3` };
    const cases: [settings: Partial<NewAccountFields>, version: string, release: string][] = [
      [last, "5.6.0", "REL-5-MM7-1-3"],
      [{ ...last, mm7Version: "6.3.0" }, "6.3.0", "REL-5-MM7-1-3"],
      [{ ...last, mm7Namespace: `${BASE}REL-6-MM7-1-2` }, "5.6.0", "REL-6-MM7-1-2"],
    ];
    for (const [index, [settings, version, release]] of cases.entries()) {
      const to = `${address}${index}`;
      await using vasp = startVaspReceiver();
      const account = await jobs.account({ mm7Url: vasp.url, ...settings }, { address: to });
      await reported({ outcome: "delivered", handset: "Nokia 6230i" }, { account: account.id });
      await jobs.inbound({ to, subject: "Hello" });
      const notices = await vasp.untilCount(2);
      assert.deepEqual(
        notices.map(({ operation }) => operation).sort(),
        ["DeliverReq", "DeliveryReportReq"],
      );
      for (const { envelope, operation } of notices) {
        assert.ok(envelope.includes(`<${operation} xmlns="${BASE}${release}">`), envelope);
        assert.ok(envelope.includes(`<TransactionID xmlns="${BASE}${release}"`), envelope);
        assert.ok(envelope.includes(`<MM7Version>${version}</MM7Version>`), envelope);
        // MM7 has it since release 6.
        const hasHandset = operation === "DeliveryReportReq" && release.startsWith("REL-6");
        assert.equal(envelope.includes(`<UACapabilities UAProf="Nokia 6230i"/>`), hasHandset);
      }
    }
  },

  "an MO without SMIL has its files in a multipart/mixed": async ({ jobs, vasp, address }) => {
    const files = [await jobs.file("a.txt", "text/plain; charset=utf-8", bytes("--x\r\n"))];
    await jobs.inbound({ to: address, files });
    const [{ body }] = await vasp.untilCount(1) as [ReceivedNotice];
    assert.equal(body.parts[1]!.type, "multipart/mixed");
    assert.equal(text(body.parts[1]!.parts[0]!.content), "--x\r\n");
  },

  "an MO without files is an envelope only, without Content": async ({ jobs, vasp, address }) => {
    await jobs.inbound({ to: address, subject: "only this" });
    const [{ body, envelope }] = await vasp.untilCount(1) as [ReceivedNotice];
    assert.equal(body.parts.length, 1);
    assert.doesNotMatch(envelope, /<Content/);
  },

  "an MO with a missing file is a dead letter at once, with that reason": async (
    { jobs, vasp, address },
  ) => {
    const file = await jobs.file("a.txt", "text/plain", bytes(crypto.randomUUID()));
    await Deno.remove(jobs.blobs.path(file.blob));
    await jobs.inbound({ to: address, files: [file] });
    const { items: [record] } = await jobs.store.inbound.list({ to: address }, {
      cursor: null,
      limit: 1,
    });
    const [notice] = await settled(jobs, record!.trackingId);
    assert.equal(notice.state, "dead");
    assert.match(notice.lastError!, /file of the message is no longer stored/);
    assert.equal(vasp.received.length, 0);
  },

  "a retry is the same request to the byte": async ({ jobs, vasp, address }) => {
    const statuses = [500, 3000, 1000];
    vasp.respond = (notice) => responseTo(notice, statuses.shift()!);
    const files = [await jobs.file("a.txt", "text/plain", bytes("hello"))];
    await jobs.inbound({ to: address, files });
    const [first, second, third] = (await vasp.untilCount(3)).map(({ raw }) => text(raw));
    assert.equal(second, first);
    assert.equal(third, first);
  },

  "is parked if the account has no URL any more": async ({ jobs, vasp, account, reported }) => {
    let refused = false;
    vasp.respond = async (notice) => {
      if (!refused) await jobs.store.accounts.change(account.id, { mm7Url: null });
      refused = true;
      return responseTo(notice, 3000);
    };
    const id = await reported();
    const [notice] = await settled(jobs, id);
    assert.deepEqual([notice.state, notice.attempts], ["parked", 1]);
    assert.equal(notice.lastError, "MM7 3000 text of 3000");
    const [{ error, response, status }] = notice.failedAttempts as [FailedAttempt];
    assert.deepEqual([status, error], [200, "MM7 3000"]);
    assert.match(response!, /^<.*Envelope/);
  },

  "a webhook that refuses keeps no VASP waiting": async ({ jobs, vasp, account, reported }) => {
    using refusing = await refusingPort();
    const postbackUrl = `http://127.0.0.1:${refusing.port}/`;
    await jobs.store.accounts.change(account.id, { postbackUrl });
    const id = await reported();
    await vasp.untilCount(1);
    const views = (await jobs.store.events.of(id)).postbacks;
    assert.deepEqual(views.map(({ code }) => code), ["N101", "N102", "DeliveryReportReq"]);
  },

  "waits as long as Retry-After says": async ({ vasp, reported }) => {
    let refuse = true;
    vasp.respond = (notice) => {
      if (!refuse) return responseTo(notice, 1000);
      refuse = false;
      return new Response(null, { status: 503, headers: { "retry-after": "1" } });
    };
    await reported();
    const [first, second] = await vasp.untilCount(2) as [ReceivedNotice, ReceivedNotice];
    assert.ok(second.at - first.at >= 999);
  },

  "each attempt is reported to the circuit breaker": async ({ jobs, vasp, reported }) => {
    const statuses = [3000, 1000];
    vasp.respond = (notice) => responseTo(notice, statuses.shift()!);
    const id = await reported();
    await settled(jobs, id);
    assert.deepEqual(
      jobs.sent.filter(({ postback }) =>
        postback.trackingId === id && postback.code === "DeliveryReportReq"
      ).map(({ url, result }) => [url, result]),
      [[vasp.url, "MM7 3000"], [vasp.url, "MM7 1000"]],
    );
  },

  "without a listener: a dead letter after the last attempt, with the reason": async (fixture) => {
    using refusing = await refusingPort();
    const mm7Url = `http://127.0.0.1:${refusing.port}/`;
    await fixture.jobs.store.accounts.change(fixture.account.id, { mm7Url });
    const [notice] = await settled(fixture.jobs, await fixture.reported());
    assert.deepEqual([notice.state, notice.attempts], ["dead", TRIES]);
    assert.match(notice.lastError!, /refused the connection/);
  },
};

const RESPONSE_CASES = Object.fromEntries(
  Object.entries(RESPONSES).map(([name, [respond, becomes, error]]): [string, Case] => [
    `response ${name}: ${becomes}`,
    async ({ jobs, vasp, account, reported }) => {
      let hasResponded = false;
      vasp.respond = (notice) => {
        if (hasResponded) return responseTo(notice, 1000);
        hasResponded = true;
        return respond(notice);
      };
      const [notice] = await settled(jobs, await reported());
      assert.deepEqual(
        [notice.state, notice.attempts],
        {
          sent: ["sent", 0],
          again: ["sent", 1],
          dead: ["dead", 1],
        }[becomes],
      );
      if (error === undefined) assert.equal(notice.lastError, null);
      else assert.match(notice.lastError!, error);
      const received = await vasp.untilCount(becomes === "again" ? 2 : 1);
      for (const { envelope } of received) assert.match(envelope, transaction(notice.id));
      assert.equal((await jobs.store.accounts.byId(account.id))!.mm7Url, vasp.url);
    },
  ]),
);

function transaction(id: string): RegExp {
  return new RegExp(`<TransactionID [^>]*mustUnderstand="1">${id}</TransactionID>`);
}

/** Waits until no notice over MM7 of a tracking-id is pending, and returns them. */
async function settled(jobs: TestJobs, id: string): Promise<[PostbackView, ...PostbackView[]]> {
  const notices = await until(
    async () =>
      (await jobs.store.events.of(id)).postbacks.filter(({ code }) => code.endsWith("Req")),
    (all) => all.length > 0 && all.every(({ state }) => state !== "pending"),
  );
  return notices as [PostbackView, ...PostbackView[]];
}
