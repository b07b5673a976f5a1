/** Reference of the customers' API: a page for each action, and one for postbacks. */
import { codesWithin } from "../../contract/codes.ts";
import {
  type Content,
  type DeclaredOperation,
  type DeclaredResponse,
  type Endpoint,
  endpointsOf,
  followed,
  type OpenApi,
  type Parameter,
  resolved,
  type Schema,
} from "../../contract/openapi.ts";
import { type Action, ACTIONS } from "../../generated/actions.ts";
import { type Markup, markup } from "../markup.ts";
import { headingOf, plainInline, renderInline, renderMarkdown, type Section } from "./markdown.ts";
import { API } from "./paths.ts";
import { createSchemaView, linksTo, paragraph } from "./schema_view.ts";
import type { SitePage } from "./site.ts";
import { exampleInXml, xmlEndpoint } from "./xml_form.ts";

export interface ApiOptions {
  /** Document of the customers' API. */
  document: OpenApi;
  /** Returns the base URL of the service, without a trailing slash. */
  baseUrl(): string;
  /** Whether the service has a console, to try actions in. */
  hasConsole: boolean;
}

/** Operation that performs the actions. */
const ACTION_OPERATION = "postAction";

export function apiPages(options: ApiOptions): SitePage[] {
  const { document } = options;
  const endpoints = endpointsOf(document);
  const actions = endpoints.find(({ operation }) => operation.operationId === ACTION_OPERATION)!;
  return [
    overview(options, endpoints, actions),
    ...ACTIONS.map((action) => actionPage(options, actions, action)),
    postbacksPage(document),
    contentPage(document, endpoints),
  ];
}

const postActionBody = ({ operation }: Endpoint): Content =>
  operation.requestBody!.content["application/json"]!;

function schemaOf(document: OpenApi, actions: Endpoint, action: Action): Schema {
  const { mapping } = postActionBody(actions).schema.discriminator!;
  return resolved(document, { $ref: mapping[action]! });
}

function overview(
  { document }: ApiOptions,
  endpoints: readonly Endpoint[],
  actions: Endpoint,
): SitePage {
  const xml = xmlEndpoint(document);
  return {
    path: API,
    title: "API reference",
    sections: sections("API reference", plainInline(document.info.description), [
      ["actions", "Actions", ACTIONS.join(" ")],
      ["headers", "Headers", actions.parameters.map(({ name }) => name).join(" ")],
      ["failures", "Failures", ""],
      ["xml", "XML", plainInline(xml.description)],
    ]),
    body: () =>
      markup`<h1>API reference</h1>
<p>This reference is made from <a href="/openapi.json">/openapi.json</a>, an OpenAPI 3.1 document that code
generators read. <a href="/docs/json-api">JSON API</a> explains how it is used.</p>
${introOf(document)}
${headingOf(2, "actions", "Actions")}${
        endpointLine(actions)
      }<div class="table" tabindex="0" role="group"
 aria-label="Table"><table><thead><tr><th>Action</th><th>Does</th></tr></thead><tbody>
${
        ACTIONS.map((action) =>
          markup`<tr><td><a href="${API}/${action}"><code>${action}</code></a></td><td>${
            renderInline((schemaOf(document, actions, action).description ?? "").trim())
          }</td></tr>\n`
        )
      }</tbody></table></div>
<p>Further: <a href="${API}/postbacks">postbacks</a>, <a href="${API}/content">files of messages from
handsets</a> and <a href="/docs/mm7">MM7</a>${
        endpoints.some(({ operation }) => operation.tags.includes("mm7"))
          ? markup` (<code>POST /mm7/v1</code>)`
          : null
      }.</p>
${headingOf(2, "headers", "Headers")}${parametersOf(document, actions.parameters, "header.")}
${headingOf(2, "failures", "Failures")}<p>Every action can respond with ${
        linksTo(actions.operation["x-errors"] ?? [])
      }; its own page lists the others.</p>
${responsesOf(document, failuresOf(actions.operation), "failure.")}
${headingOf(2, "xml", "XML")}${endpointLine(xml)}${renderMarkdown(xml.description).html}`,
  };
}

const failuresOf = ({ responses }: DeclaredOperation): [string, DeclaredResponse][] =>
  Object.entries(responses).filter(([status]) => status >= "300");

function actionPage(
  { baseUrl, document, hasConsole }: ApiOptions,
  actions: Endpoint,
  action: Action,
): SitePage {
  const schema = schemaOf(document, actions, action);
  const body = postActionBody(actions);
  const examples = Object.entries(body.examples ?? {})
    .filter(([, { value }]) => (value as { action: string }).action === action);
  const success = actions.operation.responses["200"]!.content!;
  const { "x-success": result = "" } = schema;
  const names = Object.keys(schema.properties ?? {});
  return {
    path: `${API}/${action}`,
    title: action,
    sections: sections(action, plainInline(schema.description ?? ""), [
      ["request", "Request", names.join(" ")],
      ["example", "Example", ""],
      ["response", "Response", ""],
      ["errors", "Errors", ""],
    ]),
    body() {
      const view = createSchemaView(document);
      const codes = codesWithin(document, schema);
      const fields = view.fields(schema, "");
      return markup`<h1>${action}</h1>
${paragraph(schema.description)}${endpointLine(actions)}${
        hasConsole
          ? markup`<p><a href="/console/try/${action}">Try it</a> in the console.</p>\n`
          : null
      }
${headingOf(2, "request", "Request")}${fields}
${headingOf(2, "example", "Example")}${
        examples.map(([, { summary, value }]) =>
          markup`${paragraph(summary)}${codeBlock(curlOf(baseUrl(), value), "sh")}
<details><summary>In XML</summary>${codeBlock(exampleInXml(value), "xml")}</details>
`
        )
      }
${headingOf(2, "response", "Response")}${
        result.includes("/")
          ? markup`<p>The file, as <code>${result}</code>.</p>\n`
          : markup`${view.fields({ $ref: `#/components/schemas/${result}` }, "response.")}${
            exampleOf(success["application/json"]!, action)
          }`
      }
${headingOf(2, "errors", "Errors")}<p>${linksTo(codes)}</p>
<p>Besides these, those of <a href="${API}#failures">every action</a>.</p>
`;
    },
  };
}

function exampleOf({ examples = {} }: Content, name: string): Markup | null {
  const example = examples[name];
  return example === undefined ? null : codeBlock(json(example.value), "json");
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

function curlOf(baseUrl: string, body: unknown): string {
  const quoted = json(body).replaceAll("'", `'\\''`);
  return `curl -s ${baseUrl}/api/v2 -H 'content-type: application/json' -H "x-api-key: $KEY" \\\n` +
    `  -d '${quoted}'`;
}

function postbacksPage(document: OpenApi): SitePage {
  const webhooks = Object.entries(document.webhooks!).map(([code, { post }]) => ({
    code,
    operation: post,
    content: post.requestBody!.content["application/json"]!,
  }));
  const [first] = webhooks;
  const headers = (first!.operation.parameters ?? []).map((each) => followed(document, each));
  return {
    path: `${API}/postbacks`,
    title: "Postback reference",
    sections: sections("Postback reference", "", [
      ["headers", "Headers", headers.map(({ name }) => name).join(" ")],
      ["responses", "Responses", ""],
      ...webhooks.map(({ code, content, operation }): [string, string, string] => [
        code,
        `${code}: ${operation.summary}`,
        Object.keys(resolved(document, content.schema).properties ?? {}).join(" "),
      ]),
    ]),
    body: () =>
      markup`<h1>Postback reference</h1>
<p>The service posts these bodies to the URL of the account. <a href="/docs/postbacks">Postbacks</a>
explains delivery, signatures and retries.</p>
${headingOf(2, "headers", "Headers")}${parametersOf(document, headers, "header.")}
${headingOf(2, "responses", "Responses")}${
        responsesOf(document, Object.entries(first!.operation.responses), "response.")
      }
${
        webhooks.map(({ code, content, operation }) =>
          markup`${headingOf(2, code, `${code}: ${operation.summary}`)}<p>${
            renderInline((resolved(document, content.schema).description ?? "").trim())
          } See <a href="/docs/codes#${code}">its causes</a>.</p>
${createSchemaView(document).fields(content.schema, `${code}.`)}${exampleOf(content, code)}`
        )
      }`,
  };
}

function contentPage(document: OpenApi, endpoints: readonly Endpoint[]): SitePage {
  const endpoint = endpoints.find(({ operation }) => operation.operationId === "readContent")!;
  const { operation, parameters } = endpoint;
  const { description = "", summary } = operation;
  return {
    path: `${API}/content`,
    title: "Files of inbound messages",
    sections: sections("Files of inbound messages", plainInline(`${summary}. ${description}`), []),
    body: () =>
      markup`<h1>Files of inbound messages</h1>
${paragraph(description)}${endpointLine(endpoint)}
${headingOf(2, "parameters", "Parameters")}${parametersOf(document, parameters, "")}
${headingOf(2, "responses", "Responses")}${
        responsesOf(document, Object.entries(operation.responses), "response.")
      }`,
  };
}

/**
 * Renders the document's description, without what it says of extensions: the reference has words for
 * these.
 */
export function introOf({ info }: OpenApi): Markup {
  const paragraphs = info.description.split("\n\n").filter((each) => !each.startsWith("`x-"));
  return renderMarkdown(paragraphs.join("\n\n")).html;
}

/** Lists the parts of a page: its beginning, then the headings. */
export function sections(
  title: string,
  text: string,
  parts: readonly (readonly [id: string, title: string, text: string])[],
): Section[] {
  return [
    { id: "", title, level: 1, text },
    ...parts.map(([id, heading, text]) => ({ id, title: heading, level: 2, text })),
  ];
}

export function endpointLine({ method, path }: Pick<Endpoint, "method" | "path">): Markup {
  return markup`<p class="endpoint"><b>${method}</b> <code>${path}</code></p>\n`;
}

export function codeBlock(code: string, language: string): Markup {
  return markup`<pre tabindex="0"><code class="language-${language}">${code}
</code></pre>
`;
}

/** Renders parameters of a path, a query or a header. */
export function parametersOf(
  document: OpenApi,
  parameters: readonly Parameter[],
  prefix: string,
): Markup {
  const properties = Object.fromEntries(
    parameters.map(({ description, example, name, schema }) =>
      [name, { ...schema, description, ...example !== undefined && { example } }] as const
    ),
  );
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  return createSchemaView(document).fields({ type: "object", properties, required }, prefix);
}

/** Renders responses: status, description, headers, and the codes of their examples. */
export function responsesOf(
  document: OpenApi,
  responses: readonly (readonly [string, DeclaredResponse])[],
  prefix: string,
): Markup {
  return markup`<div class="fields">
${
    responses.map(([status, declared]) => {
      const { content = {}, description, headers = {} } = followed(document, declared);
      const examples = Object.values(content).flatMap((each) => Object.values(each.examples ?? {}));
      const codes = examples.flatMap(({ value }) =>
        (value as { "error-code"?: string })["error-code"] ?? []
      );
      const names = Object.keys(headers);
      return markup`<div class="field" id="${prefix}${status}">
<p><code class="name">${status}</code> <span class="kind">${
        Object.keys(content).join(", ")
      }</span></p>
${paragraph(description)}${
        names.length === 0
          ? null
          : paragraph(`Headers: ${names.map((name) => `\`${name}\``).join(", ")}.`, "limits")
      }${
        codes.length === 0
          ? null
          : markup`<p class="limits">Codes: ${linksTo([...new Set(codes)])}</p>\n`
      }</div>
`;
    })
  }</div>
`;
}
