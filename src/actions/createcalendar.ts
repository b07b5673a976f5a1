/** `createcalendar` (spec 4.8): answers an iCalendar file. */
import { type CalendarEvent, readEvent } from "../core/calendar_event.ts";
import type { FileResponse, Requests } from "../generated/json.ts";
import { writeCalendar } from "../objects/icalendar.ts";
import type { ActionContext, ActionEnv } from "./env.ts";

type EventEnv = Pick<ActionEnv, "clock" | "ids">;

export function createcalendar(
  request: Requests["createcalendar"],
  { env, access: { account } }: ActionContext,
): Promise<FileResponse> {
  const event = readEvent(request);
  env.making.take(account);
  const bytes = eventFile(event, env);
  return Promise.resolve({ bytes, type: "text/calendar", filename: "calendar.ics" });
}

/** The iCalendar file of an event, made now, with an id that no other has. */
export function eventFile(event: CalendarEvent, { clock, ids }: EventEnv): Uint8Array<ArrayBuffer> {
  return writeCalendar(event, ids.tracking(), clock.now());
}
