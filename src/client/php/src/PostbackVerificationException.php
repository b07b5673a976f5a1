<?php

declare(strict_types=1);

namespace Slidepost;

/** Refusal of a request that is not a postback of the service, or is an old one. */
final class PostbackVerificationException extends \RuntimeException
{
}
