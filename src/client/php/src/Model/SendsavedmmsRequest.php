<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Sends a saved MMS template to one recipient (spec 4.4). */
final class SendsavedmmsRequest extends Fields
{
    public const WIRE = [
        'mmsId' => ['mms-id'],
        'to' => ['to'],
        'toDisplayonly' => ['to-displayonly'],
        'from' => ['from'],
        'campaignRef' => ['campaign-ref'],
        'messageSubject' => ['message-subject'],
        'fallbackSmsText' => ['fallback-sms-text'],
        'disableFallbackSms' => ['disable-fallback-sms'],
        'disableFallbackSmsLink' => ['disable-fallback-sms-link'],
        'fallbackSmsLinkExpiration' => ['fallback-sms-link-expiration'],
        'mmsExpiryTimestamp' => ['mms-expiry-timestamp'],
        'forceSendAsSms' => ['force-send-as-sms'],
        'smartEncoding' => ['smart-encoding'],
        'operatorId' => ['operator-id'],
        'clientReference' => ['client-reference'],
        'customSlides' => ['custom-slides', CustomSlide::class, 'list'],
        'mergeTagData' => ['merge-tag-data', null, 'map'],
        'dynamicImage' => ['dynamic-image', DynamicImage::class, 'list'],
        'dynamicContact' => ['dynamic-contact', DynamicContact::class, 'list'],
        'dynamicCalendar' => ['dynamic-calendar', DynamicCalendar::class, 'list'],
    ];

    public function __construct(
        /** Id of the template, saved with an API key of the same account. */
        public readonly string $mmsId,
        /** Recipient's number with country code; must be in a country of the sender. */
        public readonly string $to,
        /**
         * Short code, toll-free or 10DLC number with country code, provisioned to the account. Alphanumeric
         * senders work only with carriers of certain countries, not in the USA.
         */
        public readonly string $from,
        /**
         * Comma-separated numbers with country code, at most 100, shown as further recipients of a group. The
         * message is delivered to `to` only.
         */
        public readonly ?string $toDisplayonly = null,
        /**
         * Campaign that the recipient is subscribed to; mandatory if Enforce Campaign Check is on for the
         * account.
         */
        public readonly ?string $campaignRef = null,
        /**
         * Subject in place of the template's; at most 40 characters without Unicode have the best
         * deliverability. The limit of 1,000 characters also applies after merge tags are replaced. NUL and lone
         * surrogates are stripped.
         */
        public readonly ?string $messageSubject = null,
        /**
         * Text of the fallback SMS in place of the template's; 20 to 110 characters have the best
         * deliverability. Mandatory if `disable-fallback-sms` is false.
         */
        public readonly ?string $fallbackSmsText = null,
        /** Whether to disable the fallback SMS, which is sent if the MMS cannot be delivered. */
        public readonly ?bool $disableFallbackSms = null,
        /** Whether to omit the link to the MMS content from the fallback SMS. */
        public readonly ?bool $disableFallbackSmsLink = null,
        /** Expiry of the link in the fallback SMS, in ISO 8601. Default and maximum: 1 year from the request. */
        public readonly ?string $fallbackSmsLinkExpiration = null,
        /** Time at which delivery attempts stop, in ISO 8601. Default and maximum: 3 days from the request. */
        public readonly ?string $mmsExpiryTimestamp = null,
        /**
         * Whether to send an SMS, regardless of `disable-fallback-sms`. Without an operator id, the operator
         * lookup is skipped, too. Refused for accounts that may not send fallback SMS.
         */
        public readonly ?bool $forceSendAsSms = null,
        /**
         * Whether quotation marks, dashes, spaces and ellipses of the SMS become plain ones if its whole text
         * then is in the GSM alphabet; letters never change. Default: the account's `smart-encoding`.
         */
        public readonly ?bool $smartEncoding = null,
        /** Id of the recipient's operator; equivalent to `X-Service-Carrier-Id`. */
        public readonly ?string $operatorId = null,
        /** Customer's own id of the transaction, returned in its postbacks. */
        public readonly ?string $clientReference = null,
        /**
         * Texts in place of those of the template's slides.
         * @var list<CustomSlide>|null
         */
        public readonly ?array $customSlides = null,
        /**
         * Values of the merge tags `{$variable|default}` by variable; names match in any letter case. A tag
         * without a value takes its default, which may be empty. Tags are replaced in slide texts, the subject,
         * the fallback text, image templates, and the texts of dynamic images, contacts and events, times
         * included; inserted values are not scanned for tags. An object is checked with its tags replaced. A
         * barcode, a text area or an entry of a contact's list of which they leave nothing is left out and
         * listed in `warnings`.
         * @var array<string, string>|null
         */
        public readonly ?array $mergeTagData = null,
        /**
         * Images drawn for this recipient. An image that cannot share its slide gets a slide of its own after
         * it. Slides past the ninth are left out and listed in `warnings`.
         * @var list<DynamicImage>|null
         */
        public readonly ?array $dynamicImage = null,
        /**
         * Contacts generated for this recipient.
         * @var list<DynamicContact>|null
         */
        public readonly ?array $dynamicContact = null,
        /**
         * Calendar events generated for this recipient.
         * @var list<DynamicCalendar>|null
         */
        public readonly ?array $dynamicCalendar = null,
    ) {
    }
}
