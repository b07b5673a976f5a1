/** Responses that the documents promise, and those that the tests have produced. */
import { adminApi } from "../../src/contract/admin.ts";
import { codesOf, codesWithin } from "../../src/contract/codes.ts";
import { customerApi } from "../../src/contract/customer.ts";
import {
  type DeclaredResponse,
  type Endpoint,
  endpointsOf,
  followed,
  kindsOf,
  type OpenApi,
} from "../../src/contract/openapi.ts";

/** Name of the file in the directory of a run that has the produced ones, one a line. */
export const PRODUCED = "responses.txt";

/** Formats a response: operation, status and code, as far as it has one. */
export const responseOf = (operation: string, status: number | string, code = "") =>
  `${operation} ${status} ${code}`.trim();

/** Lists every documented operation × status × code, of both served documents. */
export function documentedResponses(): string[] {
  return [customerApi, adminApi].flatMap((document) =>
    endpointsOf(document).flatMap((endpoint) => [
      ...ofOperation(document, endpoint),
      ...ofActions(document, endpoint),
    ])
  );
}

/** Lists the documented responses that are not among those produced. */
export function missingResponses(produced: ReadonlySet<string>): string[] {
  return documentedResponses().filter((each) => !produced.has(each));
}

function ofOperation(document: OpenApi, { operation }: Endpoint): string[] {
  return responsesOf(document, operation.responses).flatMap(([status, response]) => {
    const codes = codesOf(response);
    const types = Object.keys(response.content ?? {});
    // A response with codes may also be plain text, which has none.
    const hasOthers = codes.length === 0 || types.includes("text/plain");
    return [...codes, ...hasOthers ? [""] : []]
      .map((code) => responseOf(operation.operationId, status, code));
  });
}

/** Lists the responses of each action of an operation: its success, and the codes of its own. */
function ofActions(document: OpenApi, { operation }: Endpoint): string[] {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (schema?.discriminator?.propertyName !== "action") return [];
  const responses = responsesOf(document, operation.responses);
  return kindsOf(schema).flatMap(([action, $ref]) => [
    responseOf(action, 200),
    ...codesWithin(document, { $ref }).flatMap((code) =>
      responses.filter(([, response]) => codesOf(response).includes(code))
        .map(([status]) => responseOf(action, status, code))
    ),
  ]);
}

function responsesOf(
  document: OpenApi,
  responses: Readonly<Record<string, DeclaredResponse>>,
): [status: string, response: DeclaredResponse][] {
  return Object.entries(responses).map(([status, each]) => [status, followed(document, each)]);
}
