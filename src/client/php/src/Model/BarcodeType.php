<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

/** Symbology, in any letter case. */
enum BarcodeType: string
{
    case AztecCode = 'Aztec Code';
    case Code11 = 'Code 11';
    case Code128 = 'Code 128';
    case Code39 = 'Code 39';
    case DataMatrix = 'Data Matrix';
    case EAN = 'EAN';
    case Interleaved2of5 = 'Interleaved 2of5';
    case PDF417 = 'PDF417';
    case QRCode = 'QR Code';
    case UPCA = 'UPC-A';
}
