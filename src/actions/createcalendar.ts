/** `createcalendar` (spec 4.8): returns an iCalendar file. */
import { type CalendarEvent, readEvent } from "../core/personalisation/calendar_event.ts";
import type { FileResponse, Requests } from "../generated/json.ts";
import { writeCalendar } from "../objects/icalendar.ts";
import type { ActionContext, ActionPorts } from "./ports.ts";

type EventPorts = Pick<ActionPorts, "clock" | "ids">;

export function createcalendar(
  request: Requests["createcalendar"],
  { ports, access: { account } }: ActionContext,
): Promise<FileResponse> {
  const event = readEvent(request);
  ports.creationRate.take(account);
  const bytes = eventFile(event, ports);
  return Promise.resolve({ bytes, type: "text/calendar", filename: "calendar.ics" });
}

/** Writes the iCalendar file of an event, with a new UID and the current time. */
export function eventFile(
  event: CalendarEvent,
  { clock, ids }: EventPorts,
): Uint8Array<ArrayBuffer> {
  return writeCalendar(event, ids.tracking(), clock.now());
}
