<?php

declare(strict_types=1);

namespace Slidepost;

/** Transport of the client: a POST per call, repeated where that is safe. */
abstract class Transport
{
    /** Statuses of a failure that may pass: limits, and a service or proxy that is not ready. */
    private const PASSING = [429, 502, 503, 504];

    /** Wait before the second attempt after a network failure, in seconds; it doubles. */
    private const FIRST_WAIT = 0.25;

    /** Longest wait after a network failure, in seconds. */
    private const LONGEST_WAIT = 8.0;

    private readonly HttpPost $http;

    /**
     * @param string $baseUrl The service's base address, with or without a trailing slash.
     * @param string $apiKey The account's API key.
     * @param float $timeout Timeout of a call with all its attempts, in seconds.
     * @param int $retries Number of times that a call is repeated at most.
     * @param array<string, array<string, mixed>> $context Options of the stream context, for proxies and
     *     certificates.
     */
    public function __construct(
        string $baseUrl,
        private readonly string $apiKey,
        private readonly float $timeout = 30.0,
        private readonly int $retries = 2,
        array $context = [],
    ) {
        $this->http = new HttpPost(rtrim($baseUrl, '/') . '/api/v2', $context);
    }

    /**
     * Performs an action with a JSON response.
     *
     * @template T of Fields
     * @param class-string<T> $type
     * @return T
     */
    protected function postForObject(
        string $action,
        Fields $request,
        string $type,
        ?string $idempotencyKey,
        ?string $operatorId,
    ): Fields {
        $key = $idempotencyKey ?? bin2hex(random_bytes(16));
        [$headers, $body] = $this->post($action, $request, $key, $operatorId);
        $fields = json_decode($body, true);
        try {
            if (is_array($fields)) {
                return $type::fromWire($fields);
            }
        } catch (\UnexpectedValueException) {
            // It is reported like a body that is not JSON.
        }
        throw new SlidepostException(200, '', $headers);
    }

    /** Performs an action that returns a file. */
    protected function postForFile(
        string $action,
        Fields $request,
        ?string $idempotencyKey,
        ?string $operatorId,
    ): FileResponse {
        [$headers, $body] = $this->post($action, $request, $idempotencyKey, $operatorId);
        $type = trim(explode(';', $headers['content-type'] ?? '')[0]);
        $isNamed = preg_match('/filename="?([^";]+)/i', $headers['content-disposition'] ?? '', $name);
        return new FileResponse($body, $type, $isNamed === 1 ? trim($name[1]) : $action);
    }

    /**
     * Posts a request, again after a failure that may pass, until the timeout.
     *
     * @return array{array<string, string>, string} Headers and body.
     */
    private function post(string $action, Fields $request, ?string $key, ?string $operatorId): array
    {
        $headers = array_filter([
            'Content-Type' => 'application/json',
            'X-Api-Key' => $this->apiKey,
            'Idempotency-Key' => $key,
            'X-Service-Carrier-Id' => $operatorId,
        ], static fn (?string $value): bool => $value !== null);
        $fields = (array) $request->jsonSerialize() + ['action' => $action];
        $body = json_encode($fields, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        $end = microtime(true) + $this->timeout;
        for ($attempt = 0; ; $attempt++) {
            try {
                return $this->attempt($headers, $body, $end);
            } catch (SlidepostException | ConnectionException $failure) {
                $wait = self::waitAfter($failure, $attempt);
                if ($wait === null || $attempt >= $this->retries || microtime(true) + $wait >= $end) {
                    throw $failure;
                }
                usleep((int) ($wait * 1_000_000));
            }
        }
    }

    /**
     * @param array<string, string> $headers
     * @return array{array<string, string>, string}
     */
    private function attempt(array $headers, string $body, float $end): array
    {
        [$status, $received, $content] = $this->http->post($headers, $body, $end);
        if ($status >= 200 && $status < 300) {
            return [$received, $content];
        }
        throw new SlidepostException($status, $content, $received);
    }

    /** Returns the wait before the next attempt, in seconds; null: it would fail again. */
    private static function waitAfter(\RuntimeException $failure, int $attempt): ?float
    {
        if ($failure instanceof TimeoutException) {
            return null;
        }
        if ($failure instanceof SlidepostException) {
            // With Retry-After, a request with the same key is in progress.
            $isInProgress = $failure->status === 409 && $failure->retryAfter !== null;
            if (!in_array($failure->status, self::PASSING, true) && !$isInProgress) {
                return null;
            }
            if ($failure->retryAfter !== null) {
                return (float) $failure->retryAfter;
            }
        }
        return min(self::FIRST_WAIT * 2 ** $attempt, self::LONGEST_WAIT) * (0.5 + mt_rand() / mt_getrandmax());
    }
}
