<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Saves an MMS template and transcodes its content (spec 4.3). */
final class SavemmsRequest extends Fields
{
    public const WIRE = [
        'messageSubject' => ['message-subject'],
        'fallbackSmsText' => ['fallback-sms-text'],
        'disableFallbackSms' => ['disable-fallback-sms'],
        'disableFallbackSmsLink' => ['disable-fallback-sms-link'],
        'clientReference' => ['client-reference'],
        'name' => ['name'],
        'slide' => ['slide', Slide::class, 'list'],
    ];

    public function __construct(
        /** Name of the template, for internal reference. */
        public readonly string $name,
        /**
         * Slides in the order of display.
         * @var list<Slide>
         */
        public readonly array $slide,
        /**
         * Subject. Up to 80 characters are supported; further ones may be cut off. At most 40 characters without
         * Unicode or emoji have the best deliverability. Toll-free senders may not support a subject. NUL and
         * lone surrogates are stripped.
         */
        public readonly ?string $messageSubject = null,
        /**
         * Text of the fallback SMS; at most 110 characters have the best deliverability. Mandatory if the
         * account may send fallback SMS and `disable-fallback-sms` is not true.
         */
        public readonly ?string $fallbackSmsText = null,
        /** Whether to disable the fallback SMS, which is sent if the MMS cannot be delivered. */
        public readonly ?bool $disableFallbackSms = null,
        /** Whether to omit the link to the MMS content from the fallback SMS. */
        public readonly ?bool $disableFallbackSmsLink = null,
        /** Customer's own id of the transaction, returned in its postbacks. */
        public readonly ?string $clientReference = null,
    ) {
    }
}
