<?php

// Performs the cases that come as JSON on stdin, and prints an outcome a line.

declare(strict_types=1);

use Slidepost\Client;
use Slidepost\ConnectionException;
use Slidepost\FileResponse;
use Slidepost\PostbackVerificationException;
use Slidepost\SlidepostException;
use Slidepost\TimeoutException;
use Slidepost\UnknownPostback;
use Slidepost\Webhook;

error_reporting(E_ALL);
set_error_handler(static fn (int $level, string $message) => throw new ErrorException($message));

require $argv[1] . '/autoload.php';

function call(array $case): array
{
    $client = new Client($case['baseUrl'], $case['apiKey'], $case['timeout'] / 1000, $case['retries']);
    $type = 'Slidepost\\Model\\' . ucfirst($case['action']) . 'Request';
    $response = $client->{$case['action']}(
        $type::fromWire($case['request']),
        idempotencyKey: $case['idempotencyKey'] ?? null,
        operatorId: $case['operatorId'] ?? null,
    );
    if (!$response instanceof FileResponse) {
        return ['response' => $response];
    }
    $sha256 = hash('sha256', $response->bytes);
    return ['file' => ['type' => $response->type, 'filename' => $response->filename, 'sha256' => $sha256]];
}

function verify(array $verification): array
{
    $now = (float) $verification['now'];
    unset($verification['now']);
    if (str_starts_with($verification['body'], '<')) {
        Webhook::verifySignature(...$verification, now: $now);
        return ['isVerified' => true];
    }
    $postback = Webhook::verifyPostback(...$verification, now: $now);
    return ['postback' => $postback instanceof UnknownPostback
        ? ['code' => null, 'fields' => $postback->body]
        : ['code' => $postback->code, 'fields' => $postback]];
}

function failure(Throwable $error): array
{
    if ($error instanceof SlidepostException) {
        return [
            'kind' => 'service',
            'status' => $error->status,
            'code' => $error->errorCode,
            'info' => $error->info,
            'to' => $error->to,
            'retryAfter' => $error->retryAfter,
            'link' => $error->link,
        ];
    }
    return ['kind' => match (true) {
        $error instanceof PostbackVerificationException => 'verification',
        $error instanceof TimeoutException => 'timeout',
        $error instanceof ConnectionException => 'connection',
        $error instanceof InvalidArgumentException => 'argument',
        default => throw $error,
    }];
}

foreach (json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR) as $case) {
    try {
        $outcome = isset($case['verification']) ? verify($case['verification']) : call($case);
    } catch (Exception $error) {
        $outcome = ['error' => failure($error)];
    }
    echo json_encode(['name' => $case['name']] + $outcome, JSON_THROW_ON_ERROR), "\n";
}
