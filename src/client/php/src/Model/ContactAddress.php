<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Postal address and its kind. */
final class ContactAddress extends Fields
{
    public const WIRE = [
        'address' => ['address'],
        'label' => ['label', PlaceLabel::class],
    ];

    public function __construct(
        /** Postal address in one line. */
        public readonly string $address,
        /** Kind of address, in any letter case. */
        public readonly ?PlaceLabel $label = null,
    ) {
    }
}
