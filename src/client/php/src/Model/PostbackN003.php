<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;
use Slidepost\Postback;

/** Template ready to send (spec 6.3). */
final class PostbackN003 extends Fields implements Postback
{
    public const WIRE = [
        'origin' => ['origin'],
        'code' => ['code'],
        'mmsId' => ['mms-id'],
        'trackingId' => ['tracking-id'],
        'clientReference' => ['client-reference'],
        'timestamp' => ['timestamp'],
    ];

    public function __construct(
        /** Kind of traffic. Known values: `MMS_MT`. */
        public readonly string $origin,
        /** Event code. Known values: `N003`. */
        public readonly string $code,
        /** Id of the template. */
        public readonly string $mmsId,
        /** Id of the transaction, repeated in its postbacks. */
        public readonly string $trackingId,
        /** Time in ISO 8601 with microseconds and offset. */
        public readonly string $timestamp,
        /** `client-reference` of the request, if given. */
        public readonly ?string $clientReference = null,
    ) {
    }
}
