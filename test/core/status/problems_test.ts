import assert from "node:assert/strict";
import accounts from "../../../src/web/manual/accounts.md" with { type: "text" };
import retention from "../../../src/web/manual/retention.md" with { type: "text" };
import alerts from "../../../src/web/manual/alerts.md" with { type: "text" };
import rules from "../../../tools/deploy/prometheus/slidepost.rules.yml" with { type: "text" };
import storage from "../../../src/web/manual/storage.md" with { type: "text" };
import {
  type ConnectorFacts,
  NOTHING_ACCEPTED_MS,
  OLDEST_MESSAGE_MS,
  type OldestFacts,
  problemsOf,
  type StatusFacts,
  worstOf,
} from "../../../src/core/status/problems.ts";

const OK: StatusFacts["checks"] = {
  store: "ok",
  writes: "ok",
  queue: "ok",
  files: "ok",
  ffmpeg: "ok",
  clock: "ok",
};

const FINE: StatusFacts = {
  checks: OK,
  failingSince: {},
  oldest: [],
  stalls: [],
  interrupted: [],
  connectors: [],
  receivers: [],
  work: [],
  retention: [],
  contested: [],
  freeBytes: 5e9,
  sharedDatabaseUser: null,
  descriptors: { open: 100, max: 1024 },
};

const smsc = (changes: Partial<ConnectorFacts>): Partial<StatusFacts> => ({
  connectors: [{
    name: "smsc",
    state: "up",
    sessions: 2,
    sessionsMax: 2,
    lastError: null,
    ...changes,
  }],
});
const NOON = Date.UTC(2026, 6, 1, 12);
const late = (minutes: number): Partial<StatusFacts> => ({
  work: [{ stage: "postback", waiting: 7, lateMs: minutes * 60_000 }],
});
const old = (minutes: number, changes: Partial<OldestFacts> = {}): Partial<StatusFacts> => ({
  oldest: [{
    stage: "delivery",
    id: "m-1",
    connector: "smsc",
    since: NOON,
    ageMs: minutes * 60_000,
    waiting: 7,
    ...changes,
  }],
});
const stalled = (minutes: number): Partial<StatusFacts> => ({
  stalls: [{
    connector: "smsc",
    since: NOON,
    forMs: minutes * 60_000,
    last: "throttled (HTTP 429)",
  }],
});
const interrupted = (...ids: string[]): Partial<StatusFacts> => ({
  interrupted: ids.map((id) => ({ kind: "message", id, times: 3, since: NOON, reason: "E: no" })),
});
const LATE =
  "since 2026-07-01 12:00 UTC; 7 of its stage wait. They are late, and messages expire in the end. " +
  "Its page says why it waits.";

const CASES: Record<string, [facts: Partial<StatusFacts>, expected: string[]]> = {
  "nothing": [{}, []],
  "a database that is down": [
    {
      checks: { ...OK, store: "the database does not respond" },
    },
    [
      "critical: The database is unavailable: the database does not respond. Requests get 503 until it is back.",
    ],
  ],
  "a database that is read-only": [
    { checks: { ...OK, writes: "it is read-only" } },
    ["critical: The database takes no writes: it is read-only. Requests get 503 until it does."],
  ],
  "a queue that is closed": [
    { checks: { ...OK, queue: "closed" } },
    ["critical: The queue of postbacks is unavailable: closed. Postbacks wait."],
  ],
  "a wrong clock": [
    {
      checks: { ...OK, clock: "the clock of this machine was set back by 2 h 0 min; undo that" },
    },
    [
      "critical: This machine takes no work: the clock of this machine was set back by 2 h 0 min; undo that. Until then requests get 503, and nothing expires or is removed.",
    ],
  ],
  "retention that is behind by less than an hour": [
    { retention: [{ kind: "messages", ms: 3_600_000 }] },
    [],
  ],
  "retention that is behind": [
    {
      retention: [
        { kind: "messages", ms: 119.5 * 86_400_000 },
        { kind: "events", ms: 86_400_000 },
        { kind: "uploads", ms: 0 },
      ],
    },
    [
      "warning: Deletion is up to 119 days 12 h behind the retention of messages, events: a clock or a retention has jumped. It goes on by a day an hour; if all is right, lift that bound once with `retention catch-up`.",
    ],
  ],
  "no ffmpeg": [
    { checks: { ...OK, ffmpeg: "ffmpeg is missing" } },
    [
      "critical: Files cannot be transcoded: ffmpeg is missing. Templates and MMS with files wait.",
    ],
  ],
  "a connector without a session": [
    smsc({ state: "down", sessions: 0, lastError: "connection refused" }),
    ["critical: Connector smsc cannot submit: connection refused."],
  ],
  "a connector that is down, without a known reason": [
    smsc({ state: "down", sessions: 0 }),
    ["critical: Connector smsc cannot submit."],
  ],
  "a connector with some of its sessions": [
    smsc({ sessions: 1, lastError: "bind refused" }),
    ["warning: Connector smsc has 1 of 2 sessions: bind refused."],
  ],
  "a connector that has not submitted yet": [smsc({ state: "unknown" }), []],
  "a connector without sessions that works": [smsc({ sessions: 0, sessionsMax: 0 }), []],
  "files that fail, and since when": [
    {
      checks: { ...OK, files: "no space" },
      failingSince: { files: NOON },
    },
    [
      "critical: Stored files cannot be written or read since 2026-07-01 12:00 UTC: no space. " +
      "Requests with files get 503, and templates and MMS with files wait.",
    ],
  ],
  "a message that has waited for five minutes": [old(5), []],
  "a message that has waited for longer": [
    old(6),
    [`warning: Message m-1 has waited for a carrier (smsc) for 6 min, ${LATE}`],
  ],
  "a message that has waited for 15 minutes": [
    old(15),
    [`warning: Message m-1 has waited for a carrier (smsc) for 15 min, ${LATE}`],
  ],
  "a message that has waited for hours": [
    old(125, { connector: null }),
    [`critical: Message m-1 has waited for a carrier for 2 h 5 min, ${LATE}`],
  ],
  "a preparation that has waited for days": [
    old(60 * 50, { stage: "preparation", connector: null }),
    [`critical: Message m-1 has waited for its files for 2 days 2 h, ${LATE}`],
  ],
  "a template that has waited": [
    old(16, { stage: "template", connector: null }),
    [`critical: Template m-1 has waited to be transcoded for 16 min, ${LATE}`],
  ],
  "a message whose turn is yet to come": [old(-1), []],
  "a carrier that has accepted nothing for a while": [stalled(5), []],
  "a carrier that accepts nothing": [
    stalled(6),
    [
      "critical: Connector smsc has had nothing accepted for 6 min, since 2026-07-01 12:00 UTC; " +
      "the last submission: throttled (HTTP 429). Its messages wait, fail, or go by the next " +
      "connector of their route. Ask the carrier.",
    ],
  ],
  "a message that is interrupted": [
    interrupted("m-1"),
    [
      "warning: Work on message m-1 was interrupted 3 times since 2026-07-01 12:00 UTC: E: no. It " +
      "waits, and is tried again after each lease. Remove the cause: its page has all that happened.",
    ],
  ],
  "messages that are interrupted": [
    interrupted("m-1", "m-2", "m-3"),
    [
      "warning: Work on message m-1 was interrupted 3 times since 2026-07-01 12:00 UTC, and so was " +
      "that on 2 more: E: no. It waits, and is tried again after each lease. Remove the cause: its " +
      "page has all that happened.",
    ],
  ],
  "postbacks that are due for a while": [late(15), []],
  "postbacks that are late": [
    late(16),
    ["warning: A postback has been due for 16 min; 7 of its stage wait."],
  ],
  "a receiver that is down": [
    { receivers: [{ account: "acme", receiver: "default", lastError: "HTTP 500" }] },
    ["warning: The receiver default of acme is down: HTTP 500. Its postbacks wait."],
  ],
  "a sender of two accounts that do not share it": [
    { contested: [{ address: "111122", accounts: ["first", "second"] }] },
    [
      "warning: Sender 111122 belongs to first and second without being shared. " +
      "Messages to it may go to either, and to first in doubt.",
    ],
  ],
  "a disk that gets full": [
    { freeBytes: 999e6 },
    ["warning: The disk of DATA_DIR has 999 MB left."],
  ],
  "a disk that is full": [
    { freeBytes: 1e6 },
    ["critical: The disk of DATA_DIR has 1 MB left."],
  ],
  "a disk of which nothing is known": [{ freeBytes: null }, []],
  "open files that are nearly used up": [
    { descriptors: { open: 820, max: 1024 } },
    [
      "critical: 820 of 1024 open files are in use. " +
      "At the limit, connections are refused and work on files waits.",
    ],
  ],
  "open files of which most are free": [{ descriptors: { open: 819, max: 1024 } }, []],
  "open files of which nothing is known": [{ descriptors: null }, []],
  "an embedded database whose user other programs share": [
    { sharedDatabaseUser: "nobody" },
    [
      "warning: The embedded database runs as nobody: other programs of that user can read it. " +
      "Create the user slidepost, and restart the service.",
    ],
  ],
};

for (const [name, [facts, expected]] of Object.entries(CASES)) {
  Deno.test(`problems: ${name}`, () => {
    const problems = problemsOf({ ...FINE, ...facts });
    assert.deepEqual(problems.map(({ severity, text }) => `${severity}: ${text}`), expected);
    assert.equal(worstOf(problems), expected[0]?.split(":")[0] ?? "ok");
  });
}

Deno.test("the worst problem comes first", () => {
  const problems = problemsOf({
    ...FINE,
    ...late(20),
    freeBytes: 1,
    receivers: [{ account: "a", receiver: "mm7", lastError: null }],
  });
  assert.deepEqual(problems.map(({ severity }) => severity), ["critical", "warning", "warning"]);
  assert.equal(worstOf(problems), "critical");
});

Deno.test("every problem leads to a section of the manual", () => {
  const everything: StatusFacts = {
    checks: {
      store: "down",
      writes: "full",
      queue: "down",
      files: "down",
      ffmpeg: "missing",
      clock: "no",
    },
    connectors: [smsc({ state: "down" }), smsc({ sessions: 1 })].flatMap((facts) =>
      facts.connectors ?? []
    ),
    receivers: [{ account: "acme", receiver: "default", lastError: null }],
    work: (["delivery", "preparation", "template", "postback"] as const).map((stage) => (
      { stage, waiting: 1, lateMs: 3_600_000 }
    )),
    retention: [{ kind: "messages", ms: 7_200_000 }],
    failingSince: {},
    oldest: [old(6), old(16)].flatMap(({ oldest = [] }) => oldest),
    stalls: stalled(6).stalls!,
    interrupted: interrupted("m-1").interrupted!,
    contested: [{ address: "111122", accounts: ["first", "second"] }],
    freeBytes: 0,
    sharedDatabaseUser: "postgres",
    descriptors: { open: 10, max: 10 },
  };
  const problems = problemsOf(everything);
  assert.equal(problems.length, 6 + 2 + 1 + 1 + 2 + 1 + 1 + 1 + 1 + 1 + 1 + 1);
  const pages: Record<string, string> = {
    "accounts.md": accounts,
    "alerts.md": alerts,
    "retention.md": retention,
    "storage.md": storage,
  };
  for (const { manual, text } of problems) {
    const [page, anchor] = manual.split("#");
    const anchors = [...pages[page!]!.matchAll(/^#+ (.+)$/gm)]
      .map(([, heading]) => heading!.toLowerCase().replaceAll(" ", "-"));
    assert.ok(anchors.includes(anchor!), `${text}: ${manual}`);
  }
});

Deno.test("problems and alerts have the same thresholds", () => {
  const secondsOf = (alert: string) =>
    Number(new RegExp(`alert: ${alert}\\n.*> (\\d+)\\n`).exec(rules)?.[1]);
  const expected = [OLDEST_MESSAGE_MS.warning, OLDEST_MESSAGE_MS.critical, NOTHING_ACCEPTED_MS];
  assert.deepEqual(
    ["SlidepostMessagesDelayed", "SlidepostMessagesLate", "SlidepostNothingAccepted"]
      .map((alert) => secondsOf(alert) * 1000),
    expected,
  );
});
