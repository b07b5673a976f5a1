<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

/** Alignment of the barcode in its box, in any letter case; its text is centred below it. */
enum BarcodeAlignment: string
{
    case Left = 'Left';
    case Center = 'Center';
    case Right = 'Right';
}
