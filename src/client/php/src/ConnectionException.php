<?php

declare(strict_types=1);

namespace Slidepost;

/** Failure of the network: whether the request was performed is not known. */
class ConnectionException extends \RuntimeException
{
}
