/** `src/generated/{actions,json}.ts`: the customer door (spec 4.2 to 4.8). */
import { type Document, firstOf, nameOf, type Schema } from "./document.ts";
import { TypeEmitter } from "./types.ts";
import { ZodEmitter } from "./zod.ts";

/** `action` picks the validator; by then it has done its work. */
const DONE = ["action"];

/** What is known of actions without their validators, which are slow to load. */
export function emitActions(document: Document): string {
  const actions = document.actions();
  const words = actions.map(({ action, schema }) => {
    const success = JSON.stringify(statusWord(document, schema, "x-success"));
    const failure = JSON.stringify(statusWord(document, schema, "x-failure"));
    return `  ${action}: { success: ${success}, failure: ${failure} },`;
  });
  return `/** The six actions of the customer door. */
export const ACTIONS = ${JSON.stringify(actions.map(({ action }) => action))} as const;
export type Action = typeof ACTIONS[number];

/** The words for success and failure, as each action spells them; files have none for success. */
export const STATUS_WORDS = {
${words.join("\n")}
} as const satisfies Record<Action, { success: string | null; failure: string }>;
`;
}

export function emitJson(document: Document): string {
  const zod = new ZodEmitter(document, "door");
  const types = new TypeEmitter(document);
  const actions = document.actions().map(({ action, name, schema }) => ({
    action,
    name,
    schema,
    request: zod.object(schema, DONE),
    response: isFile(schema) ? "FileResponse" : types.named(schema["x-success"]!),
    ...faultsOf(document, schema),
  }));
  const each = (entry: (of: typeof actions[number]) => string) => actions.map(entry).join("\n");

  return `/** The customer door: what the six actions take and answer (spec 4.2 to 4.8). */
import { z } from "zod";
import { type Action, ACTIONS } from "./actions.ts";
import {
  codedFault, type Faults, PARSE_OPTIONS, type RequestFault, ${zod.runtimeNames.join(", ")}
} from "./runtime.ts";

export type { RequestFault };

export { type Action, ACTIONS };

${zod.declarations(() => true)}

/** What each action takes, without \`action\` itself. Parse with PARSE_OPTIONS, or \`validate\`. */
export const requests = {
${each(({ action, request }) => `  ${action}: ${request},`)}
} satisfies Record<Action, z.ZodType>;

export type Requests = { [A in Action]: z.output<typeof requests[A]> };

/** A file that an action answers. */
export interface FileResponse {
  bytes: Uint8Array;
  /** MIME type without parameters. */
  type: string;
  filename: string;
}

${types.declarations()}

export interface Responses {
${each(({ action, response }) => `  ${action}: ${response};`)}
}

/** One function for each action: adding an action makes the compiler ask for its handler. */
export type Handlers<C> = {
  [A in Action]: (request: Requests[A], context: C) => Promise<Responses[A]>;
};

/** \`error-code\` by path; \`*\` stands for an array's index or a map's key. Others are E100. */
export const faults: Record<Action, Faults> = {
${each(({ action, faults }) => `  ${action}: ${JSON.stringify(faults)},`)}
};

/** Paths of objects whose keys customers choose. */
const maps: Record<Action, readonly string[]> = {
${each(({ action, maps }) => `  ${action}: ${JSON.stringify(maps)},`)}
};

/** The action that a body names, in any letter case; null when there is none of that name. */
export function actionOf(name: string): Action | null {
  const folded = name.toLowerCase();
  return (ACTIONS as readonly string[]).includes(folded) ? folded as Action : null;
}

/** An issue of \`requests[action]\`, parsed with PARSE_OPTIONS, as the customer is told of it. */
export function faultOf(action: Action, issue: z.core.$ZodIssue): RequestFault {
  return codedFault(issue, faults[action], maps[action]);
}

/** The request that a body makes, or the first thing that is wrong with it. */
export function validate<A extends Action>(
  action: A,
  body: unknown,
): { request: Requests[A]; fault?: undefined } | { request?: undefined; fault: RequestFault } {
  const result = requests[action].safeParse(body, PARSE_OPTIONS);
  if (result.success) return { request: result.data as Requests[A] };
  return { fault: faultOf(action, result.error.issues[0]!) };
}
`;
}

/** Whether a request is answered with a file. */
export function isFile(request: Schema): boolean {
  return request["x-success"]!.includes("/");
}

function statusWord(document: Document, request: Schema, end: "x-success" | "x-failure") {
  if (end === "x-success" && isFile(request)) return null;
  return document.schema(request[end]!).properties!.status!.enum![0];
}

/** Codes by path template, and the paths of maps. */
function faultsOf(document: Document, request: Schema) {
  const faults: Record<string, string | Record<string, string>> = {};
  const maps: string[] = [];
  walk(request, "");
  return { faults, maps };

  function walk(given: Schema, path: string): void {
    const schema = document.resolve(given);
    const codes = mergedCodes(document, given);
    if (codes !== undefined && path !== "") faults[path] = codes;
    const one = firstOf(schema);
    // The validator has taken the first by then: no index in the path.
    if (one !== null) walk(one, path);
    if (schema.items !== undefined) walk(schema.items, join(path, "*"));
    if (typeof schema.additionalProperties === "object") {
      maps.push(path);
      walk(schema.additionalProperties, join(path, "*"));
    }
    for (const [name, each] of Object.entries(schema.properties ?? {})) {
      if (!DONE.includes(name)) walk(each, join(path, name));
    }
  }
}

/** The codes of a schema, those beside a reference before those of its target. */
function mergedCodes(document: Document, schema: Schema): Schema["x-error"] {
  const beside = schema["x-error"];
  if (schema.$ref === undefined || typeof beside === "string") return beside;
  const target = mergedCodes(document, document.schema(nameOf(schema.$ref)));
  if (beside === undefined || typeof target === "string") return target;
  return { ...target, ...beside };
}

function join(path: string, step: string): string {
  return path === "" ? step : `${path}.${step}`;
}
