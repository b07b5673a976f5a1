/** Parts of an MMS as a carrier took it. */
import type { FC } from "hono/jsx";
import type { LoopbackPart } from "../../generated/admin.ts";
import { Copyable } from "./copyable.tsx";
import { Media } from "./media.tsx";
import { Code, IsolatedText, sizeOf, Value } from "./text.tsx";

export const WireParts: FC<{ of: readonly LoopbackPart[] }> = ({ of }) => (
  <ol class="parts">
    {of.map((part) => (
      <li>
        <details>
          <summary>
            <Value text={part.location ?? part["content-id"]} />{" "}
            <span class="hint">{part.type}, {sizeOf(part.bytes)}</span>
          </summary>
          <p class="hint">
            Content-ID <Code text={part["content-id"]} />
          </p>
          <PartContent part={part} />
        </details>
      </li>
    ))}
  </ol>
);

const PartContent: FC<{ part: LoopbackPart }> = ({ part }) => {
  if (part.text !== null) {
    return part.type.startsWith("text/plain")
      ? <IsolatedText text={part.text} />
      : <Copyable text={part.text} name="the part" />;
  }
  if (part.sha256 === null) return null;
  return (
    <Media
      file={{ type: part.type, bytes: part.bytes, sha256: part.sha256 }}
      name={part.location ?? part["content-id"]}
    />
  );
};
