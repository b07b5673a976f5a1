/** Sign-in: a session for the holder of an admin token, or of a one-time code. */
import { FAULTS, Refusal } from "../../core/errors.ts";
import type { Holder, Principal } from "../../http/admin/principal.ts";
import { refusalOf } from "../../http/requests/failure.ts";
import { type CookieWriter, readCookies } from "./cookies.ts";
import { formOfStranger } from "../form_data.ts";
import { CONSOLE_PATH } from "../model/page.ts";
import { SIGN_IN_PATH, signInPage } from "../pages/sign_in.tsx";
import type { ConsolePorts } from "./ports.ts";
import { ownPath, plainResponse, redirectTo } from "../responses.ts";
import { createSessions } from "./session.ts";

export interface SignIn {
  /** Shows the form; with a one-time code, its button alone. */
  show(request: Request): Response;
  /** Takes the form. */
  submit(request: Request): Promise<Response>;
  /** Ends the session of a request. */
  signOut(request: Request): Promise<Response>;
  /** Returns the principal of a request. Null: its sender has not signed in. */
  principalOf(request: Request): Promise<Principal | null>;
}

export function createSignIn(ports: ConsolePorts, cookies: CookieWriter): SignIn {
  const { bodies, clock, endedSessions: ended, guard, log, oneTimeLinks, sessionTtlMs, tokens } =
    ports;
  const sessions = createSessions({ tokens, ended, clock, ttlMs: sessionTtlMs });

  /** @throws {Refusal} for a wrong token or code */
  async function verify({ headers }: Request, form: FormData): Promise<Holder> {
    const code = textOf(form, "code");
    const credential = code ?? textOf(form, "token");
    const holder = await guard.verify(
      {
        door: CONSOLE_PATH,
        headers,
        credential,
        isKnown: () => code === null && credential !== null && tokens.isKnown(credential),
      },
      () => code === null ? tokens.byToken(credential!) : oneTimeLinks.redeem(code),
    );
    if (holder === null) throw new Refusal("adminTokenInvalid");
    log.info({ who: holder.principal.name }, "signed in to the console");
    return holder;
  }

  return {
    show(request) {
      const { pathname, search, searchParams } = new URL(request.url);
      const isForm = pathname === SIGN_IN_PATH;
      const page = signInPage({
        code: isForm ? searchParams.get("code") : null,
        next: isForm ? CONSOLE_PATH : ownPath(pathname + search),
        problem: null,
      });
      return plainResponse("Sign in", page, isForm ? 200 : 401);
    },

    async submit(request) {
      const form = await formOfStranger(request, bodies);
      const next = ownPath(form.get("next"));
      try {
        const session = sessions.issue(await verify(request, form));
        return redirectTo(next, [cookies.session(session, sessionTtlMs)]);
      } catch (error) {
        const { fault, info } = refusalOf(error, log);
        const problem = form.has("code") && fault === "adminTokenInvalid"
          ? "This link has been used or has expired. The admin token works, too."
          : info;
        const page = signInPage({ code: null, next, problem });
        return plainResponse("Sign in", page, FAULTS[fault].http);
      }
    },

    async signOut({ headers }) {
      const { session } = readCookies(headers);
      // Where the store is down, the cookie stays: its user tries again.
      if (session !== null) await sessions.end(session);
      return redirectTo(SIGN_IN_PATH, [cookies.noSession(), cookies.noNotice()]);
    },

    async principalOf({ headers }) {
      const { session } = readCookies(headers);
      return session === null ? null : await sessions.read(session);
    },
  };
}

function textOf(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === "string" ? value : null;
}
