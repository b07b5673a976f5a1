<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Fields of `createimage`, and the slide (spec 2.6). */
final class DynamicImage extends Fields
{
    public const WIRE = [
        'slideNumber' => ['slide-number'],
        'backgroundImageUrl' => ['background-image-url'],
        'addBarcode' => ['add-barcode', YesNo::class],
        'barcode' => ['barcode', Barcode::class],
        'addTextArea' => ['add-text-area', YesNo::class],
        'textArea' => ['text-area', TextArea::class, 'map'],
    ];

    public function __construct(
        /**
         * Target slide, counted from 1; by default the last. A number beyond the last slide adds a slide, up to
         * the ninth; beyond that, the object is left out and listed in `warnings`.
         */
        public readonly ?string $slideNumber = null,
        /** URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended. */
        public readonly ?string $backgroundImageUrl = null,
        /**
         * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default it is
         * drawn if present.
         */
        public readonly ?YesNo $addBarcode = null,
        /**
         * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology requires. Its
         * text has the foreground colour. A box that does not lie inside the background, turned as it is, is
         * refused with E1507.
         */
        public readonly ?Barcode $barcode = null,
        /**
         * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default it is
         * drawn if present.
         */
        public readonly ?YesNo $addTextArea = null,
        /**
         * Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5).
         * @var array<string, TextArea>|null
         */
        public readonly ?array $textArea = null,
    ) {
    }
}
