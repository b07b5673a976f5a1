<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;
use Slidepost\Postback;

/** MMS sent: the service has begun to process it (spec 6.2). */
final class PostbackN101 extends Fields implements Postback
{
    public const WIRE = [
        'origin' => ['origin'],
        'code' => ['code'],
        'sentAs' => ['sent-as'],
        'status' => ['status'],
        'statusDetails' => ['status-details'],
        'mmsId' => ['mms-id'],
        'from' => ['from'],
        'to' => ['to'],
        'trackingId' => ['tracking-id'],
        'clientReference' => ['client-reference'],
        'timestamp' => ['timestamp'],
        'campaignRef' => ['campaign-ref'],
    ];

    public function __construct(
        /** Kind of traffic. Known values: `MMS_MT`. */
        public readonly string $origin,
        /** Event code. Known values: `N101`. */
        public readonly string $code,
        /** Form in which the message was sent; SMS is the fallback. Known values: `MMS`, `SMS`. */
        public readonly string $sentAs,
        /** Status of the message. Known values: `Sent`. */
        public readonly string $status,
        /** Status in words. Known values: `Message Sent`. */
        public readonly string $statusDetails,
        /** Short code or number that the message is sent from. */
        public readonly string $from,
        /** Recipient's number with country code. */
        public readonly string $to,
        /** Id of the transaction, repeated in its postbacks. */
        public readonly string $trackingId,
        /** Time in ISO 8601 with microseconds and offset. */
        public readonly string $timestamp,
        /** Id of the template. */
        public readonly ?string $mmsId = null,
        /** `client-reference` of the request, if given. */
        public readonly ?string $clientReference = null,
        /** `campaign-ref` of the request, if given. */
        public readonly ?string $campaignRef = null,
    ) {
    }
}
