<?php

declare(strict_types=1);

namespace Slidepost;

/** File returned by an action. */
final class FileResponse
{
    public function __construct(
        public readonly string $bytes,
        /** MIME type without parameters. */
        public readonly string $type,
        public readonly string $filename,
    ) {
    }
}
