<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;
use Slidepost\Postback;

/** SMS from an end user (spec 6.6). */
final class PostbackN211 extends Fields implements Postback
{
    public const WIRE = [
        'origin' => ['origin'],
        'code' => ['code'],
        'from' => ['from'],
        'to' => ['to'],
        'messageText' => ['message-text'],
        'timestamp' => ['timestamp'],
        'trackingId' => ['tracking-id'],
    ];

    public function __construct(
        /** Kind of traffic. Known values: `SMS_MO`. */
        public readonly string $origin,
        /** Event code. Known values: `N211`. */
        public readonly string $code,
        /**
         * Number of the end user with country code. A sender that is no international number is as the carrier
         * spells it: a name, a short code, a national number, or empty.
         */
        public readonly string $from,
        /** Short code or number that the message was sent to. */
        public readonly string $to,
        /** Text of the SMS. */
        public readonly string $messageText,
        /** Time in ISO 8601 with microseconds and offset. */
        public readonly string $timestamp,
        /** Id of the transaction, repeated in its postbacks. */
        public readonly string $trackingId,
    ) {
    }
}
