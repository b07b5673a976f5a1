<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Acceptance of a template. */
final class SavemmsResponse extends Fields
{
    public const WIRE = [
        'status' => ['status'],
        'statusDetails' => ['status-details'],
        'mmsId' => ['mms-id'],
    ];

    public function __construct(
        /** Success. Known values: `success`. */
        public readonly string $status,
        /** Result in words. */
        public readonly string $statusDetails,
        /** Id of the template. */
        public readonly string $mmsId,
    ) {
    }
}
