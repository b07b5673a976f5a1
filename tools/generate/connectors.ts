/**
 * Schemas of connectors, derived from the schema of each kind, which declares a field once: with its
 * `default` where a creation may omit it, `writeOnly` where it is never shown, and `readOnly` where
 * only the service sets it. `x-required` lists the fields that a creation needs.
 */
import { nameOf, type OpenApi, resolved, type Schema } from "../../src/contract/openapi.ts";

type Fields = Record<string, Schema>;

/** Kind of connector, as openapi.yaml declares it. */
interface Kind {
  /** Value of the field `kind`. */
  readonly value: string;
  readonly fields: Fields;
  readonly required: readonly string[];
  /** Names of the fields whose values are never shown. */
  readonly secrets: ReadonlySet<string>;
  /** Name of the kind, and what it needs, in words. */
  readonly words: Pick<Schema, "title" | "description">;
}

/** Schema that is derived: of a request that creates or changes a connector, or of the response. */
type Form = "creation" | "change" | "view";

/** Fields that a connector has from its creation on. */
const LASTING = ["name", "kind"];

/** Returns the document with the schemas of each kind, and with what refers to them. */
export function withConnectors(document: OpenApi): OpenApi {
  const { schemas } = document.components;
  const named: Fields = {};
  const kinds = new Map<string, Kind>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema["x-required"] !== undefined) kinds.set(name, readKind(document, name, named));
  }
  const derived = Object.entries(schemas).flatMap(([name, schema]): [string, Schema][] => {
    const kind = kinds.get(name);
    if (kind !== undefined) {
      return FORMS.map((form) => [FORM_NAMES[form](name), SCHEMAS[form](kind)]);
    }
    const { "x-derived": form, ...rest } = schema;
    return [[name, form === undefined ? schema : reference(schemas, kinds, rest, form)]];
  });
  return {
    ...document,
    components: { ...document.components, schemas: { ...named, ...Object.fromEntries(derived) } },
  };
}

const FORMS = ["creation", "change", "view"] as const;

/** Name of a kind's schema of each form. */
const FORM_NAMES: Record<Form, (kind: string) => string> = {
  creation: (kind) => `New${kind}`,
  change: (kind) => `${kind}Change`,
  view: (kind) => kind,
};

/** @param named Receives the schemas of the fields that the kind declares in place. */
function readKind(document: OpenApi, name: string, named: Fields): Kind {
  const { properties = {}, "x-required": required = [], title, description } = document.components
    .schemas[name]!;
  const fields: Fields = {};
  const secrets = new Set<string>();
  for (const [field, declared] of Object.entries(properties)) {
    const { default: preset, readOnly, ...schema } = declared;
    if (resolved(document, schema).writeOnly) secrets.add(field);
    const isReference = Object.keys(schema).join() === "$ref";
    const $ref = isReference ? schema.$ref : `#/components/schemas/${name}${pascalCase(field)}`;
    if (!isReference) named[nameOf($ref!)] = schema;
    fields[field] = {
      $ref,
      ...preset === undefined ? {} : { default: preset },
      ...readOnly === undefined ? {} : { readOnly },
    };
  }
  const [value] = resolved(document, properties.kind!).enum!;
  const words = {
    ...title === undefined ? {} : { title },
    ...description === undefined ? {} : { description },
  };
  return { value: value!, fields, required, secrets, words };
}

function pascalCase(name: string): string {
  return name.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

const SCHEMAS: Record<Form, (kind: Kind) => Schema> = {
  creation: ({ fields, required, words }) => ({
    type: "object",
    ...words,
    additionalProperties: false,
    required: [...Object.keys(fields).filter((name) => name === "kind"), ...required],
    properties: select(fields, (_, { readOnly }) => !readOnly),
  }),
  change: ({ fields }) => ({
    type: "object",
    additionalProperties: false,
    properties: plain(select(fields, (name, { readOnly }) => !readOnly && !LASTING.includes(name))),
  }),
  view({ fields, secrets }) {
    const shown = Object.entries(plain(fields)).map(([name, field]): [string, Schema] =>
      secrets.has(name)
        ? [`${name}-set`, { type: "boolean", description: `Whether \`${name}\` is set.` }]
        : [name, field]
    );
    const properties = Object.fromEntries(shown);
    return { type: "object", required: Object.keys(properties), properties };
  },
};

function select(fields: Fields, isWanted: (name: string, field: Schema) => boolean): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, field]) => isWanted(name, field)),
  );
}

/** Leaves the references of fields. */
function plain(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, { $ref }]) => [name, { $ref }]));
}

/** Derives a schema of a form that refers to a kind, whose `kind` its operation tells, or to all kinds. */
function reference(
  schemas: Fields,
  kinds: ReadonlyMap<string, Kind>,
  { $ref, anyOf, ...rest }: Schema,
  form: Form,
): Schema {
  const kind = $ref === undefined ? undefined : kinds.get(nameOf($ref));
  if (kind !== undefined) {
    return {
      ...SCHEMAS[form]({ ...kind, fields: select(kind.fields, (name) => name !== "kind") }),
    };
  }
  const names = (anyOf ?? schemas[nameOf($ref!)]!.anyOf!).map((each) => nameOf(each.$ref!));
  const refs = names.map((name) => `#/components/schemas/${FORM_NAMES[form](name)}`);
  const alternatives = refs.map(($ref) => ({ $ref }));
  const mapping = Object.fromEntries(names.map((name, at) => [kinds.get(name)!.value, refs[at]!]));
  if (form === "change") return { ...rest, anyOf: alternatives, "x-kinds": mapping };
  return { ...rest, oneOf: alternatives, discriminator: { propertyName: "kind", mapping } };
}
