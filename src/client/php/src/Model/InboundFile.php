<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** File of an MMS from an end user. */
final class InboundFile extends Fields
{
    public const WIRE = [
        'file' => ['file'],
    ];

    public function __construct(
        /** URL of a picture, video, audio, text or SMIL file. */
        public readonly string $file,
    ) {
    }
}
