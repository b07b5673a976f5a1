<?php

// Written by `deno task generate` from openapi.yaml. Edit that, not this.

declare(strict_types=1);

namespace Slidepost;

use Slidepost\Model\CreatecalendarRequest;
use Slidepost\Model\CreatecontactRequest;
use Slidepost\Model\CreateimageRequest;
use Slidepost\Model\SavemmsRequest;
use Slidepost\Model\SavemmsResponse;
use Slidepost\Model\SendsavedmmsRequest;
use Slidepost\Model\SendsavedmmsResponse;
use Slidepost\Model\SendsmsRequest;
use Slidepost\Model\SendsmsResponse;

/** Client of a slidepost service, with the API key of one account. */
final class Client extends Transport
{
    /**
     * Saves an MMS template and transcodes its content (spec 4.3).
     * @throws SlidepostException
     * @throws ConnectionException
     */
    public function savemms(
        SavemmsRequest $request,
        ?string $idempotencyKey = null,
        ?string $operatorId = null,
    ): SavemmsResponse {
        return $this->postForObject('savemms', $request, SavemmsResponse::class, $idempotencyKey, $operatorId);
    }

    /**
     * Sends a saved MMS template to one recipient (spec 4.4).
     * @throws SlidepostException
     * @throws ConnectionException
     */
    public function sendsavedmms(
        SendsavedmmsRequest $request,
        ?string $idempotencyKey = null,
        ?string $operatorId = null,
    ): SendsavedmmsResponse {
        return $this->postForObject('sendsavedmms', $request, SendsavedmmsResponse::class, $idempotencyKey, $operatorId);
    }

    /**
     * Sends an SMS (spec 4.5).
     * @throws SlidepostException
     * @throws ConnectionException
     */
    public function sendsms(
        SendsmsRequest $request,
        ?string $idempotencyKey = null,
        ?string $operatorId = null,
    ): SendsmsResponse {
        return $this->postForObject('sendsms', $request, SendsmsResponse::class, $idempotencyKey, $operatorId);
    }

    /**
     * Draws a JPEG of a background, a barcode and texts, at least one of them (spec 4.6, 2.6). It has the size
     * of the background; without one, that of the drawing, on white.
     * @throws SlidepostException
     * @throws ConnectionException
     */
    public function createimage(
        CreateimageRequest $request,
        ?string $idempotencyKey = null,
        ?string $operatorId = null,
    ): FileResponse {
        return $this->postForFile('createimage', $request, $idempotencyKey, $operatorId);
    }

    /**
     * Generates a vCard file (spec 4.7, 2.7).
     * @throws SlidepostException
     * @throws ConnectionException
     */
    public function createcontact(
        CreatecontactRequest $request,
        ?string $idempotencyKey = null,
        ?string $operatorId = null,
    ): FileResponse {
        return $this->postForFile('createcontact', $request, $idempotencyKey, $operatorId);
    }

    /**
     * Generates an iCalendar file (spec 4.8, 2.8).
     * @throws SlidepostException
     * @throws ConnectionException
     */
    public function createcalendar(
        CreatecalendarRequest $request,
        ?string $idempotencyKey = null,
        ?string $operatorId = null,
    ): FileResponse {
        return $this->postForFile('createcalendar', $request, $idempotencyKey, $operatorId);
    }
}
