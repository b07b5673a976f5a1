/**
 * The admin API as the console uses it: in this process, by the same routes as its clients, so that
 * validation, rights and the audit log are in one place. The console can do nothing that its user
 * could not do there.
 */
import { adminOperation } from "../../contract/admin.ts";
import type { AdminOperationId, AdminRequest, AdminResponses } from "../../generated/admin.ts";
import type { Principal } from "../../http/admin/principal.ts";

/** Refusal of the admin API; the message is its text. */
export class ApiRefusal extends Error {
  override readonly name = "ApiRefusal";

  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    /** Body of the response. */
    readonly body: object = {},
  ) {
    super(message);
  }
}

/** Parts of a request, where an operation has them. Query parameters without a value are left out. */
export interface ApiRequest<Id extends AdminOperationId> {
  params?: AdminRequest<Id>["params"];
  query?: Partial<AdminRequest<Id>["query"]>;
  /** Value of the JSON body, or its text as a stream. */
  body?: unknown;
  /** Request for a file, to which the response is passed on. */
  browser?: Request;
}

export interface AdminApi {
  /** @throws {ApiRefusal} */
  call<Id extends AdminOperationId>(id: Id, request?: ApiRequest<Id>): Promise<AdminResponses[Id]>;
}

/** The admin API's app. */
export interface AdminApp {
  fetch(request: Request, bindings: { principal: Principal }): Response | Promise<Response>;
}

/** Request headers that name the client, which the audit log records. */
const CLIENT_HEADERS = ["forwarded", "x-forwarded-for", "user-agent"];
/** Request headers of a part of a file, or of one that has changed. */
const FILE_HEADERS = ["if-none-match", "if-range", "range"];
/** Statuses of files that are no refusals: not modified, and a range that is not in the file. */
const FILE_STATUSES = [304, 416];

/**
 * Creates the API with the rights of a principal.
 *
 * @param headers Headers of the browser's request.
 */
export function createAdminApi(app: AdminApp, principal: Principal, headers: Headers): AdminApi {
  const forwarded = pick(headers, CLIENT_HEADERS);

  return {
    async call(id, { params = {}, query = {}, body, browser } = {}) {
      const { method, path, response: kind } = adminOperation(id);
      const url = new URL(`http://console${pathOf(path, params)}`);
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined && value !== "") url.searchParams.set(name, String(value));
      }
      const request = new Request(url, {
        method: browser?.method ?? method,
        headers: [
          ...forwarded,
          ...browser === undefined ? [] : pick(browser.headers, FILE_HEADERS),
          ...body === undefined ? [] : [JSON_TYPE],
        ],
        ...body === undefined
          ? {}
          : { body: body instanceof ReadableStream ? body : JSON.stringify(body) },
      });
      const response = await app.fetch(request, { principal });
      const isPassedOn = browser !== undefined && FILE_STATUSES.includes(response.status);
      if (!response.ok && !isPassedOn) throw await refusalOf(response);
      if (kind === "none") return undefined as never;
      return (kind === "json" ? await response.json() : response) as never;
    },
  };
}

function pick(headers: Headers, names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
}

const JSON_TYPE: [string, string] = ["content-type", "application/json"];

/** @throws {ApiRefusal} */
function pathOf(path: string, params: object): string {
  let filled = path;
  for (const [name, value] of Object.entries(params)) {
    const segment = String(value);
    // URLs have no segment of such dots: they would name another operation.
    if (/^\.{0,2}$/.test(segment)) throw new ApiRefusal(`${name} does not exist`, 404, "E100");
    filled = filled.replace(`{${name}}`, encodeURIComponent(segment));
  }
  return filled;
}

async function refusalOf(response: Response): Promise<ApiRefusal> {
  // A response to HEAD has no body.
  const text = await response.text() || "{}";
  const body: { "error-code"?: string; "error-info"?: string } = JSON.parse(text);
  const { "error-info": info = "", "error-code": code = "" } = body;
  return new ApiRefusal(info, response.status, code, body);
}
