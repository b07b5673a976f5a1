/** Requests that a connector would send. */
import type { FC } from "hono/jsx";
import type { PreviewedRequest } from "../../generated/admin.ts";
import { Copyable } from "./copyable.tsx";
import { Section } from "./section.tsx";
import { Value } from "./text.tsx";

export const ConnectorPreview: FC<{ of: readonly PreviewedRequest[]; name: string }> = (
  { of, name },
) => (
  <>
    <div class="head">
      <h1>
        Requests of <Value text={name} />
      </h1>
    </div>
    <p class="hint process">
      What the connector would send for a sample, with its credentials masked. Nothing was sent or
      stored; the form is in the other tab.
    </p>
    {of.map((request) => (
      <Section title={request.kind === "MMS" ? "For an MMS" : "For a text"}>
        <Copyable text={textOf(request)} name="the request" />
      </Section>
    ))}
  </>
);

/** Writes a request as HTTP does. */
function textOf({ body, headers, method, url }: PreviewedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines, ...body === null ? [] : ["", body]].join("\n");
}
