<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** File by its `url`. */
final class ContentFile extends Fields
{
    public const WIRE = [
        'url' => ['url'],
    ];

    public function __construct(
        /** Public, absolute http or https URL. */
        public readonly string $url,
    ) {
    }
}
