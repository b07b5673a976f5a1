<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

/** Kind of address, in any letter case. */
enum PlaceLabel: string
{
    case Work = 'Work';
    case Home = 'Home';
}
