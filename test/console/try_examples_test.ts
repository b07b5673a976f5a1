/** Examples of the page that tries actions, as they are changed for where and when they are used. */
import assert from "node:assert/strict";
import { ACTION_REQUESTS } from "../../src/contract/action.ts";
import { exampleFor, type ExampleSetting } from "../../src/console/action_form/example.ts";
import { sharing } from "../support/sharing.ts";
import { startConsole } from "./console.ts";

const SETTING: ExampleSetting = {
  now: Date.parse("2031-03-09T08:45:30.500Z"),
  filesUrl: "http://127.0.0.1:8080/sandbox",
  phone: "16175550101",
  trackingId: "01a2217e-7954-7723-9d78-201cc76cf738",
};

const exampleOf = (name: string) =>
  ACTION_REQUESTS.flatMap(({ examples }) => examples).find((each) => each.name === name)!.body;

Deno.test("the times of an example are relative to now, and local ones keep their hour", () => {
  const { "mms-expiry-timestamp": expiry, "dynamic-calendar": calendar } = exampleFor(
    exampleOf("sendsavedmms"),
    SETTING,
  );
  assert.equal(expiry, "2031-03-10T08:00:00Z");
  const [event] = calendar as Record<string, string>[];
  assert.equal(event!["event-start-datetime"], "2031-03-12T10:00:00");
  assert.equal(event!["event-end-datetime"], "2031-03-12T12:00:00");
  assert.equal(exampleFor(exampleOf("getmessages"), SETTING)["start-date"], "2031-03-09");
  const consent = exampleFor(exampleOf("subscribe"), SETTING)["collected-at"];
  assert.equal(consent, "2031-03-09T08:00:00Z", "given, so not later than now");
});

Deno.test("the files of an example are those of the sandbox, and only there", () => {
  const files = (filesUrl: string | null) => {
    const [slide] = exampleFor(exampleOf("sendmms"), { ...SETTING, filesUrl }).slide as {
      image: { url: string };
    }[];
    return slide!.image.url;
  };
  assert.equal(files(SETTING.filesUrl), "http://127.0.0.1:8080/sandbox/tulips.jpg");
  assert.equal(files(null), "https://media.example.com/tulips.jpg");
});

Deno.test("an example goes to the simulated phone, and asks about a message that is there", () => {
  assert.equal(exampleFor(exampleOf("sendsms"), SETTING).to, "16175550101");
  assert.equal(exampleFor(exampleOf("sendsms"), { ...SETTING, phone: null }).to, "14085550100");
  assert.equal(exampleFor(exampleOf("getlinks"), SETTING)["tracking-id"], SETTING.trackingId);
  const none = exampleFor(exampleOf("getlinks"), { ...SETTING, trackingId: null });
  assert.equal(none["tracking-id"], null);
});

const check = sharing(startConsole);

check("examples of actions: what an account lacks is named, with the page to make it", async (
  { html },
) => {
  const template = await html("/try/sendsavedmms?example=sendsavedmms");
  assert.match(template, /has no template that is ready\. <a href="[^"]*savemms[^"]*">Save one</);
  const campaign = await html("/try/subscribe?example=subscribe");
  assert.match(campaign, /no campaign\. <a href="\/console\/accounts\/acme\/campaigns">Create one/);
  const message = await html("/try/getmessage?example=newestOfReference");
  assert.match(message, /no message for this example\. <a href="[^"]*sendsms[^"]*">/);
});

check("examples of actions: a message of the account is asked about", async ({ html, test }) => {
  const sent = await test.post({
    "action": "sendsms",
    "from": "111122",
    "to": "16175550101",
    "message-text": "Hello",
  });
  const { "tracking-id": id } = await sent.json();
  assert.ok((await html("/try/getlinks?example=getlinks")).includes(`value="${id}"`));
});

check("examples of actions: campaigns are offered, and the first is chosen", async (
  { html, test },
) => {
  const campaign = { "campaign-ref": "news", "title": "News <b>" };
  await test.admin("POST", "/accounts/acme/campaigns", campaign);
  const page = await html("/try/subscribe?example=subscribe");
  assert.match(page, /<option value="news" selected[^>]*>News &lt;b&gt; \(news\)<\/option>/);
  assert.match(
    await html("/try/sendsms"),
    /<option value="">not sent<\/option><option value="news"/,
  );
});

check("actions: what a request needs, or may need, is never folded", async ({ html }) => {
  for (const { action, body } of ACTION_REQUESTS) {
    const [form] = /<div id="fields">.*?<p class="row">/s.exec(await html(`/try/${action}`))!;
    // Folded groups of the whole form come last.
    const shown = form.split(/<details(?: open="")?><summary>Optional/)[0]!;
    for (const { conditionallyRequired, name, required } of body.fields) {
      if (!required && conditionallyRequired !== true) continue;
      assert.match(shown, new RegExp(`"field-${name}`), `${action} ${name}`);
    }
  }
});

check("actions: each button says what it does", async ({ html }) => {
  const labels = await Promise.all(
    ACTION_REQUESTS.map(async ({ action }) =>
      /<button type="submit" class="primary" name="do" value="send">([^<]+)</.exec(
        await html(`/try/${action}`),
      )![1]!
    ),
  );
  for (const label of labels) assert.match(label, /^[A-Z][a-z]+ the [a-z]+$/i);
  // Both that send an MMS say so.
  assert.equal(new Set(labels).size, labels.length - 1);
});
