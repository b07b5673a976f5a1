/** Exchanges on the wire about a message. */
import type { FC } from "hono/jsx";
import { CLIENT } from "../../core/exchange/exchange.ts";
import { visible } from "../../core/visible.ts";
import type { Exchange, ExchangePage } from "../../generated/admin.ts";
import { indentXml } from "../model/indent_xml.ts";
import { Copyable } from "./copyable.tsx";
import { sizeOf, Time, Value } from "./text.tsx";

/** Exchanges in their order, each folded; with none, a line that says why. */
export const Exchanges: FC<{ of: ExchangePage }> = ({ of: { items, recording, ...page } }) => {
  if (items.length === 0) {
    return (
      <p class="hint">
        {recording ? "Nothing is recorded." : "Not recorded: EXCHANGE_LOG is off."}
      </p>
    );
  }
  return (
    <>
      {items.map((exchange, index) => <Entry of={exchange} position={index} />)}
      {page["next-cursor"] !== null && (
        <p class="hint">There is more: list it by the command “admin message exchanges”.</p>
      )}
    </>
  );
};

const Entry: FC<{ of: Exchange; position: number }> = (
  { of: { at, peer, direction, title, content, bytes, truncated }, position },
) => (
  <details data-key={String(position)}>
    <summary>
      <b>
        <Value text={title} />
      </b>{" "}
      <span class="hint">
        {direction === "in" ? "from" : "to"}{" "}
        {peer === CLIENT ? "the customer" : <Value text={peer} />}, {sizeOf(bytes)}
        {truncated && ", cut"}, <Time at={at} />
      </span>
    </summary>
    <Copyable text={legible(truncated ? content : indentXml(content))} name="the content" />
    {truncated && <p class="hint">The rest was not kept (EXCHANGE_MAX_BYTES).</p>}
  </details>
);

/** Makes control characters visible, except those that end lines and indent. */
function legible(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(/[^\n\t]+/g, visible);
}
