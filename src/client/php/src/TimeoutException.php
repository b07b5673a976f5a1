<?php

declare(strict_types=1);

namespace Slidepost;

/** End of a call that took longer than its timeout. */
final class TimeoutException extends ConnectionException
{
}
