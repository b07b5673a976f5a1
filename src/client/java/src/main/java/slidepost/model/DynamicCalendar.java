// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** Fields of {@code createcalendar}, and the slide (spec 2.8). */
public final class DynamicCalendar implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Sets "slide-number". Target slide, counted from 1; by default the last. A number beyond the
   * last slide adds a slide, up to the ninth; beyond that, the object is left out and listed in
   * {@code warnings}.
   */
  public DynamicCalendar slideNumber(String slideNumber) {
    fields.put("slide-number", slideNumber);
    return this;
  }

  /** Sets "event-title". Title of the event. */
  public DynamicCalendar eventTitle(String eventTitle) {
    fields.put("event-title", eventTitle);
    return this;
  }

  /** Sets "event-description". Description of the event. */
  public DynamicCalendar eventDescription(String eventDescription) {
    fields.put("event-description", eventDescription);
    return this;
  }

  /** Sets "event-location". Location of the event. */
  public DynamicCalendar eventLocation(String eventLocation) {
    fields.put("event-location", eventLocation);
    return this;
  }

  /**
   * Sets "event-start-datetime". Start in ISO 8601, local to {@code event-timezone}; a time zone
   * designator is ignored.
   */
  public DynamicCalendar eventStartDatetime(String eventStartDatetime) {
    fields.put("event-start-datetime", eventStartDatetime);
    return this;
  }

  /**
   * Sets "event-end-datetime". End in ISO 8601, local to {@code event-timezone}; a time zone
   * designator is ignored.
   */
  public DynamicCalendar eventEndDatetime(String eventEndDatetime) {
    fields.put("event-end-datetime", eventEndDatetime);
    return this;
  }

  /** Sets "event-timezone". Time zone of the tz database, such as America/New_York. */
  public DynamicCalendar eventTimezone(String eventTimezone) {
    fields.put("event-timezone", eventTimezone);
    return this;
  }

  /**
   * Sets "all-day-event". Whether the event lasts from 00:00 UTC of the start date to 23:59 UTC of
   * the end date.
   */
  public DynamicCalendar allDayEvent(Boolean allDayEvent) {
    fields.put("all-day-event", allDayEvent);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
