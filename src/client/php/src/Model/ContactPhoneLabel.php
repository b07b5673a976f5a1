<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

/** Kind of number, in any letter case. */
enum ContactPhoneLabel: string
{
    case Work = 'Work';
    case Home = 'Home';
    case Mobile = 'Mobile';
    case Fax = 'Fax';
    case Pager = 'Pager';
    case Main = 'Main';
    case Other = 'Other';
}
