<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;
use Slidepost\Postback;

/** SMS delivered (spec 6.5). */
final class PostbackN202 extends Fields implements Postback
{
    public const WIRE = [
        'origin' => ['origin'],
        'code' => ['code'],
        'sentAs' => ['sent-as'],
        'status' => ['status'],
        'from' => ['from'],
        'to' => ['to'],
        'timestamp' => ['timestamp'],
        'trackingId' => ['tracking-id'],
        'campaignRef' => ['campaign-ref'],
    ];

    public function __construct(
        /** Kind of traffic. Known values: `SMS_MT`. */
        public readonly string $origin,
        /** Event code. Known values: `N202`. */
        public readonly string $code,
        /** Always SMS. Known values: `SMS`. */
        public readonly string $sentAs,
        /** Status of the message. Known values: `Delivered`. */
        public readonly string $status,
        /** Short code or number that the message is sent from. */
        public readonly string $from,
        /** Recipient's number with country code. */
        public readonly string $to,
        /** Time in ISO 8601 with microseconds and offset. */
        public readonly string $timestamp,
        /** Id of the transaction, repeated in its postbacks. */
        public readonly string $trackingId,
        /** `campaign-ref` of the request, if given. */
        public readonly ?string $campaignRef = null,
    ) {
    }
}
