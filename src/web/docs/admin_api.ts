/** Reference of the admin API: a page for each noun of its command line. */
import {
  type Content,
  type DeclaredOperation,
  type Endpoint,
  endpointsOf,
  followed,
  type OpenApi,
} from "../../contract/openapi.ts";
import { type Markup, markup } from "../markup.ts";
import { codeBlock, endpointLine, introOf, parametersOf, responsesOf, sections } from "./api.ts";
import { kindPages } from "./kinds.ts";
import { headingOf, plainInline } from "./markdown.ts";
import { ADMIN_API } from "./paths.ts";
import { createSchemaView, paragraph, type SchemaView } from "./schema_view.ts";
import type { SitePage } from "./site.ts";

export function adminApiPages(document: OpenApi): SitePage[] {
  const byNoun = Map.groupBy(endpointsOf(document), nounOf);
  return [
    overview(document, byNoun),
    ...[...byNoun].flatMap(([noun, endpoints]) => {
      const path = `${ADMIN_API}/${noun}`;
      return [
        nounPage(document, noun, endpoints),
        ...kindPages(document, endpoints, { noun, path }),
      ];
    }),
  ];
}

/** Returns the noun of an operation's command; of one without a command, its tag. */
function nounOf({ operation }: Endpoint): string {
  return operation["x-cli"]?.split(" ")[0] ?? operation.tags[0]!;
}

function overview(document: OpenApi, byNoun: ReadonlyMap<string, Endpoint[]>): SitePage {
  const { description } = document.info;
  return {
    path: ADMIN_API,
    title: "Admin API reference",
    sections: sections("Admin API reference", plainInline(description), [
      ["operations", "Operations", ""],
    ]),
    body: () =>
      markup`<h1>Admin API reference</h1>
<p>This reference is made from <a href="/admin/v1/openapi.json">/admin/v1/openapi.json</a>.
<a href="/docs/accounts">Accounts and administration</a> explains how it is used.</p>
${introOf(document)}
${headingOf(2, "operations", "Operations")}${
        [...byNoun].map(([noun, endpoints]) =>
          markup`${headingOf(3, noun, markup`<a href="${ADMIN_API}/${noun}">${noun}</a>`)}<ul>
${
            endpoints.map(({ operation }) =>
              markup`<li><a href="${ADMIN_API}/${noun}#${operation.operationId}">${operation.summary}</a></li>\n`
            )
          }</ul>
`
        )
      }`,
  };
}

function nounPage(document: OpenApi, noun: string, endpoints: readonly Endpoint[]): SitePage {
  const title = `Admin API: ${noun}`;
  return {
    path: `${ADMIN_API}/${noun}`,
    title,
    parent: ADMIN_API,
    sections: sections(
      title,
      "",
      endpoints.map(({ operation, path }) => [
        operation.operationId,
        operation.summary,
        plainInline(`${path} ${operation["x-cli"] ?? ""} ${operation.description ?? ""}`),
      ]),
    ),
    body() {
      const view = createSchemaView(
        document,
        (kind, name) => `${ADMIN_API}/${noun}/${kind}#${name}`,
      );
      return markup`<h1>${title}</h1>
${endpoints.map((endpoint) => operationOf(document, endpoint, view))}`;
    },
  };
}

function operationOf(document: OpenApi, endpoint: Endpoint, view: SchemaView): Markup {
  const { operation, parameters } = endpoint;
  const { operationId: id, "x-cli": command, "x-scope": scope, requestBody, summary } = operation;
  const body = requestBody?.content["application/json"];
  return markup`${headingOf(2, id, summary)}${paragraph(operation.description)}${
    endpointLine(endpoint)
  }${command === undefined ? null : codeBlock(`deno task admin ${command}`, "sh")}${
    scope === undefined ? null : scopeNote(scope)
  }${
    parameters.length === 0
      ? null
      : markup`<p class="case">Parameters</p>\n${parametersOf(document, parameters, `${id}.`)}`
  }${body === undefined ? null : bodyOf(body, id, view)}${successOf(document, operation, view)}`;
}

function scopeNote(scope: string): Markup {
  return markup`<p>The token needs the <a href="/docs/accounts#admin-tokens">scope</a>
<code>${scope}</code>.</p>
`;
}

function bodyOf({ examples = {}, schema }: Content, id: string, view: SchemaView): Markup {
  return markup`<p class="case">Body</p>
${view.fields(schema, `${id}.body.`)}${
    Object.values(examples).map(({ value }) => codeBlock(JSON.stringify(value, null, 2), "json"))
  }`;
}

function successOf(
  document: OpenApi,
  { operationId, responses }: DeclaredOperation,
  view: SchemaView,
): Markup {
  const content = Object.entries(responses).filter(([status]) => status < "300")
    .flatMap(([, declared]) => Object.entries(followed(document, declared).content ?? {}))
    .find(([type]) => type === "application/json")?.[1];
  return markup`<details>
<summary>Responses</summary>
${responsesOf(document, Object.entries(responses), `${operationId}.`)}${
    content === undefined
      ? null
      : markup`<p class="case">Body of a success</p>\n${
        view.fields(content.schema, `${operationId}.response.`)
      }`
  }</details>
`;
}
