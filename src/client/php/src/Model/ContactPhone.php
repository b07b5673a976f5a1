<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Telephone number and its kind. */
final class ContactPhone extends Fields
{
    public const WIRE = [
        'number' => ['number'],
        'label' => ['label', ContactPhoneLabel::class],
    ];

    public function __construct(
        /** Telephone number in any notation. */
        public readonly string $number,
        /** Kind of number, in any letter case. */
        public readonly ?ContactPhoneLabel $label = null,
    ) {
    }
}
