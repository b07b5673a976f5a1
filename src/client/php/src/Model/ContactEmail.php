<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** E-mail address and its kind. */
final class ContactEmail extends Fields
{
    public const WIRE = [
        'id' => ['id'],
        'label' => ['label', PlaceLabel::class],
    ];

    public function __construct(
        /** E-mail address. */
        public readonly string $id,
        /** Kind of address, in any letter case. */
        public readonly ?PlaceLabel $label = null,
    ) {
    }
}
