/** Requests with another customer's names, and with unknown ones, to each door. */
import assert from "node:assert/strict";
import { adminDoors, publicDoors } from "./isolation_admin_doors.ts";
import { type Door, jsonDoors, xmlDoors } from "./isolation_doors.ts";
import { callbackDoors, mm7Doors, relayDoor } from "./isolation_mm7_doors.ts";
import { type Kind, KINDS, type World } from "./isolation_world.ts";

/** Names that are tried in a slot: those of its own name, or every name of every kind. */
export type Width = "its own names" | "every name";

/** Doors by what they belong to. */
export const DOORS: Readonly<Record<string, (of: World) => readonly Door[]>> = {
  "the JSON door": jsonDoors,
  "the XML form": xmlDoors,
  "the MM7 door": mm7Doors,
  "an MMSC's relay": (of) => [relayDoor(of)],
  "a provider's callbacks": callbackDoors,
  "the admin API, on one account": adminDoors,
  "a public route": publicDoors,
};

/**
 * Names that grant access: secret codes of pages and links, and everything that the operator may
 * see.
 */
const OPEN: { door: string; kind: Kind; slots: string[]; why: string }[] = [
  { door: "/m/:code", kind: "page", slots: ["code"], why: "the page's own secret code" },
  ...["/l/:code", "/l/:code/*"].map((door) => ({
    door,
    kind: "link" as const,
    slots: ["code"],
    why: "the link's own secret code",
  })),
  {
    door: "/content/:token/:file",
    kind: "hosted file",
    slots: ["token", "file"],
    why: "the message's own secret token",
  },
  {
    door: "issueKey",
    kind: "api key",
    slots: ["api-key"],
    why: "the operator brings keys: one cannot be two accounts'",
  },
  ...[["address"], ["address", "vasid"]].map((slots) => ({
    door: "addSender",
    kind: "sender" as const,
    slots,
    why: "the operator gives senders out: one cannot be two accounts'",
  })),
  ...[
    ["addRoute", "connectors"],
    ["testConnector", "connector"],
    ...["addSender", "changeSender"].flatMap((door) => [
      [door, "mms-connector"],
      [door, "sms-connector"],
    ]),
  ]
    .map(([door, slot]) => ({
      door: door!,
      kind: "connector" as const,
      slots: [slot!],
      why: "connectors are the operator's",
    })),
];

function isOpen({ title }: Door, kind: Kind, slots: string[]): boolean {
  return OPEN.some((open) =>
    open.door === title && open.kind === kind && open.slots.join() === slots.join()
  );
}

interface Try {
  kind: Kind;
  theirs: Record<string, string>;
  nobodys: Record<string, string>;
}

/**
 * Lists requests with names of every kind in each slot, and with names of one thing in the slots of
 * the same names together.
 */
function triesOf(door: Door, { victim, unused }: World, width: Width): Try[] {
  return KINDS.flatMap((kind) => {
    const theirs = victim.resources[kind];
    const fits = (slot: string, field: string) => width === "every name" || nameOf(slot) === field;
    const alone = door.slots.flatMap((slot) =>
      Object.entries(theirs).filter(([field]) => fits(slot, field)).map(([field, value]) => ({
        kind,
        theirs: { [slot]: value },
        nobodys: { [slot]: unused[kind][field]! },
      }))
    );
    const called = door.slots.filter((slot) => nameOf(slot) in theirs);
    if (called.length < 2) return alone;
    const filledWith = (names: Record<string, string>) =>
      Object.fromEntries(called.map((slot) => [slot, names[nameOf(slot)]!]));
    return [...alone, { kind, theirs: filledWith(theirs), nobodys: filledWith(unused[kind]) }];
  });
}

const nameOf = (slot: string) => slot.split(/[. ]/).at(-1)!;

/** Header fields that belong to one response alone. */
const PASSING = ["content-length", "date", "x-request-id"];
const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|key_[\da-f]{16}/g;
/** Secrets of receivers, and their last characters. */
const SECRET = /whsec_[\w+/=]+|(?<="webhook-secret-hint":")[^"]+/g;
const TIME = /\d{4}-?\d\d-?\d\dT\d\d:?\d\d:?\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?/g;

/** Reads a response without its individual headers and without the names that were tried. */
async function seen(
  door: Door,
  values: Record<string, string>,
  tried: string[],
): Promise<unknown> {
  const response = await door.ask(values);
  const { status, headers } = response;
  // Lines of a contact or an event are folded where their length requires it.
  const text = (await response.text()).replaceAll("\r\n ", "");
  const isDrawn = door.isDrawing && status === 200;
  const longestFirst = tried.toSorted((a, b) => b.length - a.length);
  const body = longestFirst.reduce((rest, name) => rest.replaceAll(name, "NAME"), text)
    .replaceAll(ID, "ID").replaceAll(TIME, "TIME").replaceAll(SECRET, "SECRET");
  return {
    status,
    headers: [...headers].filter(([name]) => !PASSING.includes(name)),
    body: isDrawn ? null : body,
  };
}

/**
 * Asserts that a door responds alike to another customer's names and to unknown ones, and changes
 * nothing for either.
 */
export async function assertAlike(door: Door, world: World, width: Width): Promise<void> {
  const tries = new Map(
    triesOf(door, world, width).map((each) => [JSON.stringify(each.theirs), each]),
  );
  const isTried = door.slots.length === 0 || width !== "every name" || tries.size >= KINDS.length;
  assert.ok(isTried, door.title);
  // From now on the things that its honest requests create exist.
  const honest = await door.ask({});
  const response = `${honest.status} ${await honest.text()}`;
  assert.match(response, door.honest ?? /^/, door.title);
  const all = [...tries];
  while (all.length > 0) {
    await Promise.all(
      all.splice(0, door.atOnce).map(async ([names, { kind, theirs, nobodys }]) => {
        if (isOpen(door, kind, Object.keys(theirs))) return;
        const tried = [...Object.values(theirs), ...Object.values(nobodys)];
        const own = await seen(door, theirs, tried);
        const none = await seen(door, nobodys, tried);
        assert.deepEqual(own, none, `${door.title}: ${kind} ${names}`);
      }),
    );
  }
}
