<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Website and its label. */
final class ContactWebsite extends Fields
{
    public const WIRE = [
        'url' => ['url'],
        'label' => ['label'],
    ];

    public function __construct(
        /** URL of the website. */
        public readonly string $url,
        /** Free-text label, cut to 100 characters. */
        public readonly ?string $label = null,
    ) {
    }
}
