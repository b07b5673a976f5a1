<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Acceptance of an SMS. */
final class SendsmsResponse extends Fields
{
    public const WIRE = [
        'status' => ['status'],
        'trackingId' => ['tracking-id'],
        'to' => ['to'],
        'from' => ['from'],
        'segments' => ['segments'],
        'statusDetails' => ['status-details'],
    ];

    public function __construct(
        /** Success. Known values: `Success`. */
        public readonly string $status,
        /** Id of the transaction, repeated in its postbacks. */
        public readonly string $trackingId,
        /** Recipient's number with country code. */
        public readonly string $to,
        /** Short code or number that the message is sent from. */
        public readonly string $from,
        /**
         * Number of messages that the text is sent and billed as. A single one holds 160 characters of the GSM
         * alphabet (those of its extension table count twice) or 70 of Unicode; one of several holds 153 or 67.
         */
        public readonly int $segments,
        /** Result in words. */
        public readonly string $statusDetails,
    ) {
    }
}
