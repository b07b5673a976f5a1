/** Emits `src/generated/{actions,json}.ts`: the JSON door (spec 4.2 to 4.8). */
import { type Document, firstOf, nameOf, type Schema } from "./document.ts";
import { TypeEmitter } from "./types.ts";
import { ZodEmitter } from "./zod.ts";

/** Fields that validators leave out: `action` has picked the validator by then. */
const OMITTED = ["action"];

/** Emits the names and status words of actions, without their validators, which are slow to load. */
export function emitActions(document: Document): string {
  const actions = document.actions();
  const words = actions.map(({ action, schema }) => {
    const success = JSON.stringify(statusWord(document, schema, "x-success"));
    const failure = JSON.stringify(statusWord(document, schema, "x-failure"));
    return `  ${action}: { success: ${success}, failure: ${failure} },`;
  });
  return `/** Actions of the JSON door. */
export const ACTIONS = ${JSON.stringify(actions.map(({ action }) => action))} as const;
export type Action = typeof ACTIONS[number];

/** Status words for success and failure by action; file responses have none for success. */
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
    request: zod.object(schema, OMITTED),
    response: isFile(schema) ? "FileResponse" : types.named(schema["x-success"]!),
    ...faultsOf(document, schema),
  }));
  const each = (entry: (of: typeof actions[number]) => string) => actions.map(entry).join("\n");

  return `/** JSON door: request validators and response types of the actions (spec 4.2 to 4.8, contract section 9). */
import { z } from "zod";
import { type Action, ACTIONS } from "./actions.ts";
import {
  codedFault, type Faults, type RequestFault, type Validated, validated, ${
    zod.runtimeNames.join(", ")
  }
} from "../schema/validators.ts";

export type { RequestFault };

export { type Action, ACTIONS };

${zod.declarations(() => true)}

/** Request validators, without \`action\` itself. Parse with PARSE_OPTIONS, or use \`validate\`. */
export const requests = {
${each(({ action, request }) => `  ${action}: ${request},`)}
} satisfies Record<Action, z.ZodType>;

export type Requests = { [A in Action]: z.output<typeof requests[A]> };

/** Response of an action that creates a file. */
export interface FileResponse {
  bytes: Uint8Array;
  /** MIME type without parameters. */
  type: string;
  filename: string;
  /** Sentences in ASCII without commas, each for a header \`Slidepost-Warning\`. */
  warnings?: readonly string[];
}

${types.declarations()}

export interface Responses {
${each(({ action, response }) => `  ${action}: ${response};`)}
}

/** Handlers by action: a new action does not compile without its handler. */
export type Handlers<C> = {
  [A in Action]: (request: Requests[A], context: C) => Promise<Responses[A]>;
};

/** \`error-code\` by path, where \`*\` matches an array's index or a map's key. Default: E100. */
export const faults: Record<Action, Faults> = {
${each(({ action, faults }) => `  ${action}: ${JSON.stringify(faults)},`)}
};

/** Paths of objects with arbitrary keys. */
const maps: Record<Action, readonly string[]> = {
${each(({ action, maps }) => `  ${action}: ${JSON.stringify(maps)},`)}
};

/** Finds an action by name, in any letter case; null: there is none. */
export function actionOf(name: string): Action | null {
  const folded = name.toLowerCase();
  return (ACTIONS as readonly string[]).includes(folded) ? folded as Action : null;
}

/** Converts an issue of \`requests[action]\`, parsed with PARSE_OPTIONS, to a fault for the customer. */
export function faultOf(action: Action, issue: z.core.$ZodIssue): RequestFault {
  return codedFault(issue, faults[action], maps[action]);
}

/** Validates a body into a request, or into its first fault. */
export function validate<A extends Action>(action: A, body: unknown): Validated<Requests[A]> {
  return validated(requests[action], body, (issue) => faultOf(action, issue));
}
`;
}

/** Tells whether an action responds with a file. */
export function isFile(request: Schema): boolean {
  return request["x-success"]!.includes("/");
}

function statusWord(document: Document, request: Schema, end: "x-success" | "x-failure") {
  if (end === "x-success" && isFile(request)) return null;
  return document.resolve(document.schema(request[end]!)).properties!.status!.enum![0];
}

/** Collects the error codes by path template, and the paths of maps. */
function faultsOf(document: Document, request: Schema) {
  const faults: Record<string, string | Record<string, string>> = {};
  const maps: string[] = [];
  walk(request, "");
  return { faults, maps };

  function walk(declared: Schema, path: string): void {
    const schema = document.resolve(declared);
    const codes = mergedCodes(document, declared);
    if (codes !== undefined && path !== "") faults[path] = codes;
    const first = firstOf(schema);
    // The validator replaces the list by its first item, so that the path has no index.
    if (first !== null) walk(first, path);
    if (schema.items !== undefined) walk(schema.items, join(path, "*"));
    if (typeof schema.additionalProperties === "object") {
      maps.push(path);
      walk(schema.additionalProperties, join(path, "*"));
    }
    for (const [name, each] of Object.entries(schema.properties ?? {})) {
      if (!OMITTED.includes(name)) walk(each, join(path, name));
    }
  }
}

/** Merges the codes of a schema; those beside a reference override those of its target. */
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
