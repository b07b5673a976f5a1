<?php

declare(strict_types=1);

namespace Slidepost;

/** Failure reported by the service. */
final class SlidepostException extends \RuntimeException
{
    /** `error-code`; null when the response is not the service's own, such as a proxy's. */
    public readonly ?string $errorCode;

    /** `error-info`. */
    public readonly string $info;

    /** Recipient, where the failure names it. */
    public readonly ?string $to;

    /** Value of Retry-After, in seconds. */
    public readonly ?int $retryAfter;

    /** Page of the manual about the code. */
    public readonly ?string $link;

    /**
     * @param int $status HTTP status.
     * @param array<string, string> $headers Headers by their names in lower case.
     */
    public function __construct(public readonly int $status, string $body, array $headers)
    {
        $fields = json_decode($body, true);
        $text = static fn (string $name): ?string =>
            is_array($fields) && is_string($fields[$name] ?? null) ? $fields[$name] : null;
        $this->errorCode = $text('error-code');
        $this->info = $text('error-info') ?? self::defaultInfo($status);
        $this->to = $text('to');
        $seconds = $headers['retry-after'] ?? '';
        $this->retryAfter = preg_match('/^[0-9]{1,9}$/D', $seconds) === 1 ? (int) $seconds : null;
        $isHelp = preg_match('/<([^<>]*)>[^<>]*?;\s*rel\s*=\s*"?help\b/i', $headers['link'] ?? '', $link);
        $this->link = $isHelp === 1 ? $link[1] : null;
        parent::__construct($this->errorCode === null ? $this->info : "{$this->errorCode}: {$this->info}");
    }

    private static function defaultInfo(int $status): string
    {
        return $status === 200 ? 'the response is not the expected object' : "HTTP status $status";
    }
}
