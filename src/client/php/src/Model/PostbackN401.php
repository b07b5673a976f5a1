<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;
use Slidepost\Postback;

/** MMS from an end user (spec 6.4). */
final class PostbackN401 extends Fields implements Postback
{
    public const WIRE = [
        'origin' => ['origin'],
        'code' => ['code'],
        'from' => ['from'],
        'to' => ['to'],
        'messageSubject' => ['message-subject'],
        'trackingId' => ['tracking-id'],
        'timestamp' => ['timestamp'],
        'content' => ['content', InboundFile::class, 'list'],
    ];

    public function __construct(
        /** Kind of traffic. Known values: `MMS_MO`. */
        public readonly string $origin,
        /** Event code. Known values: `N401`. */
        public readonly string $code,
        /**
         * Number of the end user with country code. A sender that is no international number is as the carrier
         * spells it: a name, a short code, a national number, or empty.
         */
        public readonly string $from,
        /** Short code or number that the message was sent to. */
        public readonly string $to,
        /** Subject of the MMS; may be empty. */
        public readonly string $messageSubject,
        /** Id of the transaction, repeated in its postbacks. */
        public readonly string $trackingId,
        /** Time in ISO 8601 with microseconds and offset. */
        public readonly string $timestamp,
        /**
         * Files of the MMS.
         * @var list<InboundFile>
         */
        public readonly array $content,
    ) {
    }
}
