<?php

declare(strict_types=1);

namespace Slidepost;

use Slidepost\Model\Postbacks;

/** Verification of postbacks, signed as Standard Webhooks. */
final class Webhook
{
    private const SECRET_PREFIX = 'whsec_';

    /**
     * Verifies the signature and the time of a postback, and reads it.
     *
     * @param string $body Body of the request as received, in JSON.
     * @param array<string, string> $headers Headers of the request, or `$_SERVER`.
     * @param string|list<string> $secrets Secret of the account or receiver (`whsec_…`), or several of
     *     which any may have signed.
     * @param float $tolerance Difference of the clocks that is accepted, in seconds.
     * @param float|null $now Time of the verification. Default: now.
     * @throws PostbackVerificationException
     */
    public static function verifyPostback(
        string $body,
        array $headers,
        string|array $secrets,
        float $tolerance = 300.0,
        ?float $now = null,
    ): Postback {
        self::verifySignature($body, $headers, $secrets, $tolerance, $now);
        return self::parsePostback($body);
    }

    /**
     * Verifies the signature and the time of a postback in any format, such as XML.
     *
     * @param string $body Body of the request as received.
     * @param array<string, string> $headers Headers of the request, or `$_SERVER`.
     * @param string|list<string> $secrets Secret of the account or receiver (`whsec_…`), or several of
     *     which any may have signed.
     * @param float $tolerance Difference of the clocks that is accepted, in seconds.
     * @param float|null $now Time of the verification. Default: now.
     * @throws PostbackVerificationException
     */
    public static function verifySignature(
        string $body,
        array $headers,
        string|array $secrets,
        float $tolerance = 300.0,
        ?float $now = null,
    ): void {
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $isNumber = preg_match('/^[0-9]{1,12}$/D', $timestamp) === 1;
        if (!$isNumber || abs(($now ?? microtime(true)) - (int) $timestamp) > $tolerance) {
            throw new PostbackVerificationException('webhook-timestamp is too old, too new, or no number');
        }
        $signatures = explode(' ', self::header($headers, 'webhook-signature'));
        foreach ((array) $secrets as $secret) {
            $mac = hash_hmac('sha256', "$id.$timestamp.$body", self::key($secret), true);
            $expected = 'v1,' . base64_encode($mac);
            foreach ($signatures as $signature) {
                // Takes the same time wherever the signature differs.
                if (hash_equals($expected, $signature)) {
                    return;
                }
            }
        }
        throw new PostbackVerificationException('no signature is by this secret');
    }

    /** Reads the body of a postback whose signature is verified already. */
    public static function parsePostback(string $body): Postback
    {
        $fields = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        if (!is_array($fields)) {
            throw new \UnexpectedValueException('a postback is a JSON object');
        }
        $code = is_string($fields['code'] ?? null) ? $fields['code'] : '';
        $type = Postbacks::TYPES[$code] ?? null;
        return $type === null ? new UnknownPostback($code, $fields) : $type::fromWire($fields);
    }

    private static function key(string $secret): string
    {
        $encoded = str_starts_with($secret, self::SECRET_PREFIX) ? substr($secret, strlen(self::SECRET_PREFIX)) : $secret;
        $key = base64_decode($encoded, true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('the secret is not whsec_ and base64');
        }
        return $key;
    }

    /** @param array<string, string> $headers */
    private static function header(array $headers, string $name): string
    {
        $ofServer = 'http_' . strtr($name, '-', '_');
        foreach ($headers as $key => $value) {
            if (in_array(strtolower((string) $key), [$name, $ofServer], true) && $value !== '') {
                return $value;
            }
        }
        throw new PostbackVerificationException("$name is missing");
    }
}
