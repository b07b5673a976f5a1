<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Text of a slide in place of the template's. */
final class CustomSlide extends Fields
{
    public const WIRE = [
        'customMessageText' => ['custom-message-text'],
        'customSlide' => ['custom-slide'],
    ];

    public function __construct(
        /** Text of the slide for this recipient. */
        public readonly string $customMessageText,
        /** Slide number, counted from 1. */
        public readonly string $customSlide,
    ) {
    }
}
