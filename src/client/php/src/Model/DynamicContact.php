<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/** Fields of `createcontact`, and the slide (spec 2.7). */
final class DynamicContact extends Fields
{
    public const WIRE = [
        'slideNumber' => ['slide-number'],
        'name' => ['name', ContactName::class],
        'organization' => ['organization'],
        'title' => ['title'],
        'photoUrl' => ['photo-url'],
        'note' => ['note'],
        'phone' => ['phone', ContactPhone::class, 'list'],
        'email' => ['email', ContactEmail::class, 'list'],
        'physicalAddress' => ['physical-address', ContactAddress::class, 'list'],
        'website' => ['website', ContactWebsite::class, 'list'],
    ];

    public function __construct(
        /** First name, last name or both, with letters, digits, spaces and periods only. */
        public readonly ContactName $name,
        /**
         * Target slide, counted from 1; by default the last. A number beyond the last slide adds a slide, up to
         * the ninth; beyond that, the object is left out and listed in `warnings`.
         */
        public readonly ?string $slideNumber = null,
        /** Organisation that the person works for. */
        public readonly ?string $organization = null,
        /** Position of the person. */
        public readonly ?string $title = null,
        /** URL of a GIF, JPEG or PNG image. */
        public readonly ?string $photoUrl = null,
        /** Free-text note. */
        public readonly ?string $note = null,
        /**
         * Telephone numbers; those after the fourth are ignored.
         * @var list<ContactPhone>|null
         */
        public readonly ?array $phone = null,
        /**
         * E-mail addresses; those after the fourth are ignored.
         * @var list<ContactEmail>|null
         */
        public readonly ?array $email = null,
        /**
         * Postal addresses; those after the fourth are ignored.
         * @var list<ContactAddress>|null
         */
        public readonly ?array $physicalAddress = null,
        /**
         * Websites; those after the fourth are ignored.
         * @var list<ContactWebsite>|null
         */
        public readonly ?array $website = null,
    ) {
    }
}
