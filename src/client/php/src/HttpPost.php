<?php

declare(strict_types=1);

namespace Slidepost;

/** POST by the streams of PHP, which every installation has. */
final class HttpPost
{
    /** Bytes that are read at once. */
    private const CHUNK = 65536;

    /** Seconds by which PHP's own timer may end a wait too early. */
    private const EARLY = 0.05;

    /** @param array<string, array<string, mixed>> $context Further options of the stream context. */
    public function __construct(private readonly string $url, private readonly array $context = [])
    {
        if (preg_match('#^https?://[^/\s]+/\S*$#i', $url) !== 1) {
            throw new \InvalidArgumentException('the base address is no http or https URL');
        }
    }

    /**
     * @param array<string, string> $headers
     * @param float $end Time at which the call is given up.
     * @return array{int, array<string, string>, string} Status, headers by their names in lower case, body.
     */
    public function post(array $headers, string $body, float $end): array
    {
        $context = stream_context_create(array_replace_recursive($this->context, ['http' => [
            'method' => 'POST',
            'header' => self::headerLines($headers),
            'content' => $body,
            'timeout' => max($end - microtime(true), 0.001),
            'protocol_version' => 1.1,
            'ignore_errors' => true,
            // A redirect would take the key to another address.
            'follow_location' => 0,
            // PHP's own decoder does not notice that chunks are missing.
            'auto_decode' => false,
        ]]));
        $stream = $this->open($context, $end);
        try {
            [$status, $received] = self::head(stream_get_meta_data($stream)['wrapper_data']);
            return [$status, $received, self::decoded($received, self::read($stream, $end))];
        } finally {
            fclose($stream);
        }
    }

    /**
     * @param resource $context
     * @return resource
     */
    private function open($context, float $end)
    {
        $reason = 'no response';
        set_error_handler(static function (int $level, string $message) use (&$reason): bool {
            $reason = $message;
            return true;
        });
        try {
            $stream = fopen($this->url, 'rb', false, $context);
        } finally {
            restore_error_handler();
        }
        if ($stream !== false) {
            return $stream;
        }
        throw microtime(true) + self::EARLY >= $end ? new TimeoutException('timed out') : new ConnectionException($reason);
    }

    /**
     * Reads a body to its end, which must come in time.
     *
     * @param resource $stream
     */
    private static function read($stream, float $end): string
    {
        $content = '';
        while (!feof($stream)) {
            $remaining = $end - microtime(true);
            if ($remaining <= 0) {
                throw new TimeoutException('timed out');
            }
            stream_set_timeout($stream, (int) $remaining, (int) (fmod($remaining, 1) * 1_000_000));
            $content .= (string) @fread($stream, self::CHUNK);
        }
        return $content;
    }

    /** @param array<string, string> $headers */
    private static function decoded(array $headers, string $content): string
    {
        if (strtolower($headers['transfer-encoding'] ?? '') === 'chunked') {
            $content = self::joinedChunks($content);
        } elseif (strlen($content) < (int) ($headers['content-length'] ?? 0)) {
            $content = null;
        }
        return $content ?? throw new ConnectionException('the connection ended within the response');
    }

    /** Joins the chunks of a body (RFC 9112, 7.1); null: some are missing. */
    private static function joinedChunks(string $content): ?string
    {
        $joined = '';
        for ($at = 0; preg_match('/\G([0-9a-f]{1,8})[^\r\n]*\r\n/i', $content, $size, 0, $at) === 1;) {
            $length = (int) hexdec($size[1]);
            if ($length === 0) {
                return $joined;
            }
            $at += strlen($size[0]);
            $joined .= substr($content, $at, $length);
            $at += $length + 2;
        }
        return null;
    }

    /**
     * @param array<string, string> $headers
     * @return list<string>
     */
    private static function headerLines(array $headers): array
    {
        $lines = [];
        foreach ($headers as $name => $value) {
            if (preg_match('/^[\x20-\x7e]*$/D', $value) !== 1) {
                throw new \InvalidArgumentException("$name has characters that no header has");
            }
            $lines[] = "$name: $value";
        }
        return $lines;
    }

    /**
     * Reads the lines before a body. Only those of the last status count.
     *
     * @param list<string> $lines
     * @return array{int, array<string, string>}
     */
    private static function head(array $lines): array
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('#^HTTP/\S+ ([0-9]{3})#', $line, $match) === 1) {
                $status = (int) $match[1];
                $headers = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = array_map('trim', explode(':', $line, 2));
                $key = strtolower($name);
                $headers[$key] = isset($headers[$key]) ? "{$headers[$key]}, $value" : $value;
            }
        }
        return [$status, $headers];
    }
}
