/** Message in a conversation: a text, or an MMS that plays. */
import type { FC } from "hono/jsx";
import { mediaTypeOf } from "../../core/media/media_types.ts";
import type { Bubble } from "../model/conversation.ts";
import { consoleUrl } from "../model/page.ts";
import { type ReceivedPart, showOf } from "../model/show.ts";
import { LinkedText } from "./linked_text.tsx";
import { State } from "./state.tsx";
import { IsolatedText, sizeOf, Time, Value } from "./text.tsx";

export const ConversationBubble: FC<{ of: Bubble; baseUrl: string }> = ({ of, baseUrl }) => (
  <li class={of.isOwn ? "bubble own" : "bubble"} data-key={of.trackingId}>
    <div class="content">
      {of.subject !== null && (
        <p class="subject">
          <IsolatedText text={of.subject} />
        </p>
      )}
      {of.text === null ? <Show parts={of.parts} baseUrl={baseUrl} /> : (
        <p>
          <LinkedText text={of.text} baseUrl={baseUrl} />
        </p>
      )}
    </div>
    <p class="under">
      <Time at={of.at} isAge />
      {of.state !== null && <State of={of.state} />}
      <a href={consoleUrl(of.isOwn ? `/inbound/${of.trackingId}` : `/messages/${of.trackingId}`)}>
        Details
      </a>
    </p>
  </li>
);

/** Slides of an MMS. The script plays them one after another; without it they are a list. */
const Show: FC<{ parts: readonly ReceivedPart[]; baseUrl: string }> = ({ parts, baseUrl }) => {
  const slides = showOf(parts);
  return (
    <ol class="show" data-show="">
      {slides.map(({ durationMs, parts }, index) => (
        <li data-ms={durationMs} aria-label={`Slide ${index + 1} of ${slides.length}`}>
          {parts.map((part) => <Part part={part} slide={index + 1} baseUrl={baseUrl} />)}
        </li>
      ))}
    </ol>
  );
};

const Part: FC<{ part: ReceivedPart; slide: number; baseUrl: string }> = (
  { part, slide, baseUrl },
) => {
  const { text, type, url } = part;
  if (text !== null) {
    return (
      <p>
        <LinkedText text={text} baseUrl={baseUrl} />
      </p>
    );
  }
  const kind = mediaTypeOf(type)?.kind;
  const label = `${kind ?? "file"} of slide ${slide}`;
  switch (kind) {
    case "image":
      return <img src={url!} alt={label} />;
    case "video":
      return (
        <video src={`${url}#t=0.001`} controls playsinline preload="metadata" aria-label={label}>
        </video>
      );
    case "audio":
      return <audio src={url!} controls preload="none" aria-label={label}></audio>;
    default:
      return (
        <a class="file" href={url!} download={part.location ?? ""}>
          <Value text={part.location ?? type} /> <span class="hint">{sizeOf(part.bytes)}</span>
        </a>
      );
  }
};
