<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/**
 * A file by its `url`; without one, an image template (spec 4.4, rule 3): the fields of `createimage`, with
 * merge tags in the barcode's `id` and in the texts. It is drawn for each recipient; an element whose tag has no
 * value stays blank.
 */
final class ImageFile extends Fields
{
    public const WIRE = [
        'url' => ['url'],
        'backgroundImageUrl' => ['background-image-url'],
        'addBarcode' => ['add-barcode', YesNo::class],
        'barcode' => ['barcode', Barcode::class],
        'addTextArea' => ['add-text-area', YesNo::class],
        'textArea' => ['text-area', TextArea::class, 'map'],
    ];

    public function __construct(
        /** Public, absolute http or https URL. */
        public readonly ?string $url = null,
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
