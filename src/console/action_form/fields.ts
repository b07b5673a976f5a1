/** Fields of the six actions, as openapi.yaml's schemas describe them. */
import { customerApi } from "../../contract/customer.ts";
import { limitsInWords } from "../../contract/limits.ts";
import { endpointsOf, kindsOf, resolved, type Schema } from "../../contract/openapi.ts";
import type { Action } from "../../generated/actions.ts";

interface Common {
  name: string;
  description: string;
  required: boolean;
}

/** Single value: text, one of several values, or yes and no. */
export interface Leaf extends Common {
  kind: "leaf";
  /** Allowed values, in any letter case; `true` and `false` for a flag. Null: any text. */
  values: readonly string[] | null;
  isFlag: boolean;
  isUrl: boolean;
  /** Value that applies where there is none; null: none does. */
  preset: string | null;
  /** Limits in words. */
  limits: readonly string[];
  maxLength: number | null;
}

export interface Group extends Common {
  kind: "group";
  fields: readonly Field[];
}

/** List of items; with a prefix, an object with the keys `prefix1`, `prefix2` and so on. */
export interface List extends Common {
  kind: "list";
  item: Field;
  prefix: string | null;
}

/** Object with keys of the customer's choice. */
export interface Entries extends Common {
  kind: "entries";
}

export type Field = Leaf | Group | List | Entries;

export interface ActionForm {
  action: Action;
  description: string;
  group: Group;
  /** Tells whether the action responds with a file, and so changes nothing. */
  isFile: boolean;
  /** Bodies of openapi.yaml's examples, by name. */
  examples: readonly { name: string; body: Readonly<Record<string, unknown>> }[];
}

const { requestBody } = endpointsOf(customerApi).map(({ operation }) => operation)
  .find(({ operationId }) => operationId === "postAction")!;
const { schema: requests, examples = {} } = requestBody!.content["application/json"]!;
const bodies = Object.entries(examples).map(([name, { value }]) => ({
  name,
  body: value as Readonly<Record<string, unknown>>,
}));

/** Forms in the order of the document. */
export const ACTION_FORMS: readonly ActionForm[] = kindsOf(requests).map(([action, $ref]) => {
  const schema = resolved(customerApi, { $ref });
  return {
    action: action as Action,
    description: textOf(schema),
    group: { ...groupOf(schema), name: action, description: "", required: true },
    isFile: schema["x-success"]!.includes("/"),
    examples: bodies.filter(({ body }) => body.action === action),
  };
});

function fieldOf(name: string, declared: Schema, required: boolean): Field {
  const schema = resolved(customerApi, declared);
  // One value, or a list of which the first is used.
  const single = schema.oneOf?.[0];
  const common = { name, required, description: textOf(schema) };
  if (single !== undefined) return { ...fieldOf(name, single, required), ...common };
  if (schema.items !== undefined) {
    return { ...common, kind: "list", item: fieldOf(name, schema.items, true), prefix: null };
  }
  const values = schema.additionalProperties;
  if (typeof values === "object") {
    const prefix = prefixOf(schema.propertyNames?.pattern);
    if (prefix === null) return { ...common, kind: "entries" };
    return { ...common, kind: "list", item: fieldOf(name, values, true), prefix };
  }
  if (schema.properties !== undefined) return { ...groupOf(schema), ...common };
  return { ...leafOf(schema), ...common };
}

function groupOf({ properties = {}, required = [] }: Schema): Pick<Group, "kind" | "fields"> {
  const fields = Object.entries(properties).filter(([name]) => name !== "action")
    .map(([name, each]) => fieldOf(name, each, required.includes(name)));
  return { kind: "group", fields };
}

function leafOf(schema: Schema): Omit<Leaf, keyof Common> {
  const isFlag = schema.type === "boolean";
  const { default: preset, maxLength = null, "x-must": must } = schema;
  return {
    kind: "leaf",
    isFlag,
    isUrl: schema.format === "uri",
    values: isFlag ? ["true", "false"] : schema.enum?.filter((each) => each !== null) ?? null,
    preset: preset === undefined ? null : String(preset),
    limits: [
      ...must === undefined ? [] : [`Must ${must}.`],
      ...limitsInWords(schema).map((words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`),
    ],
    maxLength,
  };
}

/** Reads the prefix of numbered keys, such as `^text-area-[1-8]$`; null: keys are not numbered. */
function prefixOf(pattern = ""): string | null {
  return /^\^([\w-]+)\[1-\d\]\$$/.exec(pattern)?.[1] ?? null;
}

/** Returns the description in one line. */
function textOf({ description = "" }: Schema): string {
  return description.replaceAll(/\s+/g, " ").trim();
}
