/** Model of openapi.yaml for the emitters. */
import {
  type Content,
  type DeclaredOperation,
  type DeclaredResponse,
  type Endpoint,
  endpointsOf,
  followed,
  kindsOf,
  nameOf,
  type OpenApi,
  type Parameter,
  type PathItem,
  resolved,
  type Schema,
} from "../../src/contract/openapi.ts";

export { firstOf, nameOf, typesOf } from "../../src/contract/openapi.ts";
export type { Content, Parameter, Schema };

export interface Operation
  extends Pick<DeclaredOperation, "operationId" | "tags" | "summary" | "description" | "security"> {
  /** In lower case. */
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** JSON request body. */
  body?: Content;
  /** Request bodies of other media types, by type. */
  otherBodies: Record<string, Content>;
  responses: Record<string, DeclaredResponse>;
}

export class Document {
  readonly operations: Operation[];
  /** Postbacks, in the document's order. */
  readonly webhooks: Operation[];
  readonly schemas: Record<string, Schema>;
  readonly tree: OpenApi;

  /** @param tree The parsed document. */
  constructor(tree: Readonly<Record<string, unknown>>) {
    this.tree = tree as unknown as OpenApi;
    const { components, webhooks } = this.tree;
    this.schemas = components.schemas;
    this.operations = endpointsOf(this.tree).map((each) => this.#operation(each));
    this.webhooks = endpointsOf(this.tree, (webhooks ?? {}) as unknown as Record<string, PathItem>)
      .map((each) => this.#operation(each));
  }

  /** Lists the actions with their request schemas, in the document's order. */
  actions(): { action: string; name: string; schema: Schema }[] {
    return kindsOf(this.operation("postAction").body!.schema).map(([action, ref]) => {
      const name = nameOf(ref);
      return { action, name, schema: this.schema(name) };
    });
  }

  operation(operationId: string): Operation {
    return this.operations.find((each) => each.operationId === operationId)!;
  }

  schema(name: string): Schema {
    const schema = this.schemas[name];
    if (schema === undefined) throw new Error(`openapi.yaml has no schema ${name}`);
    return schema;
  }

  /** Resolves a schema's own `$ref` and `allOf`. */
  resolve(schema: Schema): Schema {
    return resolved(this.tree, schema);
  }

  #operation({ method, path, operation, parameters }: Endpoint): Operation {
    const { requestBody, responses } = operation;
    const { "application/json": body, ...otherBodies } = requestBody?.content ?? {};
    return {
      ...operation,
      method: method.toLowerCase(),
      path,
      parameters,
      body,
      otherBodies,
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, each]) => [status, this.#response(each)]),
      ),
    };
  }

  #response(declared: DeclaredResponse): DeclaredResponse {
    const response = followed(this.tree, declared);
    if (response.headers === undefined) return response;
    const headers = Object.entries(response.headers)
      .map(([name, each]) => [name, followed(this.tree, each)]);
    return { ...response, headers: Object.fromEntries(headers) };
  }
}
