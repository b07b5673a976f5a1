/** A request to the JSON API, to copy into a program or a shell. */
import type { FC } from "hono/jsx";
import { curlOf } from "../model/same_request.ts";
import { Copyable } from "./copyable.tsx";

export const AsRequest: FC<{ body: Record<string, unknown>; baseUrl: string }> = (
  { body, baseUrl },
) => (
  <>
    <h2>JSON</h2>
    <Copyable text={JSON.stringify(body, null, 2)} name="the JSON" />
    <h2>curl</h2>
    <Copyable text={curlOf(baseUrl, body)} name="the command" />
    <p class="hint">
      <code>$API_KEY</code> is an API key of the account. The console does not know it.
    </p>
  </>
);
