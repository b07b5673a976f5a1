/** The console over HTTP, as a browser asks for it. */
import type { Log } from "../../src/log/mod.ts";
import type { Clock } from "../../src/ports/mod.ts";
import { ADMIN_TOKEN, startService, type TestService } from "../support/service.ts";

export const READ_TOKEN = "read-token-of-the-tests";

export interface TestConsole extends AsyncDisposable {
  test: TestService;
  /** Cookie of a session that may change everything. */
  admin: string;
  /** Cookie of a session that may read only. */
  reader: string;
  /** Requests a path below `/console`; with a form, by POST. Redirects are not followed. */
  open(path: string, options?: OpenOptions): Promise<Response>;
  /** Requests a page of the administrator, and returns its HTML. */
  html(path: string): Promise<string>;
}

export interface OpenOptions {
  /** Default: none. */
  cookie?: string;
  form?: Record<string, string> | FormData;
  headers?: Record<string, string>;
  method?: string;
}

export async function startConsole(
  config: Record<string, string> = {},
  log?: Log,
  clock?: Clock,
): Promise<TestConsole> {
  await using parts = new AsyncDisposableStack();
  const test = parts.use(
    await startService({ config: { ADMIN_READ_TOKEN: READ_TOKEN, ...config }, log, clock }),
  );
  const open = (path: string, { cookie, form, headers, method }: OpenOptions = {}) =>
    fetch(`${test.url}/console${path}`, {
      method: method ?? (form === undefined ? "GET" : "POST"),
      redirect: "manual",
      headers: { ...cookie === undefined ? {} : { cookie }, ...headers },
      body: form === undefined || form instanceof FormData ? form : new URLSearchParams(form),
    });
  const signIn = async (token: string) => cookieOf(await open("/sign-in", { form: { token } }));
  const [admin, reader] = [await signIn(ADMIN_TOKEN), await signIn(READ_TOKEN)];
  const running = parts.move();
  return {
    test,
    admin,
    reader,
    open,
    html: async (path) => await (await open(path, { cookie: admin })).text(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Returns the first cookie that a response sets, as a request sends it. */
export async function cookieOf(response: Response): Promise<string> {
  await response.body?.cancel();
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
