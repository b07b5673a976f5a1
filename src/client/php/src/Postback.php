<?php

declare(strict_types=1);

namespace Slidepost;

/**
 * One of the types `Model\PostbackN101`, `Model\PostbackN102` and so on, or an `UnknownPostback`.
 *
 * @property-read string $code
 */
interface Postback
{
}
