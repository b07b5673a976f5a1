<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;
use Slidepost\Postback;

/** Audio of a message not transcoded, and sending not triggered (spec 6.3). */
final class PostbackE012 extends Fields implements Postback
{
    public const WIRE = [
        'origin' => ['origin'],
        'code' => ['code'],
        'trackingId' => ['tracking-id'],
        'clientReference' => ['client-reference'],
        'audioName' => ['audio-name'],
        'errorInfo' => ['error-info'],
    ];

    public function __construct(
        /** Kind of traffic. Known values: `MMS_MT`. */
        public readonly string $origin,
        /** Event code. Known values: `E012`. */
        public readonly string $code,
        /** Id of the transaction, repeated in its postbacks. */
        public readonly string $trackingId,
        /** URL of the file, as given in the request. */
        public readonly string $audioName,
        /** Reason. */
        public readonly string $errorInfo,
        /** `client-reference` of the request, if given. */
        public readonly ?string $clientReference = null,
    ) {
    }
}
