<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

/** Clockwise rotation, in degrees. A quarter turn of 300×100 occupies 100×300. */
enum BarcodeRotate: string
{
    case _0 = '0';
    case _90 = '90';
    case _180 = '180';
    case _270 = '270';
}
