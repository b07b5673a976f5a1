<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Generates an iCalendar file (spec 4.8, 2.8). */
final class CreatecalendarRequest extends Fields
{
    public const WIRE = [
        'eventTitle' => ['event-title'],
        'eventDescription' => ['event-description'],
        'eventLocation' => ['event-location'],
        'eventStartDatetime' => ['event-start-datetime'],
        'eventEndDatetime' => ['event-end-datetime'],
        'eventTimezone' => ['event-timezone'],
        'allDayEvent' => ['all-day-event'],
    ];

    public function __construct(
        /** Title of the event. */
        public readonly string $eventTitle,
        /** Description of the event. */
        public readonly string $eventDescription,
        /** Location of the event. */
        public readonly string $eventLocation,
        /** Start in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
        public readonly string $eventStartDatetime,
        /** End in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
        public readonly string $eventEndDatetime,
        /** Time zone of the tz database, such as America/New_York. */
        public readonly string $eventTimezone,
        /** Whether the event lasts from 00:00 UTC of the start date to 23:59 UTC of the end date. */
        public readonly ?bool $allDayEvent = null,
    ) {
    }
}
