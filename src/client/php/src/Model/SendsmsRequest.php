<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Sends an SMS (spec 4.5). */
final class SendsmsRequest extends Fields
{
    public const WIRE = [
        'messageText' => ['message-text'],
        'to' => ['to'],
        'from' => ['from'],
        'campaignRef' => ['campaign-ref'],
        'operatorId' => ['operator-id'],
        'clickTracking' => ['click-tracking'],
        'smartEncoding' => ['smart-encoding'],
    ];

    public function __construct(
        /**
         * Text of the SMS. Up to 160 characters of the GSM alphabet, or 70 of Unicode, make one message; longer
         * text is sent and billed as several, at most 255.
         */
        public readonly string $messageText,
        /** Recipient's number with country code. */
        public readonly string $to,
        /**
         * Short code, toll-free or 10DLC number with country code, provisioned to the account. Alphanumeric
         * senders work only with carriers of certain countries, not in the USA.
         */
        public readonly string $from,
        /**
         * Campaign that the recipient is subscribed to; mandatory if Enforce Campaign Check is on for the
         * account.
         */
        public readonly ?string $campaignRef = null,
        /** Id of the recipient's operator; equivalent to `X-Service-Carrier-Id`. */
        public readonly ?string $operatorId = null,
        /** Whether to replace each link with a short one that counts clicks. */
        public readonly ?bool $clickTracking = null,
        /**
         * Whether quotation marks, dashes, spaces and ellipses of the SMS become plain ones if its whole text
         * then is in the GSM alphabet; letters never change. Default: the account's `smart-encoding`.
         */
        public readonly ?bool $smartEncoding = null,
    ) {
    }
}
