<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Text on an image (spec 2.5). */
final class TextArea extends Fields
{
    public const WIRE = [
        'text' => ['text'],
        'positionX' => ['position-x'],
        'positionY' => ['position-y'],
        'font' => ['font', Font::class],
        'fontSize' => ['font-size'],
        'fontColor' => ['font-color'],
        'width' => ['width'],
    ];

    public function __construct(
        /**
         * Text to draw; mandatory if the text area is drawn. The limit of 1,000 characters also applies after
         * merge tags are replaced.
         */
        public readonly ?string $text = null,
        /** Distance from the left edge, in pixels. */
        public readonly ?string $positionX = null,
        /** Distance from the top edge, in pixels. */
        public readonly ?string $positionY = null,
        /** Typeface, in any letter case. */
        public readonly ?Font $font = null,
        /** Size, in pixels. */
        public readonly ?string $fontSize = null,
        /** Colour as hexadecimal red, green and blue. */
        public readonly ?string $fontColor = null,
        /** Width at which the text wraps, in pixels. */
        public readonly string|int|null $width = null,
    ) {
    }
}
