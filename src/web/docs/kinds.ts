/** Pages of the kinds of things that the admin API has, such as those of connectors. */
import {
  type Endpoint,
  followed,
  kindsOf,
  nameOf,
  type OpenApi,
  resolved,
  type Schema,
} from "../../contract/openapi.ts";
import { markup } from "../markup.ts";
import { sections } from "./api.ts";
import { headingOf } from "./markdown.ts";
import { createSchemaView } from "./schema_view.ts";
import type { SitePage } from "./site.ts";

/** Schema of a kind, and the heading of the part that shows it. */
interface Part {
  name: string;
  title: string;
}

/** Makes a page for each kind in the bodies and responses of operations. */
export function kindPages(
  document: OpenApi,
  endpoints: readonly Endpoint[],
  { noun, path }: { noun: string; path: string },
): SitePage[] {
  return [...partsByKind(document, endpoints)].map(([kind, parts]) => {
    const title = `Admin API: ${noun} of kind ${kind}`;
    const fieldsOf = ({ name }: Part) =>
      Object.keys(resolved(document, { $ref: refOf(name) }).properties ?? {}).join(" ");
    return {
      path: `${path}/${kind}`,
      title,
      parent: path,
      sections: sections(title, "", parts.map((part) => [part.name, part.title, fieldsOf(part)])),
      body() {
        const view = createSchemaView(document);
        const shown = parts.map(({ name, title }) =>
          markup`${headingOf(2, name, title)}${view.fields({ $ref: refOf(name) }, `${name}.`)}`
        );
        return markup`<h1>${title}</h1>
<p>These are the fields of this kind in the <a href="${path}">operations</a>.</p>
${shown}`;
      },
    };
  });
}

const refOf = (name: string) => `#/components/schemas/${name}`;

function partsByKind(
  document: OpenApi,
  endpoints: readonly Endpoint[],
): ReadonlyMap<string, Part[]> {
  const byKind = new Map<string, Part[]>();
  const add = (schema: Schema | undefined, title: string) => {
    for (const [kind, ref] of schema === undefined ? [] : kindsOf(resolved(document, schema))) {
      const parts = byKind.get(kind) ?? [];
      byKind.set(kind, parts);
      const name = nameOf(ref);
      if (!parts.some((part) => part.name === name)) parts.push({ name, title });
    }
  };
  for (const { operation: { requestBody, responses, summary } } of endpoints) {
    add(requestBody?.content["application/json"]?.schema, `${summary}: body`);
    for (const [status, declared] of Object.entries(responses)) {
      const { content } = followed(document, declared);
      if (status < "300") add(content?.["application/json"]?.schema, `${summary}: response`);
    }
  }
  return byKind;
}
