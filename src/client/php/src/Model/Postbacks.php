<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

/** Types of postbacks, by code. */
final class Postbacks
{
    public const TYPES = [
        'N101' => PostbackN101::class,
        'N102' => PostbackN102::class,
        'N103' => PostbackN103::class,
        'E101' => PostbackE101::class,
        'E102' => PostbackE102::class,
        'N003' => PostbackN003::class,
        'E002' => PostbackE002::class,
        'E003' => PostbackE003::class,
        'E004' => PostbackE004::class,
        'N013' => PostbackN013::class,
        'E011' => PostbackE011::class,
        'E012' => PostbackE012::class,
        'E013' => PostbackE013::class,
        'N401' => PostbackN401::class,
        'N201' => PostbackN201::class,
        'N202' => PostbackN202::class,
        'E201' => PostbackE201::class,
        'E202' => PostbackE202::class,
        'N211' => PostbackN211::class,
    ];
}
