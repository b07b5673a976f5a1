/** Connectors over hosted APIs: what all providers share, by each provider's own tables. */
import assert from "node:assert/strict";
import { faultRow } from "../../src/connectors/http_carrier/faults.ts";
import { secretSettings } from "../../src/connectors/mod.ts";
import type { HttpCarrierKind } from "../../src/core/routing/connector.ts";
import { StoreDown } from "../../src/ports/mod.ts";
import { PROVIDERS } from "./providers/cases.ts";
import {
  deliver,
  filePart,
  mms,
  type ProviderCarrier,
  sms,
  startProviderCarrier,
} from "./providers/carrier.ts";
import { type ProviderDocument, readDocument } from "./providers/documents.ts";
import {
  callbackRequest,
  codesIn,
  type FakeProvider,
  FORGERIES,
  type ProviderCase,
} from "./providers/fake.ts";
import { BASE_URL } from "./carrier.ts";

type Case = ProviderCase<HttpCarrierKind>;

const CASES = Object.values(PROVIDERS) as unknown as Case[];

for (const testCase of CASES) {
  const { kind, provider, document } = testCase;
  const start = (changes?: object) => startProviderCarrier(testCase, changes);
  const senderOf = ({ from }: { from: string }) => testCase.fixedSender ?? from;

  Deno.test(`${kind}: sources of the facts are named, with their dates`, () => {
    assert.equal(provider.sources.length > 0, testCase.isTemplate !== true);
    for (const { document, date } of provider.sources) {
      assert.ok(document.length > 5);
      assert.match(date, /^20\d\d-\d\d(-\d\d)?$/);
    }
  });

  Deno.test(`${kind}: each code and status is in its table once`, () => {
    const codes = provider.codes.map(({ code }) => code);
    assert.equal(new Set(codes).size, codes.length);
    const statuses = provider.statuses.map(({ status }) => status);
    assert.equal(new Set(statuses).size, statuses.length);
    for (const { when } of [...provider.codes, ...provider.statuses]) assert.ok(when.length > 3);
  });

  Deno.test(`${kind}: a text is sent as the provider's document has it`, async () => {
    await using carrier = await start();
    const submission = sms({ text: "Grüße, 100 % & more: ${name} = 5 €\n„x“ \u{1F337}" });
    const result = await carrier.connector.submit(submission);
    const [received] = carrier.fake.received;
    assert.deepEqual(result, { status: "accepted", carrierId: received!.id });
    assert.deepEqual(
      { from: received!.from, to: received!.to, text: received!.text, media: received!.media },
      { from: senderOf(submission), to: submission.to, text: submission.text, media: [] },
    );
    assert.equal(received!.reference, submission.trackingId);
    await assertByDocument(document, carrier);
    const [request, response, ...others] = carrier.exchanges
      .filter(({ trackingId }) => trackingId === submission.trackingId)
      .map(({ direction, title }) => [direction, title]);
    assert.deepEqual([request![0], others], ["out", []]);
    assert.equal(response![0], "in");
    assert.match(response![1]!, /^HTTP 2\d\d$/);
  });

  Deno.test(`${kind}: senders are numbers, short codes and names`, async () => {
    await using carrier = await start();
    for (const from of ["16175550100", "111122", "Tulips"]) {
      const { status } = await carrier.connector.submit(sms({ from }));
      assert.equal(status, "accepted", from);
      assert.equal(carrier.fake.received.at(-1)!.from, senderOf({ from }));
    }
    await assertByDocument(document, carrier);
  });

  Deno.test(`${kind}: a text that is too long fails for good, and is not sent`, async () => {
    await using carrier = await start();
    const text = "x".repeat(provider.textMaxLength + 1);
    const result = await carrier.connector.submit(sms({ text }));
    assert.equal(result.status, "permanent");
    assert.deepEqual(carrier.fake.server.calls, []);
    const longest = sms({ text: "x".repeat(provider.textMaxLength) });
    assert.equal((await carrier.connector.submit(longest)).status, "accepted");
  });

  if (provider.mms === null) {
    Deno.test(`${kind}: it takes no MMS`, async () => {
      await using carrier = await start();
      assert.equal(carrier.connector.mms, null);
      assert.deepEqual(await carrier.connector.submit(mms()), {
        status: "permanent",
        outcome: { outcome: "failed", details: "No way to send MMS or SMS" },
      });
      assert.deepEqual(carrier.fake.server.calls, []);
    });
  } else {
    const { maxFiles, takesSubject } = provider.mms;

    Deno.test(`${kind}: an MMS has its texts and files, at addresses that expire`, async () => {
      await using carrier = await start();
      const submission = maxFiles > 1 ? mms() : mms({
        parts: [mms().parts[1]!, ...mms().parts.filter(({ text }) => text?.match(/^[TD]/))],
      });
      const result = await carrier.connector.submit(submission);
      assert.equal(result.status, "accepted", JSON.stringify(result));
      const [received] = carrier.fake.received;
      const text = "Tulips\n\nDaffodils";
      assert.deepEqual(
        [received!.subject, received!.text],
        takesSubject ? ["Spring", text] : [null, `Spring\n\n${text}`],
      );
      const names = maxFiles > 1 ? ["slide1-image.jpg", "slide2-image.gif"] : ["slide1-image.jpg"];
      assert.deepEqual(
        received!.media.map((url) => new URL(url).pathname.split("/").at(-1)),
        names,
      );
      for (const url of received!.media) assert.ok(url.startsWith(`${BASE_URL}/content/`), url);
      await assertByDocument(document, carrier);
    });

    Deno.test(`${kind}: an MMS with as many files as it takes`, async () => {
      await using carrier = await start();
      const count = Math.min(maxFiles, 20);
      const parts = Array.from({ length: count }, (_, i) => filePart(`file-${i}`, "image/jpeg"));
      const result = await carrier.connector.submit(mms({ subject: null, parts }));
      assert.equal(result.status, "accepted", JSON.stringify(result));
      assert.equal(carrier.fake.received[0]!.media.length, count);
      await assertByDocument(document, carrier);
    });
  }

  Deno.test(`${kind}: each error code means what the table says`, async () => {
    await using carrier = await start();
    for (const { code, kind: fault } of codesIn("responses", testCase)) {
      carrier.fake.server.intercept = () => carrier.fake.errorWith(code);
      const result = await carrier.connector.submit(sms());
      const { submission } = faultRow(fault);
      switch (submission.means) {
        case "final":
          assert.equal(result.status, "permanent", code);
          assert.deepEqual(
            "outcome" in result && { ...result.outcome, reason: undefined },
            { ...submission.outcome, reason: undefined },
            code,
          );
          break;
        case "duplicate":
          assert.equal(result.status, "accepted", code);
          break;
        default:
          assert.equal(result.status, submission.means, code);
      }
    }
  });

  for (const { from, to, kind: fault, when } of provider.httpStatuses ?? []) {
    Deno.test(`${kind}: HTTP ${from} to ${to} is ${fault}: ${when}`, async () => {
      await using carrier = await start();
      const { server } = carrier.fake;
      const error = carrier.fake.throttled();
      for (const status of [from, to]) {
        server.intercept = () => ({ ...error, status });
        const result = await carrier.connector.submit(sms());
        const { submission } = faultRow(fault);
        const expected = submission.means === "final" ? "permanent" : submission.means;
        assert.equal(result.status, expected, `${status}`);
      }
    });
  }

  Deno.test(`${kind}: a response without an id, and one of a proxy, are unconfirmed`, async () => {
    await using carrier = await start();
    const page = { body: "<html>Bad gateway</html>" };
    for (
      const [status, expected] of [[200, "unconfirmed"], [502, "unconfirmed"], [503, "temporary"]]
    ) {
      carrier.fake.server.intercept = () => ({ status: status as number, ...page });
      assert.equal((await carrier.connector.submit(sms())).status, expected, `${status}`);
    }
  });

  Deno.test(`${kind}: a provider that is not reached has not reported on the message`, async () => {
    await using carrier = await start();
    await carrier.fake[Symbol.asyncDispose]();
    const result = await carrier.connector.submit(sms());
    assert.deepEqual([result.status, "isUnreached" in result], ["temporary", true]);
  });

  Deno.test(`${kind}: too many requests are retried after the wait that the provider names`, async () => {
    await using carrier = await start();
    carrier.fake.server.intercept = () => {
      const reply = carrier.fake.throttled();
      return { ...reply, headers: { ...reply.headers, "retry-after": "7" } };
    };
    const result = await carrier.connector.submit(sms());
    assert.equal(result.status, "throttled");
    assert.equal("retryAfterMs" in result && result.retryAfterMs, 7000);
  });

  Deno.test(`${kind}: a submission without a response is protected as the table says`, async () => {
    await using carrier = await start();
    const { connector, fake } = carrier;
    // Taken, but the response is lost.
    const submission = sms();
    await loseResponse(carrier, () => connector.submit(submission));
    assert.equal(fake.received.length, 1);
    const again = { ...submission, attempt: 2, resubmitted: true };
    const result = await connector.submit(again);
    assert.equal(result.status, "accepted");
    assert.equal(fake.received.length, provider.repeats === "unprotected" ? 2 : 1);
    if (provider.repeats !== "unprotected") {
      assert.equal("carrierId" in result && result.carrierId, fake.received[0]!.id);
      // Lost on the way there: it is sent after all.
      const lost = sms({ text: "another" });
      fake.server.intercept = () => "drop";
      assert.equal((await connector.submit(lost)).status, "unconfirmed");
      fake.server.intercept = () => undefined;
      assert.equal((await connector.submit({ ...lost, resubmitted: true })).status, "accepted");
      assert.equal(fake.received.length, 2);
    }
    assert.equal(connector.isIdempotent, provider.repeats !== "unprotected");
  });

  if (provider.repeats === "looked up") {
    Deno.test(`${kind}: while the look-up fails, a message is not sent again`, async () => {
      await using carrier = await start();
      const submission = sms();
      for (const reply of ["drop", { status: 500, body: "" }] as const) {
        carrier.fake.server.intercept = () => reply;
        const result = await carrier.connector.submit({ ...submission, resubmitted: true });
        assert.equal(result.status, "unconfirmed");
      }
      assert.equal(carrier.fake.received.length, 0);
    });

    Deno.test(`${kind}: a message that the provider does not have may go elsewhere`, async () => {
      await using carrier = await start();
      carrier.fake.server.intercept = ({ method }) =>
        method === "GET" ? undefined : carrier.fake.throttled();
      const result = await carrier.connector.submit({ ...sms(), resubmitted: true });
      assert.equal(result.status, "throttled");
      assert.equal("isAbsent" in result && result.isAbsent, true);
    });
  }

  Deno.test(`${kind}: each status of a callback means what the table says`, async () => {
    await using carrier = await start();
    const { connector, fake } = carrier;
    await connector.submit(sms());
    const [received] = fake.received;
    for (const { status, meaning } of provider.statuses) {
      const response = await deliver(carrier, fake.status(received!, status, null));
      assert.equal(response.status, 200, status);
      const report = carrier.reports.at(-1)!;
      assert.equal(report.carrierId, received!.id);
      assert.equal(report.trackingId, received!.reference);
      const expected = meaning === "delivered" || meaning === "noted"
        ? meaning
        : faultRow(meaning).report.outcome;
      assert.equal(report.outcome.outcome, expected, status);
    }
    assert.equal(carrier.reports.length, provider.statuses.length);
  });

  Deno.test(`${kind}: each error code of a failed message means what the table says`, async () => {
    await using carrier = await start();
    const { connector, fake } = carrier;
    await connector.submit(sms());
    const failed = provider.statuses.find(({ meaning }) => meaning === "failed");
    if (failed === undefined) return;
    const unknown = { code: "99999", kind: "failed" as const };
    for (const { code, kind: fault } of [...codesIn("callbacks", testCase), unknown]) {
      await deliver(carrier, fake.status(fake.received[0]!, failed.status, code));
      const { outcome } = carrier.reports.at(-1)!;
      const expected = faultRow(fault).report;
      assert.equal(outcome.outcome, expected.outcome, code);
      if ("details" in expected && expected.outcome !== "noted") {
        assert.equal("details" in outcome && outcome.details, expected.details, code);
      }
    }
  });

  Deno.test(`${kind}: signatures are those of the provider's scheme`, async () => {
    await using carrier = await start();
    const { connector: { callbacks }, fake } = carrier;
    await carrier.connector.submit(sms());
    const { status } = provider.statuses[0]!;
    const callback = fake.status(fake.received[0]!, status, null);
    assert.equal(callbacks.verifies(callbackRequest(callback)), true);
    for (const forgery of FORGERIES) {
      const forged = fake.forge(callback, forgery);
      if (forged === null) continue;
      assert.equal(callbacks.verifies(callbackRequest(forged)), false, forgery);
    }
  });

  Deno.test(`${kind}: a text of a handset`, async () => {
    await using carrier = await start();
    const texts: unknown[] = [];
    carrier.parts.host.inboundSms = (message) => {
      texts.push({ ...message, at: 0 });
      return Promise.resolve(true);
    };
    const message = {
      id: "id-1",
      from: "16175550111",
      to: "16175550100",
      text: "Grüße \u{1F337} +&=",
    };
    const callback = carrier.fake.inbound(message)!;
    for (let times = 0; times < 2; times++) {
      assert.equal((await deliver(carrier, callback)).status, 200);
    }
    const [first, second] = texts as { key: string }[];
    assert.deepEqual({ ...first, key: "" }, {
      connector: "mmsc",
      key: "",
      from: message.from,
      to: message.to,
      text: message.text,
      operatorId: null,
      at: 0,
    });
    assert.ok(first!.key.length > 0);
    assert.equal(first!.key, second!.key, "repeated");
  });

  Deno.test(`${kind}: a text of a handset with characters that no database takes`, async () => {
    await using carrier = await start();
    const texts: string[] = [];
    carrier.parts.host.inboundSms = ({ text }) => Promise.resolve(texts.push(text) > 0);
    const numbers = { from: "16175550111", to: "16175550100" };
    const callback = carrier.fake.inbound({ id: "id-1", ...numbers, text: "a\0b\ud800c" })!;
    assert.equal((await deliver(carrier, callback)).status, 200);
    assert.deepEqual(texts, ["a\ufffdb\ufffdc"]);
  });

  Deno.test(`${kind}: a handset's number is read as recipients are`, async () => {
    await using carrier = await start();
    const senders: string[] = [];
    carrier.parts.host.inboundSms = ({ from }) => Promise.resolve(senders.push(from) > 0);
    for (const from of ["5215512345678", "4901701234567"]) {
      const message = { id: `id-${from}`, from, to: "16175550100", text: "Hello" };
      assert.equal((await deliver(carrier, carrier.fake.inbound(message)!)).status, 200);
    }
    assert.deepEqual(senders, ["525512345678", "491701234567"]);
  });

  Deno.test(`${kind}: an MMS of a handset, its files fetched with the credentials`, async () => {
    await using carrier = await start();
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
    const callback = carrier.fake.inbound({
      id: "id-2",
      from: "16175550111",
      to: "16175550100",
      text: "See",
      media: [{ type: "image/jpeg", name: "photo.jpg", content: jpeg }],
    });
    if (callback === null) return;
    assert.equal((await deliver(carrier, callback)).status, 200);
    const [message] = carrier.inbound;
    assert.deepEqual(
      [message!.from, message!.to, message!.files.map(({ type }) => type)],
      ["16175550111", "16175550100", ["text/plain; charset=utf-8", "image/jpeg"]],
    );
    const [text, file] = message!.files;
    assert.equal(text!.name, "text.txt");
    assert.deepEqual(await carrier.blobs.bytes(file!.blob), jpeg);
    assert.equal(new TextDecoder().decode(await carrier.blobs.bytes(text!.blob)), "See");
  });

  Deno.test(`${kind}: a callback that cannot be stored is asked for again`, async () => {
    await using carrier = await start();
    carrier.host.report = () => Promise.reject(new StoreDown("gone"));
    await carrier.connector.submit(sms());
    const { status } = provider.statuses[0]!;
    const response = await deliver(
      carrier,
      carrier.fake.status(carrier.fake.received[0]!, status, null),
    );
    assert.equal(response.status, 503);
    assert.ok(response.headers.has("retry-after"));
  });

  Deno.test(`${kind}: callbacks without sense are refused`, async () => {
    await using carrier = await start();
    for (const body of ["", "{", "[]", "null", "1", "{}", "a=b", "\0", `{"data":null}`, "[[]]"]) {
      for (const path of ["status", "status/x", "inbound", "nope", "status/../../x"]) {
        const request = callbackRequest({ method: "POST", path: `/${path}`, headers: {}, body });
        const response = await carrier.connector.callbacks.receive(request);
        assert.ok([200, 400].includes(response.status), `${body} ${response.status}`);
      }
    }
    assert.deepEqual([carrier.reports, carrier.inbound], [[], []]);
    const put = callbackRequest({ method: "PUT", path: "/status", headers: {}, body: "" });
    assert.equal((await carrier.connector.callbacks.receive(put)).status, 405);
  });

  Deno.test(`${kind}: the check tells whether the credentials are right`, async () => {
    await using carrier = await start();
    const findings = await carrier.connector.check();
    assert.ok(findings.length > 0);
    assert.deepEqual(findings.filter(({ isOk }) => !isOk), []);
    const code = codesIn("responses", testCase).find(({ kind }) => kind === "credentials")?.code;
    carrier.fake.server.intercept = () =>
      code === undefined ? { status: 401, body: "" } : carrier.fake.errorWith(code);
    const [refused] = await carrier.connector.check();
    assert.equal(refused!.isOk, false);
    assert.ok(refused!.advice!.includes(provider.credentials), refused!.advice!);
    await carrier.fake[Symbol.asyncDispose]();
    const [away] = await carrier.connector.check();
    assert.match(away!.fact, /was not reached|gives no access token/);
  });

  Deno.test(`${kind}: no credential is logged`, async () => {
    await using carrier = await start();
    const secrets = secretsIn(carrier.fake as unknown as FakeProvider<HttpCarrierKind>);
    const text = `echo ${secrets.join(" ")}`;
    // By the names that providers give to words in their errors.
    const words = { message: text, text, title: text, description: text, detail: text };
    carrier.fake.server.intercept = () => ({ status: 400, json: { code: 1, type: "x", ...words } });
    await carrier.connector.submit(sms());
    carrier.fake.server.intercept = () => ({ status: 500, body: text });
    await carrier.connector.submit(sms());
    const lines = JSON.stringify(carrier.lines);
    assert.ok(secrets.length > 0);
    // As JSON, like the lines: a key of several lines has escapes.
    for (const secret of secrets) assert.ok(!lines.includes(JSON.stringify(secret).slice(1, -1)));
  });
}

/** Returns the values of the settings that are secret. */
function secretsIn({ settings }: FakeProvider<HttpCarrierKind>): string[] {
  const values: Readonly<Record<string, unknown>> = { ...settings };
  return secretSettings(settings.kind).map((name) => values[name])
    .filter((value) => typeof value === "string");
}

/** Has the provider take a message whose response is lost. */
async function loseResponse(
  { fake: { server } }: ProviderCarrier,
  submit: () => Promise<{ status: string }>,
): Promise<void> {
  const relay = server.afterResponse;
  server.afterResponse = () => "drop";
  assert.equal((await submit()).status, "unconfirmed");
  server.afterResponse = relay;
}

let documents: Map<string, ProviderDocument> | undefined;

/** Asserts that all calls so far are valid by the provider's document. */
async function assertByDocument(name: string | null, { fake }: ProviderCarrier): Promise<void> {
  if (name === null) return;
  documents ??= new Map();
  const document = documents.get(name) ?? await readDocument(name);
  documents.set(name, document);
  for (const call of fake.server.calls) document.assertValid(call);
  for (const { call, reply } of fake.server.replies) {
    document.assertResponse(call, reply.status, reply.json);
  }
}
