<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Acceptance of an MMS. */
final class SendsavedmmsResponse extends Fields
{
    public const WIRE = [
        'status' => ['status'],
        'mmsId' => ['mms-id'],
        'trackingId' => ['tracking-id'],
        'to' => ['to'],
        'from' => ['from'],
        'statusDetails' => ['status-details'],
        'warnings' => ['warnings', null, 'list'],
    ];

    public function __construct(
        /** Success. Known values: `Success`. */
        public readonly string $status,
        /** Id of the template. */
        public readonly string $mmsId,
        /** Id of the transaction, repeated in its postbacks. */
        public readonly string $trackingId,
        /** Recipient's number with country code. */
        public readonly string $to,
        /** Short code or number that the message is sent from. */
        public readonly string $from,
        /** Result in words. */
        public readonly string $statusDetails,
        /**
         * Objects of the request, and slides past the ninth, that do not fit into the message and are left out;
         * elements that are left out because their merge tags leave nothing of them; texts that do not lie
         * inside their image. Absent if there are none.
         * @var list<string>|null
         */
        public readonly ?array $warnings = null,
    ) {
    }
}
