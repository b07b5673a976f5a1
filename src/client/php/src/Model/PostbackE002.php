<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;
use Slidepost\Postback;

/** Audio of a template not transcoded (spec 6.3). */
final class PostbackE002 extends Fields implements Postback
{
    public const WIRE = [
        'origin' => ['origin'],
        'code' => ['code'],
        'mmsid' => ['mmsid'],
        'trackingid' => ['trackingid'],
        'clientReference' => ['client-reference'],
        'audioname' => ['audioname'],
    ];

    public function __construct(
        /** Kind of traffic. Known values: `MMS_MT`. */
        public readonly string $origin,
        /** Event code. Known values: `E002`. */
        public readonly string $code,
        /** Id of the template. */
        public readonly string $mmsid,
        /** Id of the transaction, repeated in its postbacks. */
        public readonly string $trackingid,
        /** URL of the file, as given in the request. */
        public readonly string $audioname,
        /** `client-reference` of the request, if given. */
        public readonly ?string $clientReference = null,
    ) {
    }
}
