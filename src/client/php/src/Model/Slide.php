<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost\Model;

use Slidepost\Fields;

/**
 * Slide with content of one kind, text, or both (spec 2.3). An image can be combined with audio, but not with
 * video; audio and video exclude each other; contact, calendar, PDF and Excel files can be combined with text
 * only.
 */
final class Slide extends Fields
{
    public const WIRE = [
        'image' => ['image', ImageFile::class],
        'audio' => ['audio', ContentFile::class],
        'video' => ['video', ContentFile::class],
        'contact' => ['contact', ContentFile::class],
        'calendar' => ['calendar', ContentFile::class],
        'pdf' => ['pdf', ContentFile::class],
        'msExcel' => ['ms-excel', ContentFile::class],
        'messageText' => ['message-text'],
    ];

    public function __construct(
        /**
         * A file by its `url`; without one, an image template (spec 4.4, rule 3): the fields of `createimage`,
         * with merge tags in the barcode's `id` and in the texts. It is drawn for each recipient; an element
         * whose tag has no value stays blank.
         */
        public readonly ?ImageFile $image = null,
        /** File by its `url`. */
        public readonly ?ContentFile $audio = null,
        /** File by its `url`. */
        public readonly ?ContentFile $video = null,
        /** File by its `url`. */
        public readonly ?ContentFile $contact = null,
        /** File by its `url`. */
        public readonly ?ContentFile $calendar = null,
        /** File by its `url`. */
        public readonly ?ContentFile $pdf = null,
        /** File by its `url`. */
        public readonly ?ContentFile $msExcel = null,
        /** Text with any Unicode characters; mandatory on a slide without content. */
        public readonly ?string $messageText = null,
    ) {
    }
}
