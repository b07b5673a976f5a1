<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/**
 * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology requires. Its text has
 * the foreground colour. A box that does not lie inside the background, turned as it is, is refused with E1507.
 */
final class Barcode extends Fields
{
    public const WIRE = [
        'id' => ['id'],
        'positionX' => ['position-x'],
        'positionY' => ['position-y'],
        'width' => ['width'],
        'height' => ['height'],
        'foregroundColor' => ['foreground-color'],
        'backgroundColor' => ['background-color'],
        'borderWidth' => ['border-width'],
        'type' => ['type', BarcodeType::class],
        'hideText' => ['hide-text'],
        'transparent' => ['transparent'],
        'font' => ['font', Font::class],
        'fontSize' => ['font-size'],
        'alignment' => ['alignment', BarcodeAlignment::class],
        'rotate' => ['rotate', BarcodeRotate::class],
    ];

    public function __construct(
        /**
         * Content of the barcode; mandatory if it is drawn. EAN takes 7, 8, 12 or 13 digits, UPC-A 11 or 12,
         * Interleaved 2of5 an even number of digits, Code 11 digits and dashes; these, Code 39 (in which small
         * letters become capitals) and Code 128 (ASCII) take at most 80 characters. Other symbologies take any
         * text within their capacity.
         */
        public readonly ?string $id = null,
        /** Distance from the left edge, in pixels. */
        public readonly ?string $positionX = null,
        /** Distance from the top edge, in pixels. */
        public readonly ?string $positionY = null,
        /** Width, in pixels; by default more than 300 if the barcode needs it. */
        public readonly ?string $width = null,
        /** Size, in pixels. */
        public readonly ?string $height = null,
        /** Colour as hexadecimal red, green and blue. */
        public readonly ?string $foregroundColor = null,
        /** Colour as hexadecimal red, green and blue. */
        public readonly ?string $backgroundColor = null,
        /** Width of a frame inside the box, in pixels; it has the foreground colour. */
        public readonly ?string $borderWidth = null,
        /** Symbology, in any letter case. */
        public readonly ?BarcodeType $type = null,
        /** Whether to omit the text at the bottom centre. */
        public readonly ?bool $hideText = null,
        /** Whether to omit the background. */
        public readonly ?bool $transparent = null,
        /** Typeface, in any letter case. */
        public readonly ?Font $font = null,
        /** Size, in pixels. */
        public readonly ?string $fontSize = null,
        /** Alignment of the barcode in its box, in any letter case; its text is centred below it. */
        public readonly ?BarcodeAlignment $alignment = null,
        /** Clockwise rotation, in degrees. A quarter turn of 300×100 occupies 100×300. */
        public readonly ?BarcodeRotate $rotate = null,
    ) {
    }
}
