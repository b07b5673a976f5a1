/**
 * The console: pages for operators, rendered here and readable without script. Loaded with the first
 * request for it.
 */
import { type Context, Hono } from "hono";
import { adminOperation } from "../contract/admin.ts";
import { FAULTS, Refusal } from "../core/errors.ts";
import { hasScope, type Principal } from "../http/admin/principal.ts";
import { refusalOf } from "../http/requests/failure.ts";
import { ApiRefusal, createAdminApi } from "./model/admin_api.ts";
import { assetResponse } from "./assets/mod.ts";
import { createCookieWriter, readCookies } from "./session/cookies.ts";
import { FILES_PATH } from "./model/file_address.ts";
import { fileResponse } from "./files.ts";
import { formOf } from "./form_data.ts";
import { documentOf } from "./layout.tsx";
import { liveStream } from "./live_stream.ts";
import {
  type ActionResult,
  CONSOLE_PATH,
  type OpenedPage,
  type Page,
  type Visit,
} from "./model/page.ts";
import { NAV, PAGES, sectionOf } from "./pages/mod.ts";
import { problemPage } from "./pages/problem.tsx";
import { SIGN_IN_PATH } from "./pages/sign_in.tsx";
import type { ConsolePorts } from "./session/ports.ts";
import { htmlResponse, redirectTo } from "./responses.ts";
import { isNavigation, isSameOrigin } from "./session/same_origin.ts";
import { createSignIn } from "./session/sign_in.ts";

export type { ConsolePorts };

interface Types {
  Variables: { principal: Principal };
}

export function createConsole(ports: ConsolePorts): Hono<Types> {
  const { clock, log } = ports;
  const cookies = createCookieWriter(ports.isHttps);
  const signIn = createSignIn(ports, cookies);
  const app = new Hono<Types>({ strict: false });
  let streams = 0;

  app.get(`${CONSOLE_PATH}/assets/:file`, (c) => assetResponse(c.req.path) ?? c.notFound());
  app.use(async (c, next) => {
    const { raw } = c.req;
    if (isSameOrigin(raw) || isNavigation(raw)) return await next();
    return c.text("this request comes from another site\n", 403);
  });
  app.get(SIGN_IN_PATH, (c) => signIn.show(c.req.raw));
  app.post(SIGN_IN_PATH, (c) => signIn.submit(c.req.raw));
  app.post(`${CONSOLE_PATH}/sign-out`, (c) => signIn.signOut(c.req.raw));

  // What follows is for those who have signed in.
  app.use(async (c, next) => {
    const principal = await signIn.principalOf(c.req.raw);
    if (principal === null) {
      if (c.req.method === "GET" && !wantsStream(c)) return signIn.show(c.req.raw);
      return c.text("sign in first\n", 401);
    }
    c.set("principal", principal);
    await next();
  });
  app.get(CONSOLE_PATH, () => redirectTo(`${CONSOLE_PATH}${NAV[0]!.path}`));
  app.get(
    `${FILES_PATH}/:sha256`,
    (c) => fileResponse(visitOf(c).api, c.req.param("sha256"), c.req.raw),
  );
  for (const page of PAGES) {
    const path = `${CONSOLE_PATH}${page.path}`;
    app.get(path, (c) => wantsStream(c) ? stream(c, page) : withoutBlanks(c) ?? show(c, page));
    app.post(path, (c) => act(c, page));
  }
  app.notFound((c) => problem(c, "There is no such page", 404));
  app.onError((error, c) => {
    if (error instanceof ApiRefusal) return problem(c, error.message, error.status);
    const { fault, info } = refusalOf(error, log);
    return problem(c, info, FAULTS[fault].http);
  });
  return app;

  function visitOf(c: Context, refused: Visit["refused"] = null): Visit {
    const principal = c.get("principal");
    return {
      api: createAdminApi(ports.admin, principal, c.req.raw.headers),
      may: (id) => hasScope(principal, adminOperation(id).scope),
      url: new URL(c.req.url),
      params: c.req.param(),
      isLive: wantsStream(c),
      now: clock.now(),
      baseUrl: ports.baseUrl(),
      isLoopback: ports.isLoopback,
      isSandbox: ports.isSandbox,
      hasManual: ports.hasManual,
      refused,
    };
  }

  async function show(c: Context, page: Page, refused: Visit["refused"] = null): Promise<Response> {
    const opened = await page.open(visitOf(c, refused));
    const refusal = refused === null ? {} : { problem: refused.refusal.message, status: 422 };
    return html(c, { ...opened, script: page.script, ...refusal });
  }

  async function act(c: Context, page: Page): Promise<Response> {
    const form = await formOf(c.req.raw, ports);
    const action = page.actions?.[String(form.get("do")).split(" ")[0]!];
    if (action === undefined) throw new Refusal("invalidRequest", "there is no such action");
    let result: ActionResult;
    try {
      result = await action(form, visitOf(c));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      return await show(c, page, { form, refusal: error });
    }
    if (!("path" in result)) return html(c, { ...result, script: page.script });
    return redirectTo(`${CONSOLE_PATH}${result.path}`, [cookies.notice(result.notice)]);
  }

  function stream(c: Context, page: Page): Response {
    if (streams >= ports.streamsMax) {
      return c.text("too many live pages are open (CONSOLE_STREAMS_MAX)\n", 503);
    }
    streams++;
    const { raw } = c.req;
    const open = async () => {
      // A session ends while its page is open.
      if (await signIn.principalOf(raw) === null) throw new Refusal("adminTokenInvalid");
      return await page.open(visitOf(c));
    };
    const signal = AbortSignal.any([ports.stopping, raw.signal]);
    return new Response(liveStream({ clock, signal, open, onEnd: () => streams-- }), {
      headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
    });
  }

  function problem(c: Context, text: string, status: number): Response {
    if (c.get("principal") === undefined) return new Response(`${text}\n`, { status });
    return html(c, { ...problemPage(text), status });
  }

  /** Responds with a page, and with the notice that the last action left, once. */
  function html(
    c: Context,
    { title, main, script, problem = null, status = 200 }:
      & OpenedPage
      & Pick<Page, "script">
      & { problem?: string | null },
  ): Response {
    const { notice } = readCookies(c.req.raw.headers);
    const document = documentOf({
      title,
      main,
      notice,
      problem,
      script,
      nav: NAV,
      section: sectionOf(c.req.path.slice(CONSOLE_PATH.length)),
      principal: c.get("principal"),
      hasManual: ports.hasManual,
    });
    return htmlResponse(document, {
      status,
      cookies: notice === null ? [] : [cookies.noNotice()],
    });
  }
}

/** Redirects to an address without the fields that a form left empty; null: there are none. */
function withoutBlanks({ req }: Context): Response | null {
  const { pathname, searchParams } = new URL(req.url);
  const filled = [...searchParams].filter(([, value]) => value !== "");
  if (filled.length === searchParams.size) return null;
  return redirectTo(filled.length === 0 ? pathname : `${pathname}?${new URLSearchParams(filled)}`);
}

/** Tells whether a request asks for a live page. The server never reads or cancels a body of HEAD. */
function wantsStream({ req }: Context): boolean {
  return req.method === "GET" && req.header("accept") === "text/event-stream";
}
