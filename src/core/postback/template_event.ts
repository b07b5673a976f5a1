/** Events of templates, with their postbacks. */
import type { PostbackReceiver } from "../account/receiver.ts";
import type { NewEvent } from "../message/event.ts";
import type { TemplateRecord } from "../template/template.ts";
import { advanceTemplate, type TemplateEvent } from "../template/template_state.ts";
import { addressed } from "./destinations.ts";
import { type FileFault, templatePostback } from "./postback.ts";

/** File that an event is about, with the details for the template's log. */
export interface EventFile extends FileFault {
  details: string;
}

/** Builds the event that ends the transcoding of a template. */
export function templateEvent(
  template: TemplateRecord,
  at: number,
  name: TemplateEvent,
  file?: EventFile,
): NewEvent {
  const step = advanceTemplate("locked", name)!;
  const code = step.postback as Parameters<typeof templatePostback>[0];
  return {
    account: template.account,
    trackingId: template.trackingId,
    trace: template.trace,
    at,
    name,
    state: step.state,
    details: file?.details ?? null,
    operatorId: null,
    ...templatePostback(code, template, at, file),
  };
}

/** Addresses events of a template to the receivers of its account. */
export function addressedTemplateEvents(
  events: readonly NewEvent[],
  receivers: readonly PostbackReceiver[],
): NewEvent[] {
  return events.flatMap((event) =>
    addressed(event, receivers, { sender: null, campaignRef: null })
  );
}
