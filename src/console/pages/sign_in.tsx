/** Sign-in with an admin token, or with a one-time link. */
import type { Child } from "hono/jsx";
import { Button } from "../components/form.tsx";
import { CONSOLE_PATH } from "../model/page.ts";

export interface SignInOptions {
  /** Code of a one-time link; null: the visitor needs a token. */
  code: string | null;
  /** Path to go to afterwards. */
  next: string;
  /** Why the last attempt was refused; null: there was none. */
  problem: string | null;
}

export const SIGN_IN_PATH = `${CONSOLE_PATH}/sign-in`;

export function signInPage({ code, next, problem }: SignInOptions): Child {
  return (
    <form class="sign-in" method="post" action={SIGN_IN_PATH} data-submit={code && ""}>
      <h1>slidepost console</h1>
      {problem === null ? null : <p class="problem" role="alert">{problem}</p>}
      <input type="hidden" name="next" value={next} />
      {code === null
        ? (
          <>
            <label for="token">Admin token</label>
            <input
              id="token"
              name="token"
              type="password"
              autocomplete="current-password"
              required
              autofocus
            />
            <p class="hint">
              The value of <code>ADMIN_TOKEN</code>, or of <code>ADMIN_READ_TOKEN</code>{" "}
              to read only. The sandbox prints its token, and a link that needs none.
            </p>
          </>
        )
        : <input type="hidden" name="code" value={code} />}
      <Button look="primary">{code === null ? "Sign in" : "Open the console"}</Button>
    </form>
  );
}
