/** Fields of a schema as HTML: type, limits, default, description, codes, and fields within. */
import { codesWithin } from "../../contract/codes.ts";
import { limitsInSentences } from "../../contract/limits.ts";
import {
  firstOf,
  kindsOf,
  nameOf,
  type OpenApi,
  resolved,
  type Schema,
  typesOf,
} from "../../contract/openapi.ts";
import { type Markup, markup } from "../markup.ts";
import { renderInline } from "./markdown.ts";
import { codeUrl } from "./paths.ts";

/** Renders fields on a page. An object that is on the page already is a link to it. */
export interface SchemaView {
  /** @param prefix Beginning of the anchors, such as `sendsms.`. */
  fields(schema: Schema, prefix: string): Markup;
}

/**
 * @param urlOf Returns the address of the page that shows a kind. Default: kinds are shown in place.
 */
export function createSchemaView(
  document: OpenApi,
  urlOf?: (kind: string, name: string) => string,
): SchemaView {
  /** Anchors of the objects that are on the page, by name. */
  const shown = new Map<string, string>();

  function fields(declared: Schema, prefix: string): Markup {
    const schema = resolved(document, declared);
    const { properties, required = [] } = schema;
    if (properties === undefined) return within(declared, prefix) ?? markup``;
    return markup`<div class="fields">
${
      Object.entries(properties).map(([name, each]) =>
        field({ name, declared: each, isRequired: required.includes(name), id: prefix + name })
      )
    }</div>
`;
  }

  function field(
    { declared, id, isRequired, name }: {
      declared: Schema;
      id: string;
      isRequired: boolean;
      name: string;
    },
  ): Markup {
    const schema = resolved(document, declared);
    const codes = ownCodes(schema);
    return markup`<div class="field" id="${id}">
<p><code class="name">${name}</code> <span class="kind">${kindOf(declared)}</span>${
      isRequired ? markup` <span class="required">required</span>` : null
    }${schema["x-extension"] ? markup` <span class="kind">extension</span>` : null}</p>
${paragraph(schema.description)}${paragraph(limitsOf(schema), "limits")}${
      codes.length === 0 ? null : markup`<p class="limits">Errors: ${linksTo(codes)}</p>\n`
    }${within(declared, `${id}.`)}</div>
`;
  }

  /** Renders the fields within a field; null: it has none. */
  function within(declared: Schema, prefix: string): Markup | null {
    const schema = resolved(document, declared);
    const { additionalProperties: values, anyOf, items, oneOf, properties } = schema;
    const name = declared.$ref === undefined ? null : nameOf(declared.$ref);
    if (properties !== undefined) {
      const anchor = name === null ? undefined : shown.get(name);
      if (anchor !== undefined) {
        return markup`<p class="limits">Fields as in <a href="#${anchor}">${anchor}</a>.</p>\n`;
      }
      if (name !== null) shown.set(name, prefix.replace(/\.$/, ""));
      return fields(schema, prefix);
    }
    if (items !== undefined) return within(items, prefix);
    if (typeof values === "object") return within(values, prefix);
    const first = firstOf(schema);
    if (first !== null) return within(first, prefix);
    const kinds = kindsOf(schema);
    if (kinds.length > 0 && urlOf !== undefined) {
      const links = kinds.map(([kind, ref]) =>
        markup`<li><a href="${urlOf(kind, nameOf(ref))}">${kind}</a></li>\n`
      );
      return markup`<p class="limits">The fields depend on the kind:</p>\n<ul>\n${links}</ul>\n`;
    }
    const parts = kinds.length > 0
      ? kinds.map(([label, $ref]): [string, Schema] => [label, { $ref }])
      : (oneOf ?? anyOf ?? []).map((part): [string, Schema] => [nameOf(part.$ref ?? ""), part]);
    const objects = parts.filter(([, part]) => resolved(document, part).properties !== undefined);
    if (objects.length === 0) return null;
    return markup`${
      objects.map(([label, part]) =>
        markup`<p class="case" id="${prefix}${label}">${label}</p>\n${
          within(part, `${prefix}${label}.`)
        }`
      )
    }`;
  }

  function kindOf(declared: Schema): string {
    const schema = resolved(document, declared);
    const { types: [type = "object"], nullable: isNullable } = typesOf(schema);
    const nullable = isNullable ? " or null" : "";
    const first = firstOf(schema);
    if (first !== null) return `${kindOf(first)}, or a list of which the first is used`;
    if (schema.oneOf !== undefined || schema.anyOf !== undefined) return "one of several";
    if (schema.items !== undefined) return `list of ${plural(kindOf(schema.items))}${nullable}`;
    if (typeof schema.additionalProperties === "object") {
      return `map to ${kindOf(schema.additionalProperties)}${nullable}`;
    }
    if (schema.contentEncoding === "base64") return `file in base64${nullable}`;
    return (schema.format === "uri" ? "URL" : schema.format === "date-time" ? "time" : type) +
      nullable;
  }

  /** Lists the codes of a field itself; those of fields within are listed there. */
  function ownCodes(schema: Schema): string[] {
    const { "x-error": error } = schema;
    if (error === undefined) return [];
    return codesWithin(document, { "x-error": error });
  }

  return { fields };
}

/** Renders links to codes, separated by commas. */
export function linksTo(codes: readonly string[]): Markup {
  return markup`${
    codes.map((code, index) =>
      markup`${index === 0 ? "" : ", "}<a href="${codeUrl(code)}">${code}</a>`
    )
  }`;
}

export function paragraph(text: string | undefined, style?: string): Markup | null {
  if (text === undefined || text.trim() === "") return null;
  return markup`<p${style === undefined ? null : markup` class="${style}"`}>${
    renderInline(text.trim())
  }</p>\n`;
}

function plural(kind: string): string {
  return /[^s]$/.test(kind) && !kind.includes(" ") ? `${kind}s` : kind;
}

/** Writes the limits of a schema in words; empty if it has none. */
function limitsOf(schema: Schema): string {
  const { default: preset, enum: values, example, "x-must": must } = schema;
  return [
    ...values === undefined
      ? []
      : [`Values: ${
        values.filter((each) => each !== null).map((each) =>
          `\`${each}\``
        ).join(", ")
      }.`],
    ...limitsInSentences(must, schema),
    ...preset === undefined ? [] : [`Default: ${literal(preset)}.`],
    ...example === undefined ? [] : [`Example: ${literal(example)}.`],
  ].join(" ");
}

const literal = (value: unknown) =>
  `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
