<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

/** Typeface, in any letter case. */
enum Font: string
{
    case Arvo = 'Arvo';
    case Arial = 'Arial';
    case ArialMT = 'ArialMT';
    case OpenSans = 'OpenSans';
    case LiberationSans = 'LiberationSans';
    case Ubuntu = 'Ubuntu';
}
