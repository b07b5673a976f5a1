<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** First name, last name or both, with letters, digits, spaces and periods only. */
final class ContactName extends Fields
{
    public const WIRE = [
        'firstName' => ['first-name'],
        'lastName' => ['last-name'],
        'suffix' => ['suffix'],
    ];

    public function __construct(
        /** Part of the name; mandatory if the other part is blank. In `sendsavedmms` it may have merge tags. */
        public readonly ?string $firstName = null,
        /** Part of the name; mandatory if the other part is blank. In `sendsavedmms` it may have merge tags. */
        public readonly ?string $lastName = null,
        /** Name suffix, such as Jr. */
        public readonly ?string $suffix = null,
    ) {
    }
}
