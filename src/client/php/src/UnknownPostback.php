<?php

declare(strict_types=1);

namespace Slidepost;

/** Postback with a code that this version does not know, such as `PING`. */
final class UnknownPostback implements Postback
{
    /** @param array<string, mixed> $body Body with the names of its fields in JSON. */
    public function __construct(public readonly string $code, public readonly array $body)
    {
    }
}
