<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

/**
 * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default it is drawn if
 * present.
 */
enum YesNo: string
{
    case Yes = 'yes';
    case No = 'no';
}
