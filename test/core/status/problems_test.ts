import assert from "node:assert/strict";
import accounts from "../../../src/web/manual/accounts.md" with { type: "text" };
import retention from "../../../src/web/manual/retention.md" with { type: "text" };
import alerts from "../../../src/web/manual/alerts.md" with { type: "text" };
import storage from "../../../src/web/manual/storage.md" with { type: "text" };
import {
  type ConnectorFacts,
  problemsOf,
  type StatusFacts,
  worstOf,
} from "../../../src/core/status/problems.ts";

const FINE: StatusFacts = {
  checks: { store: "ok", queue: "ok", ffmpeg: "ok", clock: "ok" },
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
const late = (stage: "delivery" | "postback", minutes: number): Partial<StatusFacts> => ({
  work: [{ stage, waiting: 7, lateMs: minutes * 60_000 }],
});

const CASES: Record<string, [facts: Partial<StatusFacts>, expected: string[]]> = {
  "nothing": [{}, []],
  "a database that is down": [
    { checks: { store: "the database does not respond", queue: "ok", ffmpeg: "ok", clock: "ok" } },
    [
      "critical: The database is unavailable: the database does not respond. Requests get 503 until it is back.",
    ],
  ],
  "a queue that is closed": [
    { checks: { store: "ok", queue: "closed", ffmpeg: "ok", clock: "ok" } },
    ["critical: The queue of postbacks is unavailable: closed. Postbacks wait."],
  ],
  "a wrong clock": [
    {
      checks: {
        store: "ok",
        queue: "ok",
        ffmpeg: "ok",
        clock: "the clock of this machine was set back by 2 h 0 min; undo that",
      },
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
    { checks: { store: "ok", queue: "ok", ffmpeg: "ffmpeg is missing", clock: "ok" } },
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
  "messages that are due for five minutes": [late("delivery", 5), []],
  "messages that are late": [
    late("delivery", 6),
    ["critical: A message has been due for 6 min; 7 of its stage wait."],
  ],
  "messages that are hours late": [
    late("delivery", 125),
    ["critical: A message has been due for 2 h 5 min; 7 of its stage wait."],
  ],
  "messages that are days late": [
    late("delivery", 60 * 50),
    ["critical: A message has been due for 2 days 2 h; 7 of its stage wait."],
  ],
  "postbacks that are due for a while": [late("postback", 15), []],
  "postbacks that are late": [
    late("postback", 16),
    ["warning: A postback has been due for 16 min; 7 of its stage wait."],
  ],
  "a receiver that is down": [
    { receivers: [{ account: "acme", channel: "json", lastError: "HTTP 500" }] },
    ["warning: The json receiver of acme is down: HTTP 500. Its postbacks wait."],
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
    ...late("postback", 20),
    freeBytes: 1,
    receivers: [{ account: "a", channel: "mm7", lastError: null }],
  });
  assert.deepEqual(problems.map(({ severity }) => severity), ["critical", "warning", "warning"]);
  assert.equal(worstOf(problems), "critical");
});

Deno.test("every problem leads to a section of the manual", () => {
  const everything: StatusFacts = {
    checks: { store: "down", queue: "down", ffmpeg: "missing", clock: "behind" },
    connectors: [smsc({ state: "down" }), smsc({ sessions: 1 })].flatMap((facts) =>
      facts.connectors ?? []
    ),
    receivers: [{ account: "acme", channel: "json", lastError: null }],
    work: (["delivery", "preparation", "template", "postback"] as const).map((stage) => (
      { stage, waiting: 1, lateMs: 3_600_000 }
    )),
    retention: [{ kind: "messages", ms: 7_200_000 }],
    contested: [{ address: "111122", accounts: ["first", "second"] }],
    freeBytes: 0,
    sharedDatabaseUser: "postgres",
    descriptors: { open: 10, max: 10 },
  };
  const problems = problemsOf(everything);
  assert.equal(problems.length, 4 + 2 + 1 + 4 + 1 + 1 + 1 + 1 + 1);
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
