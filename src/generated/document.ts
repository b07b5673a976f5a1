// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Change that, not this.
/** openapi.yaml, to be served as JSON. */
export const DOCUMENT: Readonly<Record<string, unknown>> = {
  "openapi": "3.1.0",
  "info": {
    "title": "slidepost",
    "version": "2.0.0",
    "summary": "MMS and SMS messaging, its postbacks and its administration.",
    "description":
      'One operation takes six actions: the body\'s `action` says which (spec 4.2). What happens to a\nmessage afterwards is told by postbacks, the `webhooks` of this document (spec 6). Operators\nuse the administration under `/admin/v1`.\n\nEvery answer has an `X-Request-Id`: the one that the request brought, or a new one.\n\nUnknown fields of an action are ignored. A number or boolean given where a string is declared,\nand `"true"`, `"false"` or `"300"` where a boolean or an integer is, are taken as meant. `null`\nis absence, of a field, an object or a list. So is a blank text of an optional field that takes\none of several values, or texts of a certain form: the default applies.\n\nEvery text and list of a request has a limit (`maxLength`, `maxItems`, `maxProperties`). One\nthat the spec does not set is generous, and keeps storage small.\n\n`x-error` names the `error-code` that a violated constraint answers: one for every JSON Schema\nkeyword, or one for all of them. Without it the code is `E100`. `x-must` says a pattern in\nwords, `x-any-case` that a value is taken in any letter case, `x-first` how many items count,\n`x-unless-no` the field whose `no` makes the marked one count for nothing. What has\n`x-extension: true` is no part of the interface that this service is compatible with: it is this\nservice\'s own. `x-cli` is an operation\'s command; `x-columns` the columns of its table, the first\nto keep first.\n',
  },
  "servers": [{ "url": "/", "description": "The service's own base address." }],
  "tags": [
    { "name": "messaging", "description": "What customers ask for." },
    { "name": "postbacks", "description": "What customers are told." },
    { "name": "mm7", "description": "What VASPs and MMSCs say over MM7 (3GPP TS 23.140)." },
    { "name": "content", "description": "What came with inbound messages." },
    { "name": "health", "description": "What load balancers and supervisors ask for." },
    { "name": "admin", "description": "What operators ask for." },
  ],
  "paths": {
    "/api/v2": {
      "post": {
        "operationId": "postAction",
        "tags": ["messaging"],
        "summary": "Performs the action that the body names.",
        "security": [{ "apiKey": [] }],
        "parameters": [{ "$ref": "#/components/parameters/CarrierId" }, {
          "$ref": "#/components/parameters/IdempotencyKey",
        }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "oneOf": [
                  { "$ref": "#/components/schemas/SavemmsRequest" },
                  { "$ref": "#/components/schemas/SendsavedmmsRequest" },
                  { "$ref": "#/components/schemas/SendsmsRequest" },
                  { "$ref": "#/components/schemas/CreateimageRequest" },
                  { "$ref": "#/components/schemas/CreatecontactRequest" },
                  { "$ref": "#/components/schemas/CreatecalendarRequest" },
                ],
                "discriminator": {
                  "propertyName": "action",
                  "mapping": {
                    "savemms": "#/components/schemas/SavemmsRequest",
                    "sendsavedmms": "#/components/schemas/SendsavedmmsRequest",
                    "sendsms": "#/components/schemas/SendsmsRequest",
                    "createimage": "#/components/schemas/CreateimageRequest",
                    "createcontact": "#/components/schemas/CreatecontactRequest",
                    "createcalendar": "#/components/schemas/CreatecalendarRequest",
                  },
                },
              },
              "examples": {
                "savemms": {
                  "value": {
                    "action": "savemms",
                    "name": "Spring sale",
                    "message-subject": "Spring is here",
                    "fallback-sms-text": "Our spring sale has begun",
                    "client-reference": "spring-1",
                    "slide": [{
                      "image": { "url": "https://media.example.com/tulips.jpg" },
                      "message-text": "Hello {$first_name|friend}",
                    }, { "video": { "url": "https://media.example.com/tulips.mp4" } }],
                  },
                },
                "severalFiles": {
                  "summary":
                    "The first file of a kind counts, the others are ignored (spec 2.3 rule 2).",
                  "value": {
                    "action": "savemms",
                    "name": "Two images",
                    "disable-fallback-sms": true,
                    "slide": [{
                      "image": [{ "url": "https://media.example.com/one.png" }, {
                        "url": "https://media.example.com/two.png",
                      }],
                    }],
                  },
                },
                "sendsavedmms": {
                  "value": {
                    "action": "sendsavedmms",
                    "mms-id": "7f3b9c52e1a84d06",
                    "to": "14085550100",
                    "from": "28444",
                    "fallback-sms-text": "Our spring sale has begun",
                    "mms-expiry-timestamp": "2026-07-02T10:00:00Z",
                    "custom-slides": [{
                      "custom-slide": "2",
                      "custom-message-text": "See you on Saturday",
                    }],
                    "merge-tag-data": { "first_name": "Ana", "points": "120" },
                    "dynamic-image": [{
                      "slide-number": "1",
                      "background-image-url": "https://media.example.com/card.jpg",
                      "add-barcode": "yes",
                      "barcode": {
                        "id": "4006381333931",
                        "type": "EAN",
                        "position-x": "40",
                        "rotate": "90",
                      },
                      "add-text-area": "yes",
                      "text-area": {
                        "text-area-1": { "text": "For {$first_name|you}", "font-color": "#cc0000" },
                      },
                    }],
                    "dynamic-contact": [{
                      "name": { "first-name": "Ana", "last-name": "Silva" },
                      "phone": [{ "number": "14085550111", "label": "Mobile" }],
                    }],
                    "dynamic-calendar": [{
                      "event-title": "Opening",
                      "event-description": "Doors at ten",
                      "event-location": "Main Street 1",
                      "event-start-datetime": "2026-07-04T10:00:00",
                      "event-end-datetime": "2026-07-04T12:00:00",
                      "event-timezone": "America/New_York",
                    }],
                  },
                },
                "sendsms": {
                  "value": {
                    "action": "sendsms",
                    "message-text": "Your parcel is here: https://parcels.example.com/42",
                    "to": "14085550100",
                    "from": "28444",
                    "click-tracking": true,
                  },
                },
                "createimage": {
                  "value": {
                    "action": "createimage",
                    "background-image-url": "https://media.example.com/card.jpg",
                    "add-barcode": "yes",
                    "barcode": {
                      "id": "12345",
                      "type": "QR Code",
                      "width": "200",
                      "height": "200",
                    },
                    "add-text-area": "yes",
                    "text-area": {
                      "text-area-1": { "text": "Ten per cent off", "width": 300 },
                      "text-area-2": {
                        "text": "This week only",
                        "position-y": "600",
                        "width": "300",
                      },
                    },
                  },
                },
                "createcontact": {
                  "value": {
                    "action": "createcontact",
                    "name": { "first-name": "Ana", "last-name": "Silva", "suffix": "Jr." },
                    "organization": "Tulip Ltd",
                    "title": "Florist",
                    "photo-url": "https://media.example.com/ana.jpg",
                    "note": "Back on Monday",
                    "phone": [{ "number": "14085550111", "label": "Work" }],
                    "email": [{ "id": "ana@tulip.example.com", "label": "Home" }],
                    "physical-address": [{ "address": "Main Street 1, San Jose", "label": "Work" }],
                    "website": [{ "url": "https://tulip.example.com", "label": "Shop" }],
                  },
                },
                "createcalendar": {
                  "value": {
                    "action": "createcalendar",
                    "event-title": "Opening",
                    "event-description": "Doors at ten",
                    "event-location": "Main Street 1",
                    "event-start-datetime": "2026-07-04T10:00:00",
                    "event-end-datetime": "2026-07-04T12:00:00",
                    "event-timezone": "America/New_York",
                    "all-day-event": false,
                  },
                },
              },
            },
          },
        },
        "responses": {
          "200": {
            "description": "Done; for a message, accepted for delivery.",
            "headers": {
              "Idempotent-Replayed": { "$ref": "#/components/headers/IdempotentReplayed" },
              "Idempotency-Stored": { "$ref": "#/components/headers/IdempotencyStored" },
              "Content-Disposition": { "$ref": "#/components/headers/ContentDisposition" },
            },
            "content": {
              "application/json": {
                "schema": {
                  "anyOf": [{ "$ref": "#/components/schemas/SavemmsResponse" }, {
                    "$ref": "#/components/schemas/SendsavedmmsResponse",
                  }, { "$ref": "#/components/schemas/SendsmsResponse" }],
                },
                "examples": {
                  "savemms": {
                    "value": {
                      "status": "success",
                      "status-details": "The MMS was saved and is being encoded",
                      "mms-id": "7f3b9c52e1a84d06",
                    },
                  },
                  "sendsavedmms": {
                    "value": {
                      "status": "Success",
                      "mms-id": "7f3b9c52e1a84d06",
                      "tracking-id": "0197c1e2a6b47d3f9d21",
                      "to": "14085550100",
                      "from": "28444",
                      "status-details": "The request was accepted and queued for delivery",
                    },
                  },
                  "sendsms": {
                    "value": {
                      "status": "Success",
                      "tracking-id": "0197c1e2a6b47d3f9d22",
                      "to": "14085550100",
                      "from": "28444",
                      "segments": 1,
                      "status-details": "The request was accepted and queued for delivery",
                    },
                  },
                },
              },
              "image/jpeg": { "schema": { "$ref": "#/components/schemas/File" } },
              "text/vcard": { "schema": { "$ref": "#/components/schemas/File" } },
              "text/calendar": { "schema": { "$ref": "#/components/schemas/File" } },
            },
          },
          "400": {
            "description": "The request is not valid.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "invalid": {
                    "value": {
                      "status": "failure",
                      "error-code": "E100",
                      "error-info": "disable-fallback-sms: must be true or false",
                    },
                  },
                  "unknownAction": {
                    "value": {
                      "status": "failure",
                      "error-code": "E107",
                      "error-info": "action is unknown",
                    },
                  },
                  "notJson": {
                    "value": {
                      "status": "failure",
                      "error-code": "E108",
                      "error-info": "The body is not JSON",
                    },
                  },
                  "sharedSlide": {
                    "value": {
                      "status": "failure",
                      "error-code": "E226",
                      "error-info": "slide 3: audio and video cannot share a slide",
                    },
                  },
                  "createcalendar": {
                    "value": {
                      "status": "failure",
                      "error-code": "E1703",
                      "error-info": "event-title: the title cannot be empty",
                    },
                  },
                  "sendsms": {
                    "value": {
                      "status": "Failure",
                      "error-code": "E712",
                      "error-info": "message-text: is required",
                      "to": "14085550100",
                    },
                  },
                },
              },
            },
          },
          "401": {
            "description": "The API key is missing or wrong.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "wrongKey": {
                    "value": {
                      "status": "failure",
                      "error-code": "E104",
                      "error-info": "x-api-key is missing or not valid",
                    },
                  },
                },
              },
            },
          },
          "403": {
            "description": "The account may not do this.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "notProvisioned": {
                    "value": {
                      "status": "failure",
                      "error-code": "E111",
                      "error-info": "from is not provisioned to this account",
                    },
                  },
                  "blocked": {
                    "value": {
                      "status": "Failure",
                      "error-code": "E114",
                      "error-info": "The recipient has opted out",
                      "to": "14085550100",
                    },
                  },
                  "notSubscribed": {
                    "value": {
                      "status": "Failure",
                      "error-code": "E715",
                      "error-info": "The recipient is not subscribed to campaign-ref",
                      "to": "14085550100",
                    },
                  },
                },
              },
            },
          },
          "404": {
            "description": "The account has no such template.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "unknownTemplate": {
                    "value": {
                      "status": "failure",
                      "error-code": "E241",
                      "error-info": "mms-id does not exist",
                    },
                  },
                },
              },
            },
          },
          "405": {
            "description": "The method is not POST.",
            "headers": { "Allow": { "$ref": "#/components/headers/Allow" } },
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "method": {
                    "value": {
                      "status": "failure",
                      "error-code": "E100",
                      "error-info": "use POST",
                    },
                  },
                },
              },
            },
          },
          "409": {
            "description": "Not now, or not with this Idempotency-Key.",
            "headers": { "Retry-After": { "$ref": "#/components/headers/RetryAfterInProgress" } },
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "locked": {
                    "value": {
                      "status": "failure",
                      "error-code": "E626",
                      "error-info": "The MMS has not finished encoding",
                    },
                  },
                  "failed": {
                    "value": {
                      "status": "failure",
                      "error-code": "E630",
                      "error-info": "The MMS failed encoding",
                    },
                  },
                  "keyUsed": {
                    "value": {
                      "status": "Failure",
                      "error-code": "E121",
                      "error-info": "Idempotency-Key was used with another body",
                      "to": "14085550100",
                    },
                  },
                  "keyInProgress": {
                    "value": {
                      "status": "failure",
                      "error-code": "E121",
                      "error-info": "a request with this Idempotency-Key is in progress",
                    },
                  },
                },
              },
            },
          },
          "413": {
            "description": "The body is larger than 1 MiB.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "tooLarge": {
                    "value": {
                      "status": "failure",
                      "error-code": "E100",
                      "error-info": "The body is too large",
                    },
                  },
                },
              },
            },
          },
          "415": {
            "description": "The body is not application/json.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "wrongType": {
                    "value": {
                      "status": "failure",
                      "error-code": "E108",
                      "error-info": "content-type must be application/json",
                    },
                  },
                },
              },
            },
          },
          "422": {
            "description": "Content was fetched and refused.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "background": {
                    "value": {
                      "status": "failure",
                      "error-code": "E1502",
                      "error-info": "background-image-url: is not a jpg",
                    },
                  },
                  "photo": {
                    "value": {
                      "status": "failure",
                      "error-code": "E1604",
                      "error-info": "photo-url: answered 404",
                    },
                  },
                },
              },
            },
          },
          "429": {
            "description":
              "The account sends faster than it may, or too many keys of this client were wrong.",
            "headers": { "Retry-After": { "$ref": "#/components/headers/RetryAfter" } },
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "tooFast": {
                    "value": {
                      "status": "Failure",
                      "error-code": "E113",
                      "error-info": "Throughput of this account is exceeded",
                      "to": "14085550100",
                    },
                  },
                  "wrongKeys": {
                    "value": {
                      "status": "failure",
                      "error-code": "E104",
                      "error-info": "too many wrong credentials from this address; try again later",
                    },
                  },
                },
              },
            },
          },
          "500": {
            "description": "A fault of the service.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "internal": {
                    "value": {
                      "status": "failure",
                      "error-code": "E503",
                      "error-info": "Internal error",
                    },
                  },
                },
              },
            },
          },
          "503": {
            "description": "The request cannot be taken just now.",
            "headers": { "Retry-After": { "$ref": "#/components/headers/RetryAfter" } },
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AnyFailure" },
                "examples": {
                  "unavailable": {
                    "value": {
                      "status": "Failure",
                      "error-code": "E504",
                      "error-info": "Temporarily unable to accept; try again",
                      "to": "14085550100",
                    },
                  },
                  "lookup": {
                    "value": {
                      "status": "failure",
                      "error-code": "E618",
                      "error-info": "Operator lookup failed",
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    "/mm7/v1": {
      "post": {
        "operationId": "submitMm7",
        "tags": ["mm7"],
        "summary": "Takes a SubmitReq of a VASP, and answers a SubmitRsp or a fault.",
        "description":
          "First the SOAP envelope, whose elements and those of the answers are in `tools/mm7.xsd`; then\nthe content that it refers to. MM7Version is 5.3.0 to 6.8.0, the namespace any of release 5\nor 6, and the answer has those of the request.\n\nA fault has HTTP status 200: its `StatusCode` says what is wrong. Only 401, 413, 415 and 503\nare HTTP's own; they have the fault in their body too.\n",
        "security": [{ "vasp": [] }],
        "parameters": [{ "$ref": "#/components/parameters/CarrierId" }],
        "requestBody": {
          "required": true,
          "content": {
            "multipart/related": { "schema": { "$ref": "#/components/schemas/File" } },
            "text/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
            "application/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
          },
        },
        "responses": {
          "200": { "$ref": "#/components/responses/Mm7Answer" },
          "401": { "$ref": "#/components/responses/Mm7Unauthorised" },
          "413": { "$ref": "#/components/responses/Mm7TooLarge" },
          "415": { "$ref": "#/components/responses/Mm7Encoded" },
          "503": { "$ref": "#/components/responses/Mm7Unavailable" },
        },
      },
    },
    "/mm7/relay/{connector}": {
      "parameters": [{ "$ref": "#/components/parameters/ConnectorInPath" }],
      "post": {
        "operationId": "relayMm7",
        "tags": ["mm7"],
        "summary": "Takes what an MMSC reports and delivers.",
        "description":
          "DeliveryReportReq, ReadReplyReq and DeliverReq, as `tools/mm7.xsd` has them; the answer is\nthe `…Rsp` to each, or a fault, under the same rules as at `/mm7/v1`. Where no connector has\nthe name the answer is 401 too. Of a report only MessageID and MMStatus are needed, and a\nMessageID that no message has is 2005. A fault of the service's own is 503: the MMSC posts\nagain.\n",
        "security": [{ "mmsc": [] }],
        "parameters": [{ "$ref": "#/components/parameters/CarrierId" }],
        "requestBody": {
          "required": true,
          "content": {
            "multipart/related": { "schema": { "$ref": "#/components/schemas/File" } },
            "text/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
            "application/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
          },
        },
        "responses": {
          "200": { "$ref": "#/components/responses/Mm7Answer" },
          "401": { "$ref": "#/components/responses/Mm7Unauthorised" },
          "413": { "$ref": "#/components/responses/Mm7TooLarge" },
          "503": { "$ref": "#/components/responses/Mm7Unavailable" },
        },
      },
    },
    "/content/{token}/{file}": {
      "get": {
        "operationId": "readContent",
        "tags": ["content"],
        "summary": "Serves a file of an inbound message, at the address that N401 gives.",
        "security": [],
        "parameters": [{
          "name": "token",
          "in": "path",
          "required": true,
          "description": "Secret of the message; who knows it may read the files.",
          "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
        }, {
          "name": "file",
          "in": "path",
          "required": true,
          "description": "Name of the file.",
          "schema": { "type": "string", "minLength": 1, "maxLength": 1000 },
        }],
        "responses": {
          "200": {
            "description":
              "The file. Pictures, sound, films and texts come as their own type, other files as\n`application/octet-stream`.\n",
            "headers": {
              "Content-Disposition": { "$ref": "#/components/headers/ContentDisposition" },
            },
            "content": { "*/*": { "schema": { "$ref": "#/components/schemas/File" } } },
          },
          "206": {
            "description": "The part of it that `Range` asks for.",
            "content": { "*/*": { "schema": { "$ref": "#/components/schemas/File" } } },
          },
          "304": { "description": "It is the one that `If-None-Match` names." },
          "404": { "$ref": "#/components/responses/NotFound" },
          "416": { "description": "The file has no such part." },
        },
      },
    },
    "/healthz": {
      "get": {
        "operationId": "readHealth",
        "tags": ["health"],
        "summary": "Says that the process is alive.",
        "security": [],
        "responses": {
          "200": { "$ref": "#/components/responses/Healthy" },
          "503": { "$ref": "#/components/responses/Unhealthy" },
        },
      },
    },
    "/readyz": {
      "get": {
        "operationId": "readReadiness",
        "tags": ["health"],
        "summary": "Says whether the service can do its work.",
        "security": [],
        "responses": {
          "200": { "$ref": "#/components/responses/Healthy" },
          "503": { "$ref": "#/components/responses/Unhealthy" },
        },
      },
    },
    "/admin/v1/accounts": {
      "post": {
        "operationId": "createAccount",
        "x-cli": "account create",
        "tags": ["admin"],
        "summary": "Creates an account with its first API key.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/NewAccount" },
              "examples": {
                "small": { "value": { "name": "Tulip Ltd" } },
                "whole": {
                  "value": {
                    "account": "tulip",
                    "name": "Tulip Ltd",
                    "postback-url": "https://tulip.example.com/postbacks",
                    "mm7": true,
                    "mm7-url": "https://tulip.example.com/mm7",
                    "mm7-username": "slidepost",
                    "mm7-password": "3cHo-0f-tUl1ps",
                    "mm7-text-xml": false,
                    "mm7-allow-adaptations": "true",
                    "mm7-version": "5.6.0",
                    "mm7-namespace":
                      "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-5-MM7-1-3",
                    "mm7-transfer-encoding": "base64",
                    "mms-mo-postbacks": true,
                    "sms-mo-postbacks": true,
                    "opt-out": true,
                    "allow-fallback-sms": true,
                    "enforce-campaign-check": false,
                    "delivery-reports": true,
                    "rate": 50,
                    "disabled": false,
                  },
                },
              },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Created. The key and the secret are shown here and never again.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/AccountCreated" },
                "examples": {
                  "created": {
                    "value": {
                      "account": "tulip",
                      "api-key": "Ab3dEf6hIj9lMn2pQr5tUv8x",
                      "webhook-secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                    },
                  },
                },
              },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "409": { "$ref": "#/components/responses/AdminConflict" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "get": {
        "operationId": "listAccounts",
        "x-cli": "account list",
        "x-columns": ["account", "name", "disabled", "rate", "created-at"],
        "tags": ["admin"],
        "summary": "Lists accounts.",
        "security": [{ "adminToken": [] }],
        "parameters": [{ "$ref": "#/components/parameters/Cursor" }, {
          "$ref": "#/components/parameters/Limit",
        }],
        "responses": {
          "200": {
            "description": "A page of accounts.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/AccountPage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }],
      "get": {
        "operationId": "readAccount",
        "x-cli": "account read",
        "tags": ["admin"],
        "summary": "Reads an account.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "The account.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Account" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "patch": {
        "operationId": "changeAccount",
        "x-cli": "account change",
        "tags": ["admin"],
        "summary": "Changes the given fields of an account.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/AccountChange" },
              "examples": {
                "pause": { "value": { "disabled": true } },
                "noPostbacks": { "value": { "postback-url": null, "rate": null } },
              },
            },
          },
        },
        "responses": {
          "200": {
            "description": "The account as it is now.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Account" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/keys": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }],
      "post": {
        "operationId": "issueKey",
        "x-cli": "key issue",
        "tags": ["admin"],
        "summary": "Issues another API key; the others stay valid until revoked.",
        "description":
          "The key is a new one, or one that the customer has already: a VASP that moves here changes\nnothing.\n",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/NewKey" },
              "examples": { "brought": { "value": { "api-key": "Ab3dEf6hIj9lMn2pQr5tUv8x" } } },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Issued. The key is shown here and never again.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/KeyIssued" },
                "examples": {
                  "issued": {
                    "value": {
                      "key-id": "0197c1e2a6b47d3f9d23",
                      "api-key": "Ab3dEf6hIj9lMn2pQr5tUv8x",
                      "created-at": "2026-07-01T10:00:00.000Z",
                    },
                  },
                },
              },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "409": { "$ref": "#/components/responses/AdminConflict" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "get": {
        "operationId": "listKeys",
        "x-cli": "key list",
        "x-columns": ["key-id", "hint", "created-at", "revoked-at"],
        "tags": ["admin"],
        "summary": "Lists the API keys of an account, masked.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "All keys of the account, revoked ones too.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/KeyList" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/keys/{key-id}": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }, {
        "name": "key-id",
        "in": "path",
        "required": true,
        "description": "Which key; not the key itself.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
      }],
      "delete": {
        "operationId": "revokeKey",
        "x-cli": "key revoke",
        "tags": ["admin"],
        "summary": "Revokes an API key at once.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "204": { "description": "Revoked." },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/webhook-secret": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }],
      "post": {
        "operationId": "rotateWebhookSecret",
        "x-cli": "account rotate-secret",
        "tags": ["admin"],
        "summary": "Makes a new webhook secret; the former signs beside it for a while.",
        "description":
          "Until the former ends, every postback has two signatures, and a receiver that knows either\nsecret takes it. Two secrets sign at most: another rotation ends the older of them at once.\n",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/SecretRotation" },
              "examples": { "weekend": { "value": { "keep": 172800 } } },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Made. The secret is shown here and never again.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/SecretRotated" },
                "examples": {
                  "rotated": {
                    "value": {
                      "webhook-secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                      "former-until": "2026-07-03T10:00:00.000000+00:00",
                    },
                  },
                },
              },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/ping": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }],
      "post": {
        "operationId": "pingAccount",
        "x-cli": "account ping",
        "tags": ["admin"],
        "summary":
          "Posts a signed sample to the postback URL of an account, and says what came back.",
        "description":
          'The sample is signed and limited as postbacks are. Its body is\n`{"origin":"PING","code":"PING","account":"…","timestamp":"…"}`: no postback has that code.\nIt is posted once, at once and past those that wait; nothing of it is kept, and an answer of\n410 takes no URL away.\n',
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "It was posted. What came back need not be a success.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/PingResult" },
                "examples": {
                  "taken": {
                    "value": {
                      "url": "https://tulip.example.com/postbacks",
                      "webhook-id": "msg_0197c1e2a6b47d3f9d24",
                      "taken": true,
                      "http-status": 204,
                      "error": null,
                      "milliseconds": 31,
                    },
                  },
                  "silent": {
                    "value": {
                      "url": "https://tulip.example.com/postbacks",
                      "webhook-id": "msg_0197c1e2a6b47d3f9d25",
                      "taken": false,
                      "http-status": null,
                      "error": "the server did not answer completely in time",
                      "milliseconds": 10003,
                    },
                  },
                },
              },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "409": { "$ref": "#/components/responses/AdminOutOfTurn" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/senders": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }],
      "post": {
        "operationId": "addSender",
        "x-cli": "sender add",
        "tags": ["admin"],
        "summary": "Provisions a sender to an account.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/NewSender" },
              "examples": {
                "shortCode": {
                  "value": { "address": "28444", "kind": "short-code", "country": "US" },
                },
                "shared": {
                  "value": {
                    "address": "28555",
                    "kind": "short-code",
                    "country": "US",
                    "vasid": "tulip-shop",
                    "shared": true,
                    "mms-connector": "loopback",
                    "sms-connector": "loopback",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Provisioned.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Sender" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "409": { "$ref": "#/components/responses/AdminConflict" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "get": {
        "operationId": "listSenders",
        "x-cli": "sender list",
        "x-columns": ["address", "kind", "country", "vasid", "mms-connector", "sms-connector"],
        "tags": ["admin"],
        "summary": "Lists the senders of an account.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "All senders of the account.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/SenderList" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/senders/{address}": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }, {
        "name": "address",
        "in": "path",
        "required": true,
        "description": "Digits of the sender, or its alphanumeric name.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
      }],
      "patch": {
        "operationId": "changeSender",
        "x-cli": "sender change",
        "tags": ["admin"],
        "summary": "Changes the given fields of a sender.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/SenderChange" },
              "examples": {
                "connector": { "value": { "sms-connector": "smsc" } },
                "default": { "value": { "mms-connector": null, "sms-connector": null } },
              },
            },
          },
        },
        "responses": {
          "200": {
            "description": "The sender as it is now.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Sender" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "delete": {
        "operationId": "removeSender",
        "x-cli": "sender remove",
        "tags": ["admin"],
        "summary": "Takes a sender from an account.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "204": { "description": "Removed." },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/subscriptions": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }],
      "post": {
        "operationId": "addSubscription",
        "x-cli": "subscription add",
        "tags": ["admin"],
        "summary": "Subscribes a recipient to a campaign.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/NewSubscription" },
              "examples": {
                "one": { "value": { "campaign-ref": "spring", "recipient": "14085550100" } },
              },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Subscribed.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Subscription" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "get": {
        "operationId": "listSubscriptions",
        "x-cli": "subscription list",
        "x-columns": ["campaign-ref", "recipient"],
        "tags": ["admin"],
        "summary": "Lists the campaign subscriptions of an account.",
        "security": [{ "adminToken": [] }],
        "parameters": [{ "$ref": "#/components/parameters/Cursor" }, {
          "$ref": "#/components/parameters/Limit",
        }],
        "responses": {
          "200": {
            "description": "A page of subscriptions.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/SubscriptionPage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/subscriptions/{campaign-ref}/{recipient}": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }, {
        "name": "campaign-ref",
        "in": "path",
        "required": true,
        "description": "The campaign.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 200 },
      }, {
        "name": "recipient",
        "in": "path",
        "required": true,
        "description": "Number with country code.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
      }],
      "delete": {
        "operationId": "removeSubscription",
        "x-cli": "subscription remove",
        "tags": ["admin"],
        "summary": "Unsubscribes a recipient from a campaign.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "204": { "description": "Removed." },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/blocks": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }],
      "post": {
        "operationId": "addBlock",
        "x-cli": "block add",
        "tags": ["admin"],
        "summary": "Blocks a recipient, for one sender or for all of the account.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/NewBlock" },
              "examples": {
                "one": { "value": { "number": "14085550100", "originator": "28444" } },
                "all": { "value": { "number": "14085550100" } },
              },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Blocked; START from the handset does not lift it.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Block" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "get": {
        "operationId": "listBlocks",
        "x-cli": "block list",
        "x-columns": ["number", "originator", "made-by", "since"],
        "tags": ["admin"],
        "summary": "Lists the recipients that an account may not write to.",
        "security": [{ "adminToken": [] }],
        "parameters": [
          {
            "name": "number",
            "in": "query",
            "description": "Only blocks of this number, with country code.",
            "schema": { "type": "string", "maxLength": 64 },
          },
          {
            "name": "originator",
            "in": "query",
            "description": "Only blocks for this sender alone.",
            "schema": { "type": "string", "maxLength": 64 },
          },
          { "$ref": "#/components/parameters/Cursor" },
          { "$ref": "#/components/parameters/Limit" },
        ],
        "responses": {
          "200": {
            "description": "A page of blocks.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/BlockPage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/blocks/{number}": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }, {
        "name": "number",
        "in": "path",
        "required": true,
        "description": "Number with country code.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
      }],
      "delete": {
        "operationId": "removeBlock",
        "x-cli": "block remove",
        "tags": ["admin"],
        "summary": "Lifts the blocks of a recipient, whoever made them.",
        "security": [{ "adminToken": [] }],
        "parameters": [{
          "name": "originator",
          "in": "query",
          "description": "For this sender alone; the others stay blocked if all are.",
          "schema": { "type": "string", "maxLength": 64 },
        }],
        "responses": {
          "204": { "description": "Lifted." },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/replies": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }],
      "get": {
        "operationId": "listReplies",
        "x-cli": "reply list",
        "x-columns": [
          "language",
          "help-text",
          "stop-text",
          "start-text",
          "stop-words",
          "start-words",
          "help-words",
        ],
        "tags": ["admin"],
        "summary": "Lists what handsets that say a keyword are answered, by language.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "The words of the account's own, and the texts as they are sent.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/RepliesList" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/accounts/{account}/replies/{language}": {
      "parameters": [{ "$ref": "#/components/parameters/AccountInPath" }, {
        "name": "language",
        "in": "path",
        "required": true,
        "description": "Language of the words and texts.",
        "schema": { "$ref": "#/components/schemas/ReplyLanguage" },
      }],
      "patch": {
        "operationId": "changeReplies",
        "x-cli": "reply change",
        "tags": ["admin"],
        "summary": "Changes the given words and texts of a language.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/RepliesChange" },
              "examples": {
                "help": {
                  "value": { "help-text": "Tulip Shop: call 617 555 0100. Reply STOP to end." },
                },
                "spanish": { "value": { "stop-words": "ALTO, BAJA", "help-words": "AYUDA" } },
              },
            },
          },
        },
        "responses": {
          "200": {
            "description": "As it is now.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Replies" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/connectors": {
      "post": {
        "operationId": "createConnector",
        "x-cli": "connector create",
        "tags": ["admin"],
        "summary": "Sets up a connector to an MMSC; it begins at once.",
        "description":
          "The name `loopback` is the built-in carrier's. Senders choose a connector by its name. Other\nmachines on the same database take it up with their next sweep (`SWEEP_SECONDS`).\n",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/NewConnector" },
              "examples": {
                "small": {
                  "value": {
                    "name": "mmsc",
                    "kind": "mmsc_mm7",
                    "url": "https://mmsc.example.net/mm7",
                    "vaspid": "slidepost",
                  },
                },
                "whole": {
                  "value": {
                    "name": "mmsc-2",
                    "kind": "mmsc_mm7",
                    "url": "https://mmsc.example.net/mm7",
                    "username": "slidepost",
                    "password": "0ut-0f-0ur-h4nds",
                    "vaspid": "slidepost",
                    "vasid": "tulip-shop",
                    "service-code": "4711",
                    "mm7-version": "6.8.0",
                    "namespace":
                      "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4",
                    "transfer-encoding": "base64",
                    "window": 20,
                    "rate": 50,
                    "timeout": 60,
                    "relay-username": "mmsc",
                    "relay-password": "1nt0-0ur-h4nds",
                    "unconfirmed": "wait",
                    "missing-report": "expired",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Set up.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Connector" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "409": { "$ref": "#/components/responses/AdminConflict" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "get": {
        "operationId": "listConnectors",
        "x-cli": "connector list",
        "x-columns": ["name", "kind", "url", "window", "rate"],
        "tags": ["admin"],
        "summary":
          "Lists the connectors to MMSCs (kind mmsc_mm7) by name; `smsc list` has the others.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "All of kind mmsc_mm7; the built-in loopback is not among them.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/ConnectorList" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/connectors/{connector}": {
      "parameters": [{ "$ref": "#/components/parameters/ConnectorInPath" }],
      "get": {
        "operationId": "readConnector",
        "x-cli": "connector read",
        "tags": ["admin"],
        "summary": "Reads a connector.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "The connector.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Connector" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "patch": {
        "operationId": "changeConnector",
        "x-cli": "connector change",
        "tags": ["admin"],
        "summary":
          "Changes the given fields of a connector; what it has in hand is finished as it was.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/ConnectorChange" },
              "examples": {
                "slower": { "value": { "window": 2, "rate": 5 } },
                "noCredentials": { "value": { "username": null, "password": null } },
              },
            },
          },
        },
        "responses": {
          "200": {
            "description": "The connector as it is now.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Connector" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "delete": {
        "operationId": "removeConnector",
        "x-cli": "connector remove",
        "tags": ["admin"],
        "summary": "Removes a connector; what it has in hand is finished.",
        "description":
          "It goes even where senders still name it. Until they have another, or it is set up again,\ntheir MMS go out as fallback SMS where that is allowed and possible, and fail otherwise.\nWhat its MMSC reports or delivers afterwards is answered with 404.\n",
        "security": [{ "adminToken": [] }],
        "responses": {
          "204": { "description": "Removed." },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/smscs": {
      "post": {
        "operationId": "createSmsc",
        "x-cli": "smsc create",
        "tags": ["admin"],
        "summary": "Sets up a connector to an SMSC; it binds at once.",
        "description":
          "It is a connector of kind `smsc_smpp`: names are shared with those to MMSCs, and `loopback`\nis the built-in carrier's. Senders choose it by its name. Other machines on the same\ndatabase take it up with their next sweep (`SWEEP_SECONDS`).\n",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/NewSmsc" },
              "examples": {
                "small": {
                  "value": { "name": "smsc", "host": "smsc.example.net", "system-id": "slidepost" },
                },
                "whole": {
                  "value": {
                    "name": "smsc-2",
                    "host": "smsc.example.net",
                    "port": 3550,
                    "tls": true,
                    "bind": "split",
                    "sessions": 2,
                    "system-id": "slidepost",
                    "password": "s3cr3t",
                    "system-type": "VMA",
                    "window": 50,
                    "rate": 100,
                    "enquire-link": 15,
                    "timeout": 10,
                    "source-ton": 5,
                    "source-npi": 0,
                    "dest-ton": 1,
                    "dest-npi": 1,
                    "concatenation": "sar",
                    "alphabets": "gsm-latin1",
                    "service-type": "CMT",
                    "receipt-ids": "hex-to-decimal",
                    "unconfirmed": "wait",
                    "missing-report": "expired",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Set up.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Smsc" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "409": { "$ref": "#/components/responses/AdminConflict" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "get": {
        "operationId": "listSmscs",
        "x-cli": "smsc list",
        "x-columns": ["name", "host", "port", "system-id", "bind", "sessions", "rate"],
        "tags": ["admin"],
        "summary": "Lists the connectors to SMSCs, by name.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "All of them.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/SmscList" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/smscs/{connector}": {
      "parameters": [{ "$ref": "#/components/parameters/ConnectorInPath" }],
      "get": {
        "operationId": "readSmsc",
        "x-cli": "smsc read",
        "tags": ["admin"],
        "summary": "Reads a connector to an SMSC.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "The connector.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Smsc" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "patch": {
        "operationId": "changeSmsc",
        "x-cli": "smsc change",
        "tags": ["admin"],
        "summary": "Changes the given fields of a connector to an SMSC, which binds anew.",
        "description": "What it has in hand is finished in the sessions that there were.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/SmscChange" },
              "examples": {
                "slower": { "value": { "window": 2, "rate": 5 } },
                "byForm": { "value": { "source-ton": null, "source-npi": null } },
              },
            },
          },
        },
        "responses": {
          "200": {
            "description": "The connector as it is now.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Smsc" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "delete": {
        "operationId": "removeSmsc",
        "x-cli": "smsc remove",
        "tags": ["admin"],
        "summary":
          "Removes a connector to an SMSC; what it has in hand is finished, and it unbinds.",
        "description":
          "It goes even where senders still name it. Until they have another, or it is set up again,\ntheir SMS fail. Receipts that its SMSC has not sent by then come to nobody.\n",
        "security": [{ "adminToken": [] }],
        "responses": {
          "204": { "description": "Removed." },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/operators": {
      "get": {
        "operationId": "listOperators",
        "x-cli": "operator list",
        "x-columns": ["operator", "name", "country", "mms", "max-bytes", "source"],
        "tags": ["admin"],
        "summary": "Lists the mobile operators there are, by id.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "All of them, shipped or set.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/OperatorList" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/operators/{operator}": {
      "parameters": [{ "$ref": "#/components/parameters/OperatorInPath" }],
      "get": {
        "operationId": "readOperator",
        "x-cli": "operator read",
        "tags": ["admin"],
        "summary": "Reads a mobile operator.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "The operator.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Operator" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "patch": {
        "operationId": "setOperator",
        "x-cli": "operator set",
        "tags": ["admin"],
        "summary": "Adds a mobile operator, or changes the given fields of one.",
        "description":
          "A new one needs a name and a country. Those that are shipped can be changed too; the ones\nthat the loopback carrier plays cannot. Messages that are accepted from then on, and those\nthat wait, go by it; other machines on the same database follow within\n`ACCOUNT_CACHE_SECONDS`.\n",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/OperatorChange" },
              "examples": {
                "new": {
                  "value": {
                    "name": "Tulip Mobile",
                    "country": "NL",
                    "max-bytes": 300000,
                    "gsm-subjects": true,
                  },
                },
                "noMms": { "value": { "mms": false } },
              },
            },
          },
        },
        "responses": {
          "200": {
            "description": "The operator as it is now.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Operator" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "delete": {
        "operationId": "removeOperator",
        "x-cli": "operator remove",
        "tags": ["admin"],
        "summary": "Takes back what was set of a mobile operator.",
        "description": "One that is shipped is as it was shipped from then on; another is gone.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "204": { "description": "Removed." },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/routes": {
      "post": {
        "operationId": "addRoute",
        "x-cli": "route add",
        "tags": ["admin"],
        "summary": "Says which connectors messages go by.",
        "description":
          "Of the rows that a message could go by, the most specific one decides, alone. In order: one\nof its sender and operator, of its sender, of its account and operator, of its account, of\nits operator, of all. Without any, the sender's own connector is taken, or\n`DEFAULT_CONNECTOR`.\n\nA connector that cannot take a message now is followed by the next at once. One without\nconnectors says that such messages are not served: `E619`.\n",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/NewRoute" },
              "examples": {
                "all": { "value": { "kind": "sms", "connectors": "loopback" } },
                "one": {
                  "value": {
                    "account": "acme",
                    "sender": "111122",
                    "operator": "0001470",
                    "kind": "mms",
                    "connectors": "mmsc-1,mmsc-2",
                  },
                },
                "refused": { "value": { "kind": "mms", "connectors": "" } },
              },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Added.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Route" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "409": { "$ref": "#/components/responses/AdminConflict" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "get": {
        "operationId": "listRoutes",
        "x-cli": "route list",
        "x-columns": ["route", "kind", "account", "sender", "operator", "connectors"],
        "tags": ["admin"],
        "summary": "Lists the routing table, in the order that its rows were added.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "All rows.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/RouteList" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/routes/{route}": {
      "parameters": [{
        "name": "route",
        "in": "path",
        "required": true,
        "description": "Number of the route.",
        "schema": { "type": "integer", "minimum": 1, "maximum": 2147483647 },
      }],
      "patch": {
        "operationId": "changeRoute",
        "x-cli": "route change",
        "tags": ["admin"],
        "summary": "Gives a route other connectors.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/RouteChange" },
              "examples": { "other": { "value": { "connectors": "mmsc-2" } } },
            },
          },
        },
        "responses": {
          "200": {
            "description": "The route as it is now.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Route" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
      "delete": {
        "operationId": "removeRoute",
        "x-cli": "route remove",
        "tags": ["admin"],
        "summary": "Removes a route; what is on its way goes on.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "204": { "description": "Removed." },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/lookups": {
      "get": {
        "operationId": "listLookups",
        "x-cli": "lookup list",
        "x-columns": ["day", "account", "lookups"],
        "tags": ["admin"],
        "summary":
          "Lists how often the provider of operator lookups answered for accounts, the last day first.",
        "description":
          "For the bill (spec 1.9). What was remembered, given or found in the prefix table is not\ncounted, nor is a failure.\n",
        "security": [{ "adminToken": [] }],
        "parameters": [
          { "$ref": "#/components/parameters/AccountFilter" },
          {
            "name": "from",
            "in": "query",
            "description": "Only from this day on (UTC).",
            "schema": { "$ref": "#/components/schemas/Day" },
          },
          {
            "name": "to",
            "in": "query",
            "description": "Only up to this day (UTC).",
            "schema": { "$ref": "#/components/schemas/Day" },
          },
          { "$ref": "#/components/parameters/Cursor" },
          { "$ref": "#/components/parameters/Limit" },
        ],
        "responses": {
          "200": {
            "description": "A page of days and accounts.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/LookupCountPage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/messages": {
      "get": {
        "operationId": "listMessages",
        "x-cli": "message list",
        "x-columns": ["tracking-id", "state", "to", "accepted-at", "from", "account"],
        "tags": ["admin"],
        "summary": "Lists messages, newest first.",
        "security": [{ "adminToken": [] }],
        "parameters": [
          { "$ref": "#/components/parameters/AccountFilter" },
          {
            "name": "recipient",
            "in": "query",
            "description": "Only messages to this number, with country code.",
            "schema": { "type": "string", "maxLength": 64 },
          },
          { "$ref": "#/components/parameters/TrackingIdFilter" },
          {
            "name": "state",
            "in": "query",
            "description": "Only messages in this state.",
            "schema": { "$ref": "#/components/schemas/MessageState" },
          },
          { "$ref": "#/components/parameters/Cursor" },
          { "$ref": "#/components/parameters/Limit" },
        ],
        "responses": {
          "200": {
            "description": "A page of messages.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/MessagePage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/messages/{tracking-id}": {
      "parameters": [{
        "name": "tracking-id",
        "in": "path",
        "required": true,
        "description": "As the send answered it.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
      }],
      "get": {
        "operationId": "readMessage",
        "x-cli": "message read",
        "tags": ["admin"],
        "summary": "Reads a message with its history and its postbacks.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "The message.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/MessageDetail" },
                "examples": {
                  "delivered": {
                    "value": {
                      "tracking-id": "0197c1e2a6b47d3f9d22",
                      "account": "tulip",
                      "kind": "SMS_MT",
                      "state": "delivered",
                      "sent-as": "SMS",
                      "from": "28444",
                      "to": "14085550100",
                      "operator-id": "0001470",
                      "mms-id": null,
                      "client-reference": null,
                      "campaign-ref": "spring",
                      "segments": 1,
                      "connector": "loopback",
                      "carrier-id": "42",
                      "handset": null,
                      "status-details": null,
                      "status-reason": null,
                      "reply-to": null,
                      "accepted-at": "2026-07-01T10:00:00.000Z",
                      "updated-at": "2026-07-01T10:00:01.000Z",
                      "history": [{
                        "at": "2026-07-01T10:00:00.000Z",
                        "event": "accept",
                        "state": "accepted",
                      }, {
                        "at": "2026-07-01T10:00:01.000Z",
                        "event": "report",
                        "state": "delivered",
                        "details": "DELIVRD",
                      }],
                      "postbacks": [{
                        "id": "0197c1e2a6b47d3f9d24",
                        "code": "N202",
                        "state": "sent",
                        "attempts": 1,
                        "created-at": "2026-07-01T10:00:01.000Z",
                        "sent-at": "2026-07-01T10:00:01.100Z",
                        "next-attempt-at": null,
                        "last-error": null,
                        "body": { "origin": "SMS_MT", "code": "N202" },
                      }],
                    },
                  },
                },
              },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/links": {
      "get": {
        "operationId": "listLinks",
        "x-cli": "link list",
        "x-columns": ["url", "clicks", "account", "target", "expires-at"],
        "tags": ["admin"],
        "summary":
          "Lists links that messages gave out and how often they were opened, newest first.",
        "security": [{ "adminToken": [] }],
        "parameters": [
          { "$ref": "#/components/parameters/AccountFilter" },
          { "$ref": "#/components/parameters/TrackingIdFilter" },
          { "$ref": "#/components/parameters/Cursor" },
          { "$ref": "#/components/parameters/Limit" },
        ],
        "responses": {
          "200": {
            "description": "A page of links.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/LinkPage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/inbound": {
      "get": {
        "operationId": "listInbound",
        "x-cli": "inbound list",
        "x-columns": ["tracking-id", "from", "to", "text", "received-at"],
        "tags": ["admin"],
        "summary": "Lists messages from handsets, newest first.",
        "security": [{ "adminToken": [] }],
        "parameters": [
          { "$ref": "#/components/parameters/AccountFilter" },
          {
            "name": "from",
            "in": "query",
            "description": "Only messages from this number, with country code.",
            "schema": { "type": "string", "maxLength": 64 },
          },
          {
            "name": "to",
            "in": "query",
            "description": "Only messages to this short code or number.",
            "schema": { "type": "string", "maxLength": 64 },
          },
          { "$ref": "#/components/parameters/Cursor" },
          { "$ref": "#/components/parameters/Limit" },
        ],
        "responses": {
          "200": {
            "description": "A page of messages.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/InboundPage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/inbound/{tracking-id}": {
      "parameters": [{
        "name": "tracking-id",
        "in": "path",
        "required": true,
        "description": "As N401 or N211 says it.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
      }],
      "get": {
        "operationId": "readInbound",
        "x-cli": "inbound read",
        "tags": ["admin"],
        "summary": "Reads a message from a handset with its history and its postbacks.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "The message.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/InboundDetail" },
                "examples": {
                  "announced": {
                    "value": {
                      "tracking-id": "0197c1e2a6b47d3f9d20",
                      "account": "tulip",
                      "kind": "MMS_MO",
                      "connector": "mmsc",
                      "from": "14085550100",
                      "to": "28444",
                      "subject": null,
                      "text": null,
                      "operator-id": "0001470",
                      "files": [{
                        "name": "tulip.jpg",
                        "type": "image/jpeg",
                        "bytes": 48213,
                        "url": "https://mms.example.com/content/q1W2e3R4t5Y6u7I8o9P0aA/tulip.jpg",
                      }],
                      "received-at": "2026-07-01T10:00:00.000Z",
                      "history": [{
                        "at": "2026-07-01T10:00:00.100Z",
                        "event": "received",
                        "state": null,
                      }, {
                        "at": "2026-07-01T10:00:00.100Z",
                        "event": "passed to VASP",
                        "state": null,
                      }],
                      "postbacks": [{
                        "id": "0197c1e2a6b47d3f9d24",
                        "code": "N401",
                        "state": "sent",
                        "attempts": 0,
                        "created-at": "2026-07-01T10:00:00.100Z",
                        "sent-at": "2026-07-01T10:00:00.200Z",
                        "next-attempt-at": null,
                        "last-error": null,
                        "body": { "origin": "MMS_MO", "code": "N401" },
                      }, {
                        "id": "0197c1e2a6b47d3f9d25",
                        "code": "DeliverReq",
                        "state": "pending",
                        "attempts": 1,
                        "created-at": "2026-07-01T10:00:00.100Z",
                        "sent-at": null,
                        "next-attempt-at": "2026-07-01T10:05:00.000Z",
                        "last-error": "MM7 3000",
                        "body": {
                          "message": { "Sender": { "kind": "Number", "value": "14085550100" } },
                          "files": [],
                        },
                      }],
                    },
                  },
                },
              },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/postbacks": {
      "get": {
        "operationId": "listPostbacks",
        "x-cli": "postback list",
        "x-columns": ["id", "code", "state", "created-at", "attempts", "account"],
        "tags": ["admin"],
        "summary":
          "Lists postbacks and what goes to VASPs over MM7, those of the newest message first.",
        "security": [{ "adminToken": [] }],
        "parameters": [
          { "$ref": "#/components/parameters/AccountFilter" },
          {
            "name": "state",
            "in": "query",
            "description": "Only those in this state.",
            "schema": { "$ref": "#/components/schemas/PostbackState" },
          },
          { "$ref": "#/components/parameters/TrackingIdFilter" },
          {
            "name": "code",
            "in": "query",
            "description": "Only those of this code.",
            "schema": { "type": "string", "maxLength": 64 },
          },
          {
            "name": "since",
            "in": "query",
            "description": "Only of what happened at or after this time (ISO 8601).",
            "schema": { "type": "string", "maxLength": 64 },
          },
          {
            "name": "until",
            "in": "query",
            "description": "Only of what happened before this time (ISO 8601).",
            "schema": { "type": "string", "maxLength": 64 },
          },
          { "$ref": "#/components/parameters/Cursor" },
          { "$ref": "#/components/parameters/Limit" },
        ],
        "responses": {
          "200": {
            "description": "A page of postbacks.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/PostbackPage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/postbacks/replay": {
      "post": {
        "operationId": "replayPostbacks",
        "x-cli": "postback replay-all",
        "tags": ["admin"],
        "summary": "Sends postbacks again, all that fit, those of a message in their order.",
        "description":
          "What is pending is left as it is. They are put back message by message, in small commits:\nwhen it ends early, those before are done, and the same request does the rest.\n",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackReplay" },
              "examples": {
                "outage": {
                  "value": { "account": "tulip", "state": "dead", "since": "2026-07-01T08:00:00Z" },
                },
                "lost": {
                  "value": {
                    "account": "tulip",
                    "state": "sent",
                    "since": "2026-07-01T08:00:00Z",
                    "until": "2026-07-01T09:00:00Z",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "200": {
            "description": "They are pending, and go out as they can.",
            "content": {
              "application/json": {
                "schema": { "$ref": "#/components/schemas/PostbacksReplayed" },
                "examples": { "many": { "value": { "replayed": 4711 } } },
              },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/postbacks/{id}/replay": {
      "parameters": [{
        "name": "id",
        "in": "path",
        "required": true,
        "description": "The postback's `webhook-id`.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
      }],
      "post": {
        "operationId": "replayPostback",
        "x-cli": "postback replay",
        "tags": ["admin"],
        "summary": "Sends a postback again, under the same webhook-id.",
        "description":
          "It goes before later ones of its message that wait. One that is pending goes out without\nthis.\n",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "It is pending, and goes out as it can.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/PostbackRecord" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "409": { "$ref": "#/components/responses/AdminOutOfTurn" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/templates": {
      "get": {
        "operationId": "listTemplates",
        "x-cli": "template list",
        "x-columns": ["mms-id", "state", "name", "created-at", "account"],
        "tags": ["admin"],
        "summary": "Lists templates, newest first.",
        "security": [{ "adminToken": [] }],
        "parameters": [
          { "$ref": "#/components/parameters/AccountFilter" },
          {
            "name": "state",
            "in": "query",
            "description": "Only templates in this state.",
            "schema": { "$ref": "#/components/schemas/TemplateState" },
          },
          { "$ref": "#/components/parameters/Cursor" },
          { "$ref": "#/components/parameters/Limit" },
        ],
        "responses": {
          "200": {
            "description": "A page of templates.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/TemplatePage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/templates/{mms-id}": {
      "parameters": [{
        "name": "mms-id",
        "in": "path",
        "required": true,
        "description": "As `savemms` answered it.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
      }],
      "get": {
        "operationId": "readTemplate",
        "x-cli": "template read",
        "tags": ["admin"],
        "summary": "Reads a template with its media and their renditions.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "The template.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Template" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/loopback/messages": {
      "get": {
        "operationId": "listLoopback",
        "x-cli": "loopback list",
        "x-columns": ["carrier-id", "kind", "to", "received-at", "from"],
        "tags": ["admin"],
        "summary": "Lists what the loopback carrier received, newest first.",
        "security": [{ "adminToken": [] }],
        "parameters": [
          {
            "name": "to",
            "in": "query",
            "description": "Only messages to this number.",
            "schema": { "type": "string", "maxLength": 64 },
          },
          { "$ref": "#/components/parameters/TrackingIdFilter" },
          { "$ref": "#/components/parameters/Cursor" },
          { "$ref": "#/components/parameters/Limit" },
        ],
        "responses": {
          "200": {
            "description": "A page of messages.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/LoopbackPage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/loopback/messages/{carrier-id}": {
      "parameters": [{ "$ref": "#/components/parameters/CarrierIdInPath" }],
      "get": {
        "operationId": "readLoopback",
        "x-cli": "loopback read",
        "tags": ["admin"],
        "summary": "Reads a message that the loopback carrier received.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "The message.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/LoopbackMessage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/loopback/messages/{carrier-id}/parts/{index}": {
      "parameters": [{ "$ref": "#/components/parameters/CarrierIdInPath" }, {
        "name": "index",
        "in": "path",
        "required": true,
        "description": "Which part, counted from 0.",
        "schema": { "type": "integer", "minimum": 0 },
      }],
      "get": {
        "operationId": "readLoopbackPart",
        "x-cli": "loopback part",
        "tags": ["admin"],
        "summary": "Reads one part of a message that the loopback carrier received.",
        "security": [{ "adminToken": [] }],
        "responses": {
          "200": {
            "description": "The part's bytes.",
            "content": {
              "application/octet-stream": { "schema": { "$ref": "#/components/schemas/File" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/loopback/sms": {
      "post": {
        "operationId": "injectSms",
        "x-cli": "loopback sms",
        "tags": ["admin"],
        "summary": "Makes an SMS from a handset come in by the loopback carrier.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/InjectedSms" },
              "examples": {
                "stop": { "value": { "from": "14085550100", "to": "28444", "text": "STOP" } },
              },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Taken, as any carrier's would be.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/InboundMessage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/loopback/mms": {
      "post": {
        "operationId": "injectMms",
        "x-cli": "loopback mms",
        "tags": ["admin"],
        "summary": "Makes an MMS from a handset come in by the loopback carrier.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/InjectedMms" },
              "examples": {
                "picture": {
                  "value": {
                    "from": "14085550100",
                    "to": "28444",
                    "subject": "Look",
                    "text": "Our tulips",
                    "file": [{
                      "name": "dot.gif",
                      "content": "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=",
                    }],
                  },
                },
              },
            },
          },
        },
        "responses": {
          "201": {
            "description": "Taken, as any carrier's would be.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/InboundMessage" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "413": { "$ref": "#/components/responses/AdminTooLarge" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
    "/admin/v1/loopback/reports": {
      "post": {
        "operationId": "injectReport",
        "x-cli": "loopback report",
        "tags": ["admin"],
        "summary": "Makes the loopback carrier report on a message that it has.",
        "security": [{ "adminToken": [] }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/InjectedReport" },
              "examples": {
                "delivered": {
                  "value": {
                    "tracking-id": "0197c1e2a6b47d3f9d20",
                    "outcome": "delivered",
                    "handset": "Apple iPhone14,2",
                  },
                },
                "rejected": {
                  "value": {
                    "tracking-id": "0197c1e2a6b47d3f9d20",
                    "outcome": "rejected",
                    "details": "Network Unreachable",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "200": {
            "description": "The message as it is now.",
            "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Message" } },
            },
          },
          "400": { "$ref": "#/components/responses/AdminInvalid" },
          "401": { "$ref": "#/components/responses/AdminUnauthorised" },
          "404": { "$ref": "#/components/responses/AdminUnknown" },
          "409": { "$ref": "#/components/responses/AdminOutOfTurn" },
          "429": { "$ref": "#/components/responses/AdminThrottled" },
          "500": { "$ref": "#/components/responses/AdminBroken" },
          "503": { "$ref": "#/components/responses/AdminUnavailable" },
        },
      },
    },
  },
  "webhooks": {
    "N101": {
      "post": {
        "operationId": "postbackN101",
        "tags": ["postbacks"],
        "summary": "An MMS is being sent.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackN101" },
              "examples": {
                "N101": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "N101",
                    "sent-as": "MMS",
                    "status": "Sent",
                    "status-details": "Message Sent",
                    "mms-id": "7f3b9c52e1a84d06",
                    "from": "28444",
                    "to": "14085550100",
                    "tracking-id": "0197c1e2a6b47d3f9d21",
                    "client-reference": "spring-1",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                    "campaign-ref": "spring",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "N102": {
      "post": {
        "operationId": "postbackN102",
        "tags": ["postbacks"],
        "summary": "An MMS reached the handset.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackN102" },
              "examples": {
                "N102": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "N102",
                    "sent-as": "MMS",
                    "status": "Delivered",
                    "status-details": "Message Delivered",
                    "mms-id": "7f3b9c52e1a84d06",
                    "from": "28444",
                    "to": "14085550100",
                    "tracking-id": "0197c1e2a6b47d3f9d21",
                    "client-reference": "spring-1",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                    "handset": "iPhone",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "N103": {
      "post": {
        "operationId": "postbackN103",
        "tags": ["postbacks"],
        "summary": "An MMS expired.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackN103" },
              "examples": {
                "N103": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "N103",
                    "sent-as": "MMS",
                    "status": "Expired",
                    "status-details": "Message Expired",
                    "mms-id": "7f3b9c52e1a84d06",
                    "from": "28444",
                    "to": "14085550100",
                    "tracking-id": "0197c1e2a6b47d3f9d21",
                    "client-reference": "spring-1",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "E101": {
      "post": {
        "operationId": "postbackE101",
        "tags": ["postbacks"],
        "summary": "An MMS could not be sent.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackE101" },
              "examples": {
                "E101": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "E101",
                    "sent-as": "MMS",
                    "status": "Failed",
                    "status-details": "MMS is too big",
                    "mms-id": "7f3b9c52e1a84d06",
                    "from": "28444",
                    "to": "14085550100",
                    "tracking-id": "0197c1e2a6b47d3f9d21",
                    "client-reference": "spring-1",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "E102": {
      "post": {
        "operationId": "postbackE102",
        "tags": ["postbacks"],
        "summary": "An MMS was rejected, or not recognised.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackE102" },
              "examples": {
                "E102": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "E102",
                    "sent-as": "MMS",
                    "status": "Rejected",
                    "status-details": "Network Unreachable",
                    "mms-id": "7f3b9c52e1a84d06",
                    "from": "28444",
                    "to": "14085550100",
                    "tracking-id": "0197c1e2a6b47d3f9d21",
                    "client-reference": "spring-1",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "N003": {
      "post": {
        "operationId": "postbackN003",
        "tags": ["postbacks"],
        "summary": "A template is ready to be sent.",
        "security": [],
        "parameters": [{ "$ref": "#/components/parameters/WebhookId" }, {
          "$ref": "#/components/parameters/WebhookTimestamp",
        }, { "$ref": "#/components/parameters/WebhookSignature" }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackN003" },
              "examples": {
                "N003": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "N003",
                    "mms-id": "7f3b9c52e1a84d06",
                    "tracking-id": "0197c1e2a6b47d3f9d20",
                    "client-reference": "spring-1",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "E002": {
      "post": {
        "operationId": "postbackE002",
        "tags": ["postbacks"],
        "summary": "A template's audio could not be transcoded.",
        "security": [],
        "parameters": [{ "$ref": "#/components/parameters/WebhookId" }, {
          "$ref": "#/components/parameters/WebhookTimestamp",
        }, { "$ref": "#/components/parameters/WebhookSignature" }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackE002" },
              "examples": {
                "E002": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "E002",
                    "mmsid": "7f3b9c52e1a84d06",
                    "trackingid": "0197c1e2a6b47d3f9d20",
                    "client-reference": "spring-1",
                    "audioname": "https://media.example.com/tulips.mp3",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "E003": {
      "post": {
        "operationId": "postbackE003",
        "tags": ["postbacks"],
        "summary": "A template's video could not be transcoded.",
        "security": [],
        "parameters": [{ "$ref": "#/components/parameters/WebhookId" }, {
          "$ref": "#/components/parameters/WebhookTimestamp",
        }, { "$ref": "#/components/parameters/WebhookSignature" }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackE003" },
              "examples": {
                "E003": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "E003",
                    "mms-id": "7f3b9c52e1a84d06",
                    "trackingid": "0197c1e2a6b47d3f9d20",
                    "client-reference": "spring-1",
                    "videoname": "https://media.example.com/tulips.mp4",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "E004": {
      "post": {
        "operationId": "postbackE004",
        "tags": ["postbacks"],
        "summary": "A template's image could not be transcoded.",
        "security": [],
        "parameters": [{ "$ref": "#/components/parameters/WebhookId" }, {
          "$ref": "#/components/parameters/WebhookTimestamp",
        }, { "$ref": "#/components/parameters/WebhookSignature" }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackE004" },
              "examples": {
                "E004": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "E004",
                    "mmsid": "7f3b9c52e1a84d06",
                    "trackingid": "0197c1e2a6b47d3f9d20",
                    "client-reference": "spring-1",
                    "imagename": "https://media.example.com/tulips.jpg",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "N013": {
      "post": {
        "operationId": "postbackN013",
        "tags": ["postbacks"],
        "summary": "Content was transcoded for one message, which is now sent.",
        "security": [],
        "parameters": [{ "$ref": "#/components/parameters/WebhookId" }, {
          "$ref": "#/components/parameters/WebhookTimestamp",
        }, { "$ref": "#/components/parameters/WebhookSignature" }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackN013" },
              "examples": {
                "N013": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "N013",
                    "mms-id": "7f3b9c52e1a84d06",
                    "tracking-id": "0197c1e2a6b47d3f9d20",
                    "client-reference": "spring-1",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "E011": {
      "post": {
        "operationId": "postbackE011",
        "tags": ["postbacks"],
        "summary": "Content was fetched and refused.",
        "security": [],
        "parameters": [{ "$ref": "#/components/parameters/WebhookId" }, {
          "$ref": "#/components/parameters/WebhookTimestamp",
        }, { "$ref": "#/components/parameters/WebhookSignature" }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackE011" },
              "examples": {
                "E011": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "E011",
                    "tracking-id": "0197c1e2a6b47d3f9d20",
                    "client-reference": "spring-1",
                    "content-type": "image",
                    "content-name": "https://media.example.com/tulips.jpg",
                    "error-info": "answered 404",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "E012": {
      "post": {
        "operationId": "postbackE012",
        "tags": ["postbacks"],
        "summary": "Audio of one message could not be transcoded; it is not sent.",
        "security": [],
        "parameters": [{ "$ref": "#/components/parameters/WebhookId" }, {
          "$ref": "#/components/parameters/WebhookTimestamp",
        }, { "$ref": "#/components/parameters/WebhookSignature" }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackE012" },
              "examples": {
                "E012": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "E012",
                    "tracking-id": "0197c1e2a6b47d3f9d20",
                    "client-reference": "spring-1",
                    "audio-name": "https://media.example.com/tulips.mp3",
                    "error-info": "is damaged",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "E013": {
      "post": {
        "operationId": "postbackE013",
        "tags": ["postbacks"],
        "summary": "Video of one message could not be transcoded; it is not sent.",
        "security": [],
        "parameters": [{ "$ref": "#/components/parameters/WebhookId" }, {
          "$ref": "#/components/parameters/WebhookTimestamp",
        }, { "$ref": "#/components/parameters/WebhookSignature" }],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackE013" },
              "examples": {
                "E013": {
                  "value": {
                    "origin": "MMS_MT",
                    "code": "E013",
                    "tracking-id": "0197c1e2a6b47d3f9d20",
                    "client-reference": "spring-1",
                    "video-name": "https://media.example.com/tulips.mp4",
                    "error-info": "is damaged",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "N401": {
      "post": {
        "operationId": "postbackN401",
        "tags": ["postbacks"],
        "summary": "An end user sent an MMS.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackN401" },
              "examples": {
                "N401": {
                  "value": {
                    "origin": "MMS_MO",
                    "code": "N401",
                    "from": "14085550100",
                    "to": "28444",
                    "message-subject": "",
                    "tracking-id": "0197c1e2a6b47d3f9d20",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                    "content": [{ "file": "https://mms.example.com/files/1.jpg" }, {
                      "file": "https://mms.example.com/files/2.txt",
                    }],
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "N201": {
      "post": {
        "operationId": "postbackN201",
        "tags": ["postbacks"],
        "summary": "An SMS is being sent.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackN201" },
              "examples": {
                "N201": {
                  "value": {
                    "origin": "SMS_MT",
                    "code": "N201",
                    "sent-as": "SMS",
                    "status": "Sent",
                    "from": "28444",
                    "to": "14085550100",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                    "tracking-id": "0197c1e2a6b47d3f9d22",
                    "campaign-ref": "spring",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "N202": {
      "post": {
        "operationId": "postbackN202",
        "tags": ["postbacks"],
        "summary": "An SMS reached the handset.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackN202" },
              "examples": {
                "N202": {
                  "value": {
                    "origin": "SMS_MT",
                    "code": "N202",
                    "sent-as": "SMS",
                    "status": "Delivered",
                    "from": "28444",
                    "to": "14085550100",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                    "tracking-id": "0197c1e2a6b47d3f9d22",
                    "campaign-ref": "spring",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "E201": {
      "post": {
        "operationId": "postbackE201",
        "tags": ["postbacks"],
        "summary": "An SMS could not be sent.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackE201" },
              "examples": {
                "E201": {
                  "value": {
                    "origin": "SMS_MT",
                    "code": "E201",
                    "sent-as": "SMS",
                    "status": "Failed",
                    "from": "28444",
                    "to": "14085550100",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                    "tracking-id": "0197c1e2a6b47d3f9d22",
                    "campaign-ref": "spring",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "E202": {
      "post": {
        "operationId": "postbackE202",
        "tags": ["postbacks"],
        "summary": "An SMS was rejected.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackE202" },
              "examples": {
                "E202": {
                  "value": {
                    "origin": "SMS_MT",
                    "code": "E202",
                    "sent-as": "SMS",
                    "status": "Rejected",
                    "from": "28444",
                    "to": "14085550100",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                    "tracking-id": "0197c1e2a6b47d3f9d22",
                    "campaign-ref": "spring",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
    "N211": {
      "post": {
        "operationId": "postbackN211",
        "tags": ["postbacks"],
        "summary": "An end user sent an SMS.",
        "security": [],
        "parameters": [
          { "$ref": "#/components/parameters/WebhookId" },
          { "$ref": "#/components/parameters/WebhookTimestamp" },
          { "$ref": "#/components/parameters/WebhookSignature" },
          { "$ref": "#/components/parameters/CarrierId" },
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "$ref": "#/components/schemas/PostbackN211" },
              "examples": {
                "N211": {
                  "value": {
                    "origin": "SMS_MO",
                    "code": "N211",
                    "from": "14085550100",
                    "to": "28444",
                    "message-text": "STOP",
                    "timestamp": "2026-07-01T10:00:00.123456+00:00",
                    "tracking-id": "0197c1e2a6b47d3f9d20",
                  },
                },
              },
            },
          },
        },
        "responses": {
          "410": { "$ref": "#/components/responses/PostbackUnwanted" },
          "503": { "$ref": "#/components/responses/PostbackLater" },
          "2XX": { "$ref": "#/components/responses/PostbackTaken" },
        },
      },
    },
  },
  "components": {
    "securitySchemes": {
      "apiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "x-api-key",
        "description": "The account's API key, case-sensitive (spec 5).",
      },
      "vasp": {
        "type": "http",
        "scheme": "basic",
        "description": "The account and one of its API keys, which is the VASPID too.",
      },
      "mmsc": {
        "type": "http",
        "scheme": "basic",
        "description": "The connector's `relay-username` and `relay-password`.",
      },
      "adminToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "The operator's token, set in the service's configuration.",
      },
    },
    "parameters": {
      "CarrierId": {
        "name": "X-Service-Carrier-Id",
        "in": "header",
        "description":
          "Operator id of the recipient's operator; given in a request it spares the lookup.",
        "schema": { "type": "string", "maxLength": 40 },
        "example": "0001470",
      },
      "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "x-extension": true,
        "description":
          "The same key with the same body within 24 hours answers the first response again; with\nanother body, or while the first is in progress, 409 with `E121`. Bodies are the same when\nthey are the same JSON value. A request that failed leaves its key unused, and so does one\nwhose answer says `Idempotency-Stored: no`.\n",
        "schema": { "type": "string", "pattern": "^[A-Za-z0-9._-]{1,255}$" },
        "example": "order-4711",
      },
      "WebhookId": {
        "name": "webhook-id",
        "in": "header",
        "required": true,
        "description": "Names the postback; the same on every retry (Standard Webhooks).",
        "schema": { "type": "string" },
      },
      "WebhookTimestamp": {
        "name": "webhook-timestamp",
        "in": "header",
        "required": true,
        "description": "Seconds since the epoch at which this try was made (Standard Webhooks).",
        "schema": { "type": "string", "pattern": "^[0-9]+$" },
      },
      "WebhookSignature": {
        "name": "webhook-signature",
        "in": "header",
        "required": true,
        "description":
          "`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; several, separated by spaces, while\na secret is being changed (Standard Webhooks).\n",
        "schema": { "type": "string", "pattern": "^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$" },
      },
      "AccountInPath": {
        "name": "account",
        "in": "path",
        "required": true,
        "description": "Id of the account.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 40 },
      },
      "ConnectorInPath": {
        "name": "connector",
        "in": "path",
        "required": true,
        "description": "Name of the connector.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 40 },
      },
      "OperatorInPath": {
        "name": "operator",
        "in": "path",
        "required": true,
        "description": "Id of the mobile operator.",
        "schema": { "$ref": "#/components/schemas/MobileOperatorId" },
      },
      "CarrierIdInPath": {
        "name": "carrier-id",
        "in": "path",
        "required": true,
        "description": "The carrier's id of the message.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 500 },
      },
      "AccountFilter": {
        "name": "account",
        "in": "query",
        "description": "Only those of this account.",
        "schema": { "$ref": "#/components/schemas/AccountId" },
      },
      "TrackingIdFilter": {
        "name": "tracking-id",
        "in": "query",
        "description": "Only those of this send.",
        "schema": { "type": "string", "maxLength": 64 },
      },
      "Cursor": {
        "name": "cursor",
        "in": "query",
        "description": "Where to go on, the `next-cursor` of the page before.",
        "schema": { "type": "string", "maxLength": 2000 },
      },
      "Limit": {
        "name": "limit",
        "in": "query",
        "description": "Most items of a page.",
        "schema": { "type": "integer", "minimum": 1, "maximum": 200, "default": 50 },
      },
    },
    "headers": {
      "RetryAfter": {
        "description": "Seconds after which a retry makes sense.",
        "required": true,
        "schema": { "type": "integer", "minimum": 1 },
      },
      "RetryAfterUnchecked": {
        "description": "Seconds after which credentials are checked again, where they were not.",
        "schema": { "type": "integer", "minimum": 1 },
        "example": 2,
      },
      "RetryAfterInProgress": {
        "description": "Seconds after which a retry makes sense, while a request is in progress.",
        "schema": { "type": "integer", "minimum": 1 },
        "example": 1,
      },
      "Allow": {
        "description": "The method that is meant.",
        "required": true,
        "schema": { "type": "string" },
        "example": "POST",
      },
      "WwwAuthenticate": {
        "description": "The scheme that is asked for.",
        "required": true,
        "schema": { "type": "string" },
        "example": 'Basic realm="slidepost MM7", charset="UTF-8"',
      },
      "AcceptEncoding": {
        "description": "The encodings of a body that are read.",
        "required": true,
        "schema": { "type": "string", "enum": ["identity"] },
      },
      "IdempotentReplayed": {
        "x-extension": true,
        "description":
          "Says that this is the stored response to an earlier request with the same key.",
        "schema": { "type": "string", "enum": ["true"] },
      },
      "IdempotencyStored": {
        "x-extension": true,
        "description":
          "Says that this file is not kept under its key, because the account's kept files take up\ntheir share of storage: a repeat with the same key is done again, and makes the file again.\nMessages and templates are always kept.\n",
        "schema": { "type": "string", "enum": ["no"] },
      },
      "ContentDisposition": {
        "description": "Names the file, when the response is one.",
        "schema": { "type": "string" },
        "example": "inline; filename=contact.vcf",
      },
    },
    "responses": {
      "Mm7Answer": {
        "description": "Done, or a fault.",
        "content": {
          "application/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
          "text/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
        },
      },
      "Mm7Unauthorised": {
        "description":
          "The credentials are missing or wrong: a fault with StatusCode 2568. With Retry-After they were not checked, for too many of this client were wrong.",
        "headers": {
          "Retry-After": { "$ref": "#/components/headers/RetryAfterUnchecked" },
          "WWW-Authenticate": { "$ref": "#/components/headers/WwwAuthenticate" },
        },
        "content": {
          "application/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
          "text/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
        },
      },
      "Mm7TooLarge": {
        "description": "The request is too large: a fault with StatusCode 2560.",
        "content": {
          "application/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
          "text/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
        },
      },
      "Mm7Encoded": {
        "description": "The body is compressed: a fault with StatusCode 2500.",
        "headers": { "Accept-Encoding": { "$ref": "#/components/headers/AcceptEncoding" } },
        "content": {
          "application/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
          "text/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
        },
      },
      "Mm7Unavailable": {
        "description": "The store cannot take it just now.",
        "headers": { "Retry-After": { "$ref": "#/components/headers/RetryAfter" } },
        "content": {
          "application/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
          "text/xml": { "schema": { "$ref": "#/components/schemas/Mm7Envelope" } },
        },
      },
      "NotFound": {
        "description": "There is no such thing.",
        "content": { "text/plain": { "schema": { "$ref": "#/components/schemas/PlainText" } } },
      },
      "Healthy": {
        "description": "All is well.",
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Health" },
            "examples": {
              "ready": {
                "value": {
                  "status": "ok",
                  "checks": { "store": "ok", "queue": "ok", "ffmpeg": "ok" },
                },
              },
              "alive": { "value": { "status": "ok" } },
            },
          },
        },
      },
      "Unhealthy": {
        "description": "Something that is needed does not work.",
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Health" },
            "examples": {
              "noStore": {
                "value": {
                  "status": "unavailable",
                  "checks": { "store": "cannot be reached", "queue": "ok", "ffmpeg": "ok" },
                },
              },
            },
          },
        },
      },
      "PostbackTaken": {
        "description": "Taken. Any 2xx within 10 seconds will do; anything else is tried again.",
      },
      "PostbackUnwanted": { "description": "No more postbacks to this URL, please." },
      "PostbackLater": { "description": "Not now. `Retry-After` is honoured, as it is with 429." },
      "AdminInvalid": {
        "description": "The request is not valid.",
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Failure" },
            "examples": {
              "invalid": {
                "value": {
                  "status": "failure",
                  "error-code": "E100",
                  "error-info": "name: is required",
                },
              },
            },
          },
        },
      },
      "AdminUnauthorised": {
        "description": "The token is missing or wrong.",
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Failure" },
            "examples": {
              "token": {
                "value": {
                  "status": "failure",
                  "error-code": "E104",
                  "error-info": "The token is not valid",
                },
              },
            },
          },
        },
      },
      "AdminThrottled": {
        "description": "Too many tokens of this client were wrong; this one was not checked.",
        "headers": { "Retry-After": { "$ref": "#/components/headers/RetryAfter" } },
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Failure" },
            "examples": {
              "throttled": {
                "value": {
                  "status": "failure",
                  "error-code": "E104",
                  "error-info": "too many wrong credentials from this address; try again later",
                },
              },
            },
          },
        },
      },
      "AdminUnknown": {
        "description": "There is no such thing.",
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Failure" },
            "examples": {
              "unknown": {
                "value": {
                  "status": "failure",
                  "error-code": "E100",
                  "error-info": "account: does not exist",
                },
              },
            },
          },
        },
      },
      "AdminConflict": {
        "description": "It is there already.",
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Failure" },
            "examples": {
              "conflict": {
                "value": {
                  "status": "failure",
                  "error-code": "E100",
                  "error-info": "account: exists already",
                },
              },
            },
          },
        },
      },
      "AdminOutOfTurn": {
        "description": "Not as things are now.",
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Failure" },
            "examples": {
              "final": {
                "value": {
                  "status": "failure",
                  "error-code": "E100",
                  "error-info": "the message is delivered",
                },
              },
            },
          },
        },
      },
      "AdminTooLarge": {
        "description": "The body is too large.",
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Failure" },
            "examples": {
              "tooLarge": {
                "value": {
                  "status": "failure",
                  "error-code": "E100",
                  "error-info": "the body is too large",
                },
              },
            },
          },
        },
      },
      "AdminBroken": {
        "description": "A fault of the service.",
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Failure" },
            "examples": {
              "internal": {
                "value": {
                  "status": "failure",
                  "error-code": "E503",
                  "error-info": "Internal error",
                },
              },
            },
          },
        },
      },
      "AdminUnavailable": {
        "description": "The store cannot be reached just now.",
        "headers": { "Retry-After": { "$ref": "#/components/headers/RetryAfter" } },
        "content": {
          "application/json": {
            "schema": { "$ref": "#/components/schemas/Failure" },
            "examples": {
              "unavailable": {
                "value": {
                  "status": "failure",
                  "error-code": "E504",
                  "error-info": "Temporarily unavailable",
                },
              },
            },
          },
        },
      },
    },
    "schemas": {
      "SavemmsRequest": {
        "description": "Saves an MMS template and has its content encoded (spec 4.3).",
        "x-success": "SavemmsResponse",
        "x-failure": "Failure",
        "type": "object",
        "required": ["action", "name", "slide"],
        "properties": {
          "action": {
            "type": "string",
            "enum": ["savemms"],
            "description": "The action; any letter case is taken.",
          },
          "message-subject": {
            "type": "string",
            "maxLength": 1000,
            "description":
              "Subject; up to 80 characters are supported, further ones may be cut off. 40 characters\nwithout Unicode or emoji are delivered best, and toll-free senders may not support a\nsubject.\n",
          },
          "fallback-sms-text": {
            "type": "string",
            "maxLength": 5000,
            "description":
              "Text of the fallback SMS, best at most 110 characters. Mandatory when the account may\nsend fallback SMS and `disable-fallback-sms` is not true.\n",
            "x-error": { "maxLength": "E228" },
          },
          "disable-fallback-sms": { "$ref": "#/components/schemas/DisableFallbackSms" },
          "disable-fallback-sms-link": { "$ref": "#/components/schemas/DisableFallbackSmsLink" },
          "client-reference": { "$ref": "#/components/schemas/ClientReference" },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Name of the template, for internal reference.",
            "x-error": { "required": "E311", "minLength": "E311" },
          },
          "slide": {
            "type": "array",
            "minItems": 1,
            "maxItems": 9,
            "description": "The slides in their order.",
            "items": { "$ref": "#/components/schemas/Slide" },
            "x-error": { "required": "E312", "minItems": "E312", "maxItems": "E225" },
          },
        },
      },
      "Slide": {
        "description":
          "Content of one kind, text, or both (spec 2.3). An image goes with audio but not with video;\naudio and video do not go together; contact, calendar, PDF and Excel go with text only.\n",
        "type": "object",
        "properties": {
          "image": { "$ref": "#/components/schemas/ImageContent" },
          "audio": { "$ref": "#/components/schemas/Content" },
          "video": { "$ref": "#/components/schemas/Content" },
          "contact": { "$ref": "#/components/schemas/Content" },
          "calendar": { "$ref": "#/components/schemas/Content" },
          "pdf": { "$ref": "#/components/schemas/Content" },
          "ms-excel": { "$ref": "#/components/schemas/Content" },
          "message-text": {
            "type": "string",
            "maxLength": 5000,
            "description":
              "Text with any Unicode characters; mandatory on a slide without content.",
            "x-error": { "maxLength": "E228" },
          },
        },
      },
      "ImageContent": {
        "description":
          "An image, or several of which the first is used and the others are ignored.",
        "oneOf": [{ "$ref": "#/components/schemas/ImageFile" }, {
          "type": "array",
          "minItems": 1,
          "items": { "$ref": "#/components/schemas/ImageFile" },
        }],
        "x-error": "E229",
      },
      "ImageFile": {
        "description":
          "A file by its `url`; or, without one, an image template (spec 4.4, rule 3): the fields of\n`createimage`, with merge tags in the barcode's `id` and in the texts. It is made for each\nrecipient; an element whose tag has no value stays blank.\n",
        "type": "object",
        "properties": {
          "url": {
            "type": "string",
            "format": "uri",
            "minLength": 1,
            "maxLength": 2048,
            "description": "A public, absolute http or https URL.",
            "x-error": "E229",
          },
          "background-image-url": { "$ref": "#/components/schemas/BackgroundImageUrl" },
          "add-barcode": { "$ref": "#/components/schemas/YesNo" },
          "barcode": { "$ref": "#/components/schemas/Barcode", "x-unless-no": "add-barcode" },
          "add-text-area": { "$ref": "#/components/schemas/YesNo" },
          "text-area": { "$ref": "#/components/schemas/TextAreas", "x-unless-no": "add-text-area" },
        },
      },
      "Content": {
        "description": "A file, or several of which the first is used and the others are ignored.",
        "oneOf": [{ "$ref": "#/components/schemas/ContentFile" }, {
          "type": "array",
          "minItems": 1,
          "items": { "$ref": "#/components/schemas/ContentFile" },
        }],
        "x-error": "E229",
      },
      "ContentFile": {
        "type": "object",
        "required": ["url"],
        "properties": {
          "url": {
            "type": "string",
            "format": "uri",
            "minLength": 1,
            "maxLength": 2048,
            "description": "A public, absolute http or https URL.",
            "x-error": "E229",
          },
        },
      },
      "SendsavedmmsRequest": {
        "description": "Sends a saved MMS template to one recipient (spec 4.4).",
        "x-success": "SendsavedmmsResponse",
        "x-failure": "Failure",
        "type": "object",
        "required": ["action", "mms-id", "to", "from"],
        "properties": {
          "action": {
            "type": "string",
            "enum": ["sendsavedmms"],
            "description": "The action; any letter case is taken.",
          },
          "mms-id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "The template, saved with an API key of the same account.",
            "x-error": { "required": "E620", "minLength": "E620" },
          },
          "to": {
            "$ref": "#/components/schemas/RequestTo",
            "description": "Number of the recipient with country code, in a country of the sender.",
          },
          "to-displayonly": {
            "type": "string",
            "maxLength": 4000,
            "description":
              "Comma-separated numbers with country code, at most 100, shown as further recipients of\nthe group. Delivery happens only to `to`.\n",
          },
          "from": { "$ref": "#/components/schemas/RequestFrom" },
          "campaign-ref": { "$ref": "#/components/schemas/RequestCampaignRef" },
          "message-subject": {
            "type": "string",
            "maxLength": 1000,
            "description":
              "Overrides the template's; 40 characters without Unicode are delivered best. It has at\nmost 1,000 characters once its tags are filled in too.\n",
          },
          "fallback-sms-text": {
            "type": "string",
            "maxLength": 5000,
            "description":
              "Overrides the template's; best 20 to 110 characters. Mandatory when\n`disable-fallback-sms` is false.\n",
            "x-error": { "maxLength": "E228" },
          },
          "disable-fallback-sms": { "$ref": "#/components/schemas/DisableFallbackSms" },
          "disable-fallback-sms-link": { "$ref": "#/components/schemas/DisableFallbackSmsLink" },
          "fallback-sms-link-expiration": {
            "type": "string",
            "maxLength": 64,
            "description": "ISO 8601. When the link ends; by default, and at most, after a year.",
            "x-error": "E652",
          },
          "mms-expiry-timestamp": {
            "type": "string",
            "maxLength": 64,
            "description":
              "ISO 8601. When delivery is given up; by default, and at most, after 3 days.",
            "x-error": "E652",
          },
          "force-send-as-sms": {
            "type": "boolean",
            "default": false,
            "description":
              "Sends an SMS whatever `disable-fallback-sms` says, and without an operator lookup where\nno operator id is given. Not for accounts that may not send fallback SMS.\n",
          },
          "operator-id": { "$ref": "#/components/schemas/RequestOperatorId" },
          "client-reference": { "$ref": "#/components/schemas/ClientReference" },
          "custom-slides": {
            "type": "array",
            "maxItems": 20,
            "description": "Texts that replace those of the template's slides.",
            "items": { "$ref": "#/components/schemas/CustomSlide" },
          },
          "merge-tag-data": {
            "type": "object",
            "description":
              "Values of the merge tags `{$variable|default}` by variable; upper and lower case are the\nsame. A tag without a value becomes its default, which may be empty. Tags stand in slide\ntexts, subject, fallback text and image templates; what they become is never read again.\n",
            "maxProperties": 500,
            "propertyNames": { "maxLength": 100 },
            "additionalProperties": { "type": "string", "maxLength": 5000 },
          },
          "dynamic-image": {
            "type": "array",
            "maxItems": 20,
            "description":
              "Images made for this recipient. What its slide has no room for beside the rest gets a\nslide of its own after it. Slides past the ninth are left out, and `warnings` say so.\n",
            "items": { "$ref": "#/components/schemas/DynamicImage" },
          },
          "dynamic-contact": {
            "type": "array",
            "maxItems": 20,
            "description": "Contacts made for this recipient.",
            "items": { "$ref": "#/components/schemas/DynamicContact" },
          },
          "dynamic-calendar": {
            "type": "array",
            "maxItems": 20,
            "description": "Calendar events made for this recipient.",
            "items": { "$ref": "#/components/schemas/DynamicCalendar" },
          },
        },
      },
      "CustomSlide": {
        "type": "object",
        "required": ["custom-message-text", "custom-slide"],
        "properties": {
          "custom-message-text": {
            "type": "string",
            "maxLength": 5000,
            "description": "The slide's text for this recipient.",
            "x-error": { "maxLength": "E228" },
          },
          "custom-slide": { "$ref": "#/components/schemas/SlideNumber" },
        },
      },
      "SlideNumber": {
        "type": "string",
        "pattern": "^[1-9][0-9]{0,3}$",
        "x-must": "be a slide number, counted from 1",
        "description": "A slide, counted from 1.",
      },
      "SendsmsRequest": {
        "description": "Sends an SMS (spec 4.5).",
        "x-success": "SendsmsResponse",
        "x-failure": "SendsmsFailure",
        "type": "object",
        "required": ["action", "message-text", "to", "from"],
        "properties": {
          "action": {
            "type": "string",
            "enum": ["sendsms"],
            "description": "The action; any letter case is taken.",
          },
          "message-text": {
            "type": "string",
            "minLength": 1,
            "maxLength": 39015,
            "description":
              "The text. 160 characters of the GSM alphabet, or 70 of Unicode, make one message; longer\ntext is sent and billed as several, at most 255.\n",
            "x-error": { "required": "E712", "minLength": "E712" },
          },
          "to": { "$ref": "#/components/schemas/RequestTo" },
          "from": { "$ref": "#/components/schemas/RequestFrom" },
          "campaign-ref": { "$ref": "#/components/schemas/RequestCampaignRef" },
          "operator-id": { "$ref": "#/components/schemas/RequestOperatorId" },
          "click-tracking": {
            "type": "boolean",
            "default": false,
            "description": "Replaces each link by a short one and counts its clicks.",
          },
        },
      },
      "CreateimageRequest": {
        "description":
          "Makes a JPEG of a background, a barcode and texts; at least one (spec 4.6, 2.6). It is as large\nas the background, or without one as what is drawn, on white.\n",
        "x-success": "image/jpeg",
        "x-failure": "Failure",
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {
            "type": "string",
            "enum": ["createimage"],
            "description": "The action; any letter case is taken.",
          },
          "background-image-url": { "$ref": "#/components/schemas/BackgroundImageUrl" },
          "add-barcode": { "$ref": "#/components/schemas/YesNo" },
          "barcode": { "$ref": "#/components/schemas/Barcode", "x-unless-no": "add-barcode" },
          "add-text-area": { "$ref": "#/components/schemas/YesNo" },
          "text-area": { "$ref": "#/components/schemas/TextAreas", "x-unless-no": "add-text-area" },
        },
      },
      "DynamicImage": {
        "description": "Fields of `createimage`, for one slide (spec 2.6).",
        "type": "object",
        "properties": {
          "slide-number": { "$ref": "#/components/schemas/TargetSlide" },
          "background-image-url": { "$ref": "#/components/schemas/BackgroundImageUrl" },
          "add-barcode": { "$ref": "#/components/schemas/YesNo" },
          "barcode": { "$ref": "#/components/schemas/Barcode", "x-unless-no": "add-barcode" },
          "add-text-area": { "$ref": "#/components/schemas/YesNo" },
          "text-area": { "$ref": "#/components/schemas/TextAreas", "x-unless-no": "add-text-area" },
        },
      },
      "TargetSlide": {
        "type": "string",
        "pattern": "^[1-9][0-9]{0,3}$",
        "x-must": "be a slide number, counted from 1",
        "description":
          "The slide it goes to, counted from 1; without it, the last. A number beyond the last slide is\na slide after it, up to 9; beyond that the object is left out, and `warnings` say so.\n",
      },
      "BackgroundImageUrl": {
        "type": "string",
        "format": "uri",
        "maxLength": 2048,
        "description": "A jpg that exists; best 640×1138 pixels and 200 KB.",
        "x-error": "E229",
      },
      "YesNo": {
        "type": "string",
        "enum": ["yes", "no"],
        "x-any-case": true,
        "description":
          "Whether the object that follows is drawn; then it is required. Without this it is drawn where\nit is there.\n",
      },
      "Barcode": {
        "description":
          "A barcode (spec 2.4), as large as its box allows with the quiet zone that its type asks for.\nIts text has the foreground colour.\n",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "maxLength": 7089,
            "description":
              "What it says; mandatory where the barcode is drawn. EAN takes 7, 8, 12 or 13 digits,\nUPC-A 11 or 12, Interleaved 2of5 an even number, Code 11 digits and dashes; these, Code\n39 and Code 128 (ASCII) take 80 characters at most. Others take any text, as long as\ntheir type has room for it.\n",
            "x-error": { "type": "E1503", "format": "E1503", "maxLength": "E1504" },
          },
          "position-x": {
            "$ref": "#/components/schemas/Position",
            "default": "0",
            "description": "Pixels from the left.",
          },
          "position-y": {
            "$ref": "#/components/schemas/Position",
            "default": "0",
            "description": "Pixels from the top.",
          },
          "width": {
            "$ref": "#/components/schemas/Pixels",
            "default": "300",
            "description": "Pixels; without it, more than 300 where the barcode needs them.",
          },
          "height": { "$ref": "#/components/schemas/Pixels", "default": "300" },
          "foreground-color": { "$ref": "#/components/schemas/Colour", "default": "#000000" },
          "background-color": { "$ref": "#/components/schemas/Colour", "default": "#ffffff" },
          "border-width": {
            "$ref": "#/components/schemas/Pixels",
            "default": "0",
            "description": "Pixels of a frame inside the box, in the foreground colour.",
          },
          "type": {
            "type": "string",
            "enum": [
              "Aztec Code",
              "Code 11",
              "Code 128",
              "Code 39",
              "Data Matrix",
              "EAN",
              "Interleaved 2of5",
              "PDF417",
              "QR Code",
              "UPC-A",
            ],
            "x-any-case": true,
            "default": "QR Code",
            "description": "Symbology; any letter case is taken.",
            "x-error": "E1504",
          },
          "hide-text": {
            "type": "boolean",
            "default": false,
            "description": "Leaves out the text at the bottom centre.",
          },
          "transparent": {
            "type": "boolean",
            "default": false,
            "description": "Leaves out the background.",
          },
          "font": { "$ref": "#/components/schemas/Font", "default": "OpenSans" },
          "font-size": { "$ref": "#/components/schemas/Pixels", "default": "20" },
          "alignment": {
            "type": "string",
            "enum": ["Left", "Center", "Right"],
            "x-any-case": true,
            "default": "Left",
            "description":
              "Where in its box the barcode stands, any letter case; its text is centred under it.\n",
            "x-error": "E1507",
          },
          "rotate": {
            "type": "string",
            "enum": ["0", "90", "180", "270"],
            "default": "0",
            "description": "Degrees, clockwise. A quarter turn of 300×100 takes up 100×300.",
            "x-error": "E1507",
          },
        },
      },
      "Position": {
        "type": "string",
        "pattern": "^[0-9]{1,5}$",
        "x-must": "be a whole number of pixels",
        "description": "Pixels.",
        "x-error": "E1507",
      },
      "Pixels": {
        "type": "string",
        "pattern": "^[0-9]{1,5}$",
        "x-must": "be a whole number of pixels",
        "description": "Pixels.",
        "x-error": "E1507",
      },
      "Colour": {
        "type": "string",
        "pattern": "^#[0-9A-Fa-f]{6}$",
        "x-must": "be a colour such as #cc0000",
        "description": "Hexadecimal red, green and blue.",
        "x-error": "E1507",
      },
      "Font": {
        "type": "string",
        "enum": ["Arvo", "Arial", "ArialMT", "OpenSans", "LiberationSans", "Ubuntu"],
        "x-any-case": true,
        "description": "Typeface; any letter case is taken.",
        "x-error": "E1507",
      },
      "TextAreas": {
        "description": "Texts under the keys `text-area-1` to `text-area-8` (spec 2.5).",
        "type": "object",
        "maxProperties": 8,
        "propertyNames": { "pattern": "^text-area-[1-8]$" },
        "x-must": "have only the keys text-area-1 to text-area-8",
        "additionalProperties": { "$ref": "#/components/schemas/TextArea" },
        "x-error": { "propertyNames": "E1506", "maxProperties": "E1506" },
      },
      "TextArea": {
        "type": "object",
        "properties": {
          "text": {
            "type": "string",
            "maxLength": 1000,
            "description":
              "What is drawn; mandatory where it is. It has at most 1,000 characters once its tags are\nfilled in too.\n",
            "x-error": { "type": "E1505", "format": "E1505", "maxLength": "E1507" },
          },
          "position-x": {
            "$ref": "#/components/schemas/Position",
            "default": "50",
            "description": "Pixels from the left.",
          },
          "position-y": {
            "$ref": "#/components/schemas/Position",
            "default": "400",
            "description": "Pixels from the top.",
          },
          "font": { "$ref": "#/components/schemas/Font", "default": "OpenSans" },
          "font-size": { "$ref": "#/components/schemas/Pixels", "default": "20" },
          "font-color": { "$ref": "#/components/schemas/Colour", "default": "#000000" },
          "width": {
            "type": ["string", "integer"],
            "pattern": "^[0-9]{1,5}$",
            "x-must": "be a whole number of pixels",
            "default": "200",
            "description": "Pixels, after which the text goes on in the next line.",
            "x-error": "E1507",
          },
        },
      },
      "CreatecontactRequest": {
        "description": "Makes a vCard file (spec 4.7, 2.7).",
        "x-success": "text/vcard",
        "x-failure": "Failure",
        "type": "object",
        "required": ["action", "name"],
        "properties": {
          "action": {
            "type": "string",
            "enum": ["createcontact"],
            "description": "The action; any letter case is taken.",
          },
          "name": { "$ref": "#/components/schemas/ContactName" },
          "organization": {
            "type": "string",
            "maxLength": 5000,
            "description": "Where the person works.",
          },
          "title": { "type": "string", "maxLength": 5000, "description": "The person's position." },
          "photo-url": { "$ref": "#/components/schemas/PhotoUrl" },
          "note": { "type": "string", "maxLength": 5000, "description": "Any text." },
          "phone": { "$ref": "#/components/schemas/ContactPhones" },
          "email": { "$ref": "#/components/schemas/ContactEmails" },
          "physical-address": { "$ref": "#/components/schemas/ContactAddresses" },
          "website": { "$ref": "#/components/schemas/ContactWebsites" },
        },
      },
      "DynamicContact": {
        "description": "Fields of `createcontact`, for one slide (spec 2.7).",
        "type": "object",
        "required": ["name"],
        "properties": {
          "slide-number": { "$ref": "#/components/schemas/TargetSlide" },
          "name": { "$ref": "#/components/schemas/ContactName" },
          "organization": {
            "type": "string",
            "maxLength": 5000,
            "description": "Where the person works.",
          },
          "title": { "type": "string", "maxLength": 5000, "description": "The person's position." },
          "photo-url": { "$ref": "#/components/schemas/PhotoUrl" },
          "note": { "type": "string", "maxLength": 5000, "description": "Any text." },
          "phone": { "$ref": "#/components/schemas/ContactPhones" },
          "email": { "$ref": "#/components/schemas/ContactEmails" },
          "physical-address": { "$ref": "#/components/schemas/ContactAddresses" },
          "website": { "$ref": "#/components/schemas/ContactWebsites" },
        },
      },
      "ContactName": {
        "description": "First name, last name or both, of letters, digits, spaces and periods.",
        "type": "object",
        "properties": {
          "first-name": { "$ref": "#/components/schemas/NamePart" },
          "last-name": { "$ref": "#/components/schemas/NamePart" },
          "suffix": {
            "type": "string",
            "maxLength": 100,
            "description": "What follows the name, such as Jr.",
            "x-error": { "maxLength": "E1602" },
          },
        },
        "x-error": "E1601",
      },
      "NamePart": {
        "type": "string",
        "maxLength": 200,
        "pattern": "^[\\p{L}\\p{M}\\p{N} .]*$",
        "x-must": "have only letters, digits, spaces and periods",
        "description": "Mandatory when the other part is blank.",
        "x-error": { "pattern": "E1602", "maxLength": "E1602" },
      },
      "PhotoUrl": {
        "type": "string",
        "format": "uri",
        "maxLength": 2048,
        "description": "A gif, jpg or png image.",
        "x-error": "E229",
      },
      "ContactPhones": {
        "type": "array",
        "x-first": 4,
        "description": "Telephone numbers; those after the fourth are ignored.",
        "items": {
          "type": "object",
          "required": ["number"],
          "properties": {
            "number": {
              "type": "string",
              "minLength": 1,
              "maxLength": 64,
              "description": "Any spelling.",
            },
            "label": {
              "type": "string",
              "enum": ["Work", "Home", "Mobile", "Fax", "Pager", "Main", "Other"],
              "x-any-case": true,
              "default": "Work",
              "description": "Kind of number; any letter case is taken.",
              "x-error": "E1603",
            },
          },
        },
      },
      "ContactEmails": {
        "type": "array",
        "x-first": 4,
        "description": "E-mail addresses; those after the fourth are ignored.",
        "items": {
          "type": "object",
          "required": ["id"],
          "properties": {
            "id": {
              "type": "string",
              "minLength": 1,
              "maxLength": 320,
              "description": "The address.",
            },
            "label": { "$ref": "#/components/schemas/PlaceLabel" },
          },
        },
      },
      "ContactAddresses": {
        "type": "array",
        "x-first": 4,
        "description": "Postal addresses; those after the fourth are ignored.",
        "items": {
          "type": "object",
          "required": ["address"],
          "properties": {
            "address": {
              "type": "string",
              "minLength": 1,
              "maxLength": 1000,
              "description": "In one line.",
            },
            "label": { "$ref": "#/components/schemas/PlaceLabel" },
          },
        },
      },
      "ContactWebsites": {
        "type": "array",
        "x-first": 4,
        "description": "Websites; those after the fourth are ignored.",
        "items": {
          "type": "object",
          "required": ["url"],
          "properties": {
            "url": {
              "type": "string",
              "minLength": 1,
              "maxLength": 2048,
              "description": "The address.",
            },
            "label": {
              "type": "string",
              "maxLength": 1000,
              "default": "homepage",
              "description": "Any text; it is cut after 100 characters.",
              "x-error": { "maxLength": "E1603" },
            },
          },
        },
      },
      "PlaceLabel": {
        "type": "string",
        "enum": ["Work", "Home"],
        "x-any-case": true,
        "default": "Work",
        "description": "Kind of address; any letter case is taken.",
        "x-error": "E1603",
      },
      "CreatecalendarRequest": {
        "description": "Makes an iCalendar file (spec 4.8, 2.8).",
        "x-success": "text/calendar",
        "x-failure": "Failure",
        "type": "object",
        "required": [
          "action",
          "event-title",
          "event-description",
          "event-location",
          "event-start-datetime",
          "event-end-datetime",
          "event-timezone",
        ],
        "properties": {
          "action": {
            "type": "string",
            "enum": ["createcalendar"],
            "description": "The action; any letter case is taken.",
          },
          "event-title": { "$ref": "#/components/schemas/EventTitle" },
          "event-description": { "$ref": "#/components/schemas/EventDescription" },
          "event-location": { "$ref": "#/components/schemas/EventLocation" },
          "event-start-datetime": { "$ref": "#/components/schemas/EventStart" },
          "event-end-datetime": { "$ref": "#/components/schemas/EventEnd" },
          "event-timezone": { "$ref": "#/components/schemas/EventTimezone" },
          "all-day-event": { "$ref": "#/components/schemas/AllDayEvent" },
        },
      },
      "DynamicCalendar": {
        "description": "Fields of `createcalendar`, for one slide (spec 2.8).",
        "type": "object",
        "required": [
          "event-title",
          "event-description",
          "event-location",
          "event-start-datetime",
          "event-end-datetime",
          "event-timezone",
        ],
        "properties": {
          "slide-number": { "$ref": "#/components/schemas/TargetSlide" },
          "event-title": { "$ref": "#/components/schemas/EventTitle" },
          "event-description": { "$ref": "#/components/schemas/EventDescription" },
          "event-location": { "$ref": "#/components/schemas/EventLocation" },
          "event-start-datetime": { "$ref": "#/components/schemas/EventStart" },
          "event-end-datetime": { "$ref": "#/components/schemas/EventEnd" },
          "event-timezone": { "$ref": "#/components/schemas/EventTimezone" },
          "all-day-event": { "$ref": "#/components/schemas/AllDayEvent" },
        },
      },
      "EventTitle": {
        "type": "string",
        "minLength": 1,
        "maxLength": 5000,
        "description": "Title.",
        "x-error": "E1703",
      },
      "EventDescription": {
        "type": "string",
        "minLength": 1,
        "maxLength": 5000,
        "description": "Description.",
        "x-error": "E1704",
      },
      "EventLocation": {
        "type": "string",
        "minLength": 1,
        "maxLength": 5000,
        "description": "Location.",
        "x-error": "E1705",
      },
      "EventStart": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "description": "ISO 8601 in `event-timezone`, whatever designator it carries.",
        "x-error": "E1701",
      },
      "EventEnd": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "description": "ISO 8601 in `event-timezone`, whatever designator it carries.",
        "x-error": "E1702",
      },
      "EventTimezone": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "description": "Name in the tz database, such as America/New_York.",
        "x-error": "E1706",
      },
      "AllDayEvent": {
        "type": "boolean",
        "default": false,
        "description": "From 00:00 UTC of the start date to 23:59 UTC of the end date.",
      },
      "RequestTo": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "description": "Number of the recipient with country code.",
        "x-error": "E110",
      },
      "RequestFrom": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "description":
          "Short code, toll-free or 10DLC number with country code, provisioned to the account. An\nalphanumeric sender only with carriers of certain countries, not the USA.\n",
        "x-error": "E111",
      },
      "RequestCampaignRef": {
        "type": "string",
        "maxLength": 200,
        "description":
          "Campaign that the recipient is subscribed to; mandatory while Enforce Campaign Check is on.\n",
      },
      "RequestOperatorId": {
        "type": "string",
        "maxLength": 40,
        "x-extension": true,
        "description":
          "Operator id of the recipient's operator, the same as `X-Service-Carrier-Id`.",
        "x-error": "E651",
      },
      "DisableFallbackSms": {
        "type": "boolean",
        "description": "Sends no SMS where the MMS cannot be delivered.",
      },
      "DisableFallbackSmsLink": {
        "type": "boolean",
        "description": "Leaves the link to the MMS content out of the fallback SMS.",
      },
      "ClientReference": {
        "type": "string",
        "maxLength": 64,
        "description": "The customer's own id of the transaction, returned in its postbacks.",
        "x-error": { "maxLength": "E315" },
      },
      "SavemmsResponse": {
        "type": "object",
        "required": ["status", "status-details", "mms-id"],
        "properties": {
          "status": { "type": "string", "enum": ["success"], "description": "Success." },
          "status-details": { "type": "string", "description": "What happens next." },
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
        },
      },
      "SendsavedmmsResponse": {
        "type": "object",
        "required": ["status", "mms-id", "tracking-id", "to", "from", "status-details"],
        "properties": {
          "status": { "type": "string", "enum": ["Success"], "description": "Success." },
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "from": { "$ref": "#/components/schemas/Originator" },
          "status-details": { "type": "string", "description": "What happens next." },
          "warnings": {
            "type": "array",
            "items": { "type": "string" },
            "x-extension": true,
            "description":
              "What of the request the message is sent without, for want of room: objects, and slides\npast the ninth. Absent when there is nothing.\n",
          },
        },
      },
      "SendsmsResponse": {
        "type": "object",
        "required": ["status", "tracking-id", "to", "from", "segments", "status-details"],
        "properties": {
          "status": { "type": "string", "enum": ["Success"], "description": "Success." },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "from": { "$ref": "#/components/schemas/Originator" },
          "segments": {
            "type": "integer",
            "minimum": 1,
            "x-extension": true,
            "description":
              "As how many messages the text is sent and billed. One has 160 characters of the GSM\nalphabet (those of its extension table count twice) or 70 of Unicode; several have 153\nor 67 each.\n",
          },
          "status-details": { "type": "string", "description": "What happens next." },
        },
      },
      "File": { "type": "string", "format": "binary", "description": "The file itself." },
      "Mm7Envelope": {
        "type": "string",
        "description": "SOAP envelope with the elements of tools/mm7.xsd.",
      },
      "PlainText": { "type": "string", "description": "A line for people." },
      "Failure": {
        "type": "object",
        "required": ["status", "error-code", "error-info"],
        "properties": {
          "status": { "type": "string", "enum": ["failure"], "description": "Failure." },
          "error-code": { "$ref": "#/components/schemas/ErrorCode" },
          "error-info": { "$ref": "#/components/schemas/ErrorInfo" },
        },
      },
      "SendsmsFailure": {
        "type": "object",
        "required": ["status", "error-code", "error-info"],
        "properties": {
          "status": { "type": "string", "enum": ["Failure"], "description": "Failure." },
          "error-code": { "$ref": "#/components/schemas/ErrorCode" },
          "error-info": { "$ref": "#/components/schemas/ErrorInfo" },
          "to": {
            "type": "string",
            "description": "As the request gave it, where that was a text or a number.",
          },
        },
      },
      "AnyFailure": {
        "description": "`SendsmsFailure` once the action is known to be `sendsms`, else `Failure`.",
        "oneOf": [{ "$ref": "#/components/schemas/Failure" }, {
          "$ref": "#/components/schemas/SendsmsFailure",
        }],
      },
      "ErrorCode": {
        "type": "string",
        "pattern": "^E[0-9]{3,4}$",
        "description": "What kind of fault it is.",
      },
      "ErrorInfo": { "type": "string", "description": "The field, and what is wrong with it." },
      "MmsId": { "type": "string", "minLength": 1, "description": "Id of the template." },
      "TrackingId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "description": "Id of the transaction, also in its postbacks.",
      },
      "Recipient": {
        "type": "string",
        "description": "Number of the recipient with country code.",
      },
      "Originator": {
        "type": "string",
        "description": "Short code or number that the message is sent from.",
      },
      "Health": {
        "type": "object",
        "required": ["status"],
        "properties": {
          "status": {
            "type": "string",
            "enum": ["ok", "unavailable"],
            "description": "Of the whole.",
          },
          "checks": {
            "type": "object",
            "description": "`ok`, or what is wrong, for each thing that the service needs.",
            "required": ["store", "queue", "ffmpeg"],
            "properties": {
              "store": { "type": "string", "description": "Database." },
              "queue": { "type": "string", "description": "Postback queue." },
              "ffmpeg": { "type": "string", "description": "Transcoder." },
            },
          },
        },
      },
      "PostbackN101": {
        "description": "Sent; the service has begun to process the MMS (spec 6.2).",
        "type": "object",
        "required": [
          "origin",
          "code",
          "sent-as",
          "status",
          "status-details",
          "from",
          "to",
          "tracking-id",
          "timestamp",
        ],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["N101"], "description": "What happened." },
          "sent-as": { "$ref": "#/components/schemas/SentAs" },
          "status": { "type": "string", "enum": ["Sent"], "description": "What became of it." },
          "status-details": {
            "type": "string",
            "enum": ["Message Sent"],
            "description": "What became of it in words.",
          },
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "campaign-ref": { "$ref": "#/components/schemas/ReturnedCampaignRef" },
        },
      },
      "PostbackN102": {
        "description": "Delivered (spec 6.2).",
        "type": "object",
        "required": [
          "origin",
          "code",
          "sent-as",
          "status",
          "status-details",
          "from",
          "to",
          "tracking-id",
          "timestamp",
        ],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["N102"], "description": "What happened." },
          "sent-as": { "$ref": "#/components/schemas/SentAs" },
          "status": {
            "type": "string",
            "enum": ["Delivered"],
            "description": "What became of it.",
          },
          "status-details": {
            "type": "string",
            "enum": ["Message Delivered"],
            "description": "What became of it in words.",
          },
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "handset": { "type": "string", "description": "The handset, where the carrier tells." },
          "campaign-ref": { "$ref": "#/components/schemas/ReturnedCampaignRef" },
        },
      },
      "PostbackN103": {
        "description": "Expired (spec 6.2).",
        "type": "object",
        "required": [
          "origin",
          "code",
          "sent-as",
          "status",
          "status-details",
          "from",
          "to",
          "tracking-id",
          "timestamp",
        ],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["N103"], "description": "What happened." },
          "sent-as": { "$ref": "#/components/schemas/SentAs" },
          "status": { "type": "string", "enum": ["Expired"], "description": "What became of it." },
          "status-details": {
            "type": "string",
            "enum": ["Message Expired"],
            "description": "What became of it in words.",
          },
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "campaign-ref": { "$ref": "#/components/schemas/ReturnedCampaignRef" },
        },
      },
      "PostbackE101": {
        "description": "Failed (spec 6.2).",
        "type": "object",
        "required": [
          "origin",
          "code",
          "sent-as",
          "status",
          "status-details",
          "from",
          "to",
          "tracking-id",
          "timestamp",
        ],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["E101"], "description": "What happened." },
          "sent-as": { "$ref": "#/components/schemas/SentAs" },
          "status": { "type": "string", "enum": ["Failed"], "description": "What became of it." },
          "status-details": {
            "type": "string",
            "enum": [
              "MMS is too big",
              "No way to send MMS or SMS",
              "Internal Routing Error",
              "Content Validation Failed",
              "Audio or Video Transcoding Failed",
            ],
            "description": "Why it failed; it is too big where its fallback SMS is disabled.",
          },
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "campaign-ref": { "$ref": "#/components/schemas/ReturnedCampaignRef" },
        },
      },
      "PostbackE102": {
        "description": "Rejected or unrecognised (spec 6.2).",
        "type": "object",
        "required": [
          "origin",
          "code",
          "sent-as",
          "status",
          "status-details",
          "from",
          "to",
          "tracking-id",
          "timestamp",
        ],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["E102"], "description": "What happened." },
          "sent-as": { "$ref": "#/components/schemas/SentAs" },
          "status": {
            "type": "string",
            "enum": ["Rejected", "Unrecognised"],
            "description": "What became of it.",
          },
          "status-details": {
            "type": "string",
            "pattern":
              "^(Message Rejected|Network Unreachable|Message Not Supported|\\d{1,10}:Exception)$",
            "description":
              "Why it was rejected; of what was unrecognised, the number of an exception.",
          },
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "campaign-ref": { "$ref": "#/components/schemas/ReturnedCampaignRef" },
        },
      },
      "PostbackN003": {
        "description": "The template is ready to be sent (spec 6.3).",
        "type": "object",
        "required": ["origin", "code", "mms-id", "tracking-id", "timestamp"],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["N003"], "description": "What happened." },
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
        },
      },
      "PostbackE002": {
        "description": "The template's audio could not be transcoded (spec 6.3).",
        "type": "object",
        "required": ["origin", "code", "mmsid", "trackingid", "audioname"],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["E002"], "description": "What happened." },
          "mmsid": { "$ref": "#/components/schemas/MmsId" },
          "trackingid": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "audioname": { "$ref": "#/components/schemas/FileName" },
        },
      },
      "PostbackE003": {
        "description": "The template's video could not be transcoded (spec 6.3).",
        "type": "object",
        "required": ["origin", "code", "mms-id", "trackingid", "videoname"],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["E003"], "description": "What happened." },
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
          "trackingid": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "videoname": { "$ref": "#/components/schemas/FileName" },
        },
      },
      "PostbackE004": {
        "description": "The template's image could not be transcoded (spec 6.3).",
        "type": "object",
        "required": ["origin", "code", "mmsid", "trackingid", "imagename"],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["E004"], "description": "What happened." },
          "mmsid": { "$ref": "#/components/schemas/MmsId" },
          "trackingid": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "imagename": { "$ref": "#/components/schemas/FileName" },
        },
      },
      "PostbackN013": {
        "description": "Content was transcoded for one message, which is now sent (spec 6.3).",
        "type": "object",
        "required": ["origin", "code", "tracking-id", "timestamp"],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["N013"], "description": "What happened." },
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
        },
      },
      "PostbackE011": {
        "description": "Content was fetched and refused (spec 6.3).",
        "type": "object",
        "required": ["origin", "code", "tracking-id", "content-type", "content-name", "error-info"],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["E011"], "description": "What happened." },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "content-type": { "type": "string", "description": "Kind of content." },
          "content-name": { "$ref": "#/components/schemas/FileName" },
          "error-info": { "type": "string", "description": "The reason." },
        },
      },
      "PostbackE012": {
        "description": "Audio of one message could not be transcoded; it is not sent (spec 6.3).",
        "type": "object",
        "required": ["origin", "code", "tracking-id", "audio-name", "error-info"],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["E012"], "description": "What happened." },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "audio-name": { "$ref": "#/components/schemas/FileName" },
          "error-info": { "type": "string", "description": "The reason." },
        },
      },
      "PostbackE013": {
        "description": "Video of one message could not be transcoded; it is not sent (spec 6.3).",
        "type": "object",
        "required": ["origin", "code", "tracking-id", "video-name", "error-info"],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["E013"], "description": "What happened." },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "client-reference": { "$ref": "#/components/schemas/ReturnedReference" },
          "video-name": { "$ref": "#/components/schemas/FileName" },
          "error-info": { "type": "string", "description": "The reason." },
        },
      },
      "PostbackN401": {
        "description": "An end user sent an MMS (spec 6.4).",
        "type": "object",
        "required": [
          "origin",
          "code",
          "from",
          "to",
          "message-subject",
          "tracking-id",
          "timestamp",
          "content",
        ],
        "properties": {
          "origin": { "type": "string", "enum": ["MMS_MO"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["N401"], "description": "What happened." },
          "from": { "$ref": "#/components/schemas/EndUser" },
          "to": { "$ref": "#/components/schemas/InboundTo" },
          "message-subject": { "type": "string", "description": "May be empty." },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "content": {
            "type": "array",
            "description": "Its files.",
            "items": { "$ref": "#/components/schemas/InboundFile" },
          },
        },
      },
      "PostbackN201": {
        "description": "Sent (spec 6.5).",
        "type": "object",
        "required": [
          "origin",
          "code",
          "sent-as",
          "status",
          "from",
          "to",
          "timestamp",
          "tracking-id",
        ],
        "properties": {
          "origin": { "type": "string", "enum": ["SMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["N201"], "description": "What happened." },
          "sent-as": { "type": "string", "enum": ["SMS"], "description": "Always SMS." },
          "status": { "type": "string", "enum": ["Sent"], "description": "What became of it." },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "campaign-ref": { "$ref": "#/components/schemas/ReturnedCampaignRef" },
        },
      },
      "PostbackN202": {
        "description": "Delivered (spec 6.5).",
        "type": "object",
        "required": [
          "origin",
          "code",
          "sent-as",
          "status",
          "from",
          "to",
          "timestamp",
          "tracking-id",
        ],
        "properties": {
          "origin": { "type": "string", "enum": ["SMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["N202"], "description": "What happened." },
          "sent-as": { "type": "string", "enum": ["SMS"], "description": "Always SMS." },
          "status": {
            "type": "string",
            "enum": ["Delivered"],
            "description": "What became of it.",
          },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "campaign-ref": { "$ref": "#/components/schemas/ReturnedCampaignRef" },
        },
      },
      "PostbackE201": {
        "description": "Failed (spec 6.5).",
        "type": "object",
        "required": [
          "origin",
          "code",
          "sent-as",
          "status",
          "from",
          "to",
          "timestamp",
          "tracking-id",
        ],
        "properties": {
          "origin": { "type": "string", "enum": ["SMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["E201"], "description": "What happened." },
          "sent-as": { "type": "string", "enum": ["SMS"], "description": "Always SMS." },
          "status": { "type": "string", "enum": ["Failed"], "description": "What became of it." },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "campaign-ref": { "$ref": "#/components/schemas/ReturnedCampaignRef" },
        },
      },
      "PostbackE202": {
        "description": "Rejected (spec 6.5).",
        "type": "object",
        "required": [
          "origin",
          "code",
          "sent-as",
          "status",
          "from",
          "to",
          "timestamp",
          "tracking-id",
        ],
        "properties": {
          "origin": { "type": "string", "enum": ["SMS_MT"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["E202"], "description": "What happened." },
          "sent-as": { "type": "string", "enum": ["SMS"], "description": "Always SMS." },
          "status": { "type": "string", "enum": ["Rejected"], "description": "What became of it." },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "campaign-ref": { "$ref": "#/components/schemas/ReturnedCampaignRef" },
        },
      },
      "PostbackN211": {
        "description": "An end user sent an SMS (spec 6.6).",
        "type": "object",
        "required": ["origin", "code", "from", "to", "message-text", "timestamp", "tracking-id"],
        "properties": {
          "origin": { "type": "string", "enum": ["SMS_MO"], "description": "Kind of traffic." },
          "code": { "type": "string", "enum": ["N211"], "description": "What happened." },
          "from": { "$ref": "#/components/schemas/EndUser" },
          "to": { "$ref": "#/components/schemas/InboundTo" },
          "message-text": { "type": "string", "description": "The text." },
          "timestamp": { "$ref": "#/components/schemas/Timestamp" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
        },
      },
      "SentAs": {
        "type": "string",
        "enum": ["MMS", "SMS"],
        "description": "Which of the two it went out as; SMS is the fallback.",
      },
      "ReturnedReference": {
        "type": "string",
        "maxLength": 64,
        "description": "`client-reference` of the request, when one was given.",
      },
      "ReturnedCampaignRef": {
        "type": "string",
        "description": "`campaign-ref` of the request, when one was given.",
      },
      "Timestamp": {
        "type": "string",
        "format": "date-time",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}(Z|[+-]\\d{2}:\\d{2})$",
        "description": "ISO 8601 with microseconds and offset.",
      },
      "FileName": { "type": "string", "description": "URL of the file as the request gave it." },
      "EndUser": { "type": "string", "description": "Number of the end user with country code." },
      "InboundTo": { "type": "string", "description": "Short code or number that it was sent to." },
      "InboundFile": {
        "type": "object",
        "required": ["file"],
        "properties": {
          "file": {
            "type": "string",
            "format": "uri",
            "description": "URL of a picture, video, audio, text or SMIL file.",
          },
        },
      },
      "AccountId": {
        "type": "string",
        "pattern": "^[a-z0-9-]{1,40}$",
        "x-must": "have 1 to 40 of the characters a-z, 0-9 and -",
        "description": "Id of an account.",
      },
      "NullableUrl": {
        "type": ["string", "null"],
        "format": "uri",
        "pattern": "^https?://",
        "x-must": "be an http or https URL",
        "minLength": 1,
        "maxLength": 2048,
        "description": "URL, or null for none.",
      },
      "Username": {
        "type": ["string", "null"],
        "pattern": "^[^:\\p{Cc}]+$",
        "x-must": "have no colon and no control characters",
        "minLength": 1,
        "maxLength": 255,
        "description": "User of Basic credentials (RFC 7617), or null for none.",
      },
      "Password": {
        "type": ["string", "null"],
        "pattern": "^\\P{Cc}+$",
        "x-must": "have no control characters",
        "minLength": 1,
        "maxLength": 255,
        "description": "Password of Basic credentials (RFC 7617), or null for none.",
      },
      "Rate": {
        "type": ["integer", "null"],
        "minimum": 1,
        "description": "Messages a second that the account may send, or null for no limit.",
      },
      "MissingAdaptations": {
        "type": ["string", "null"],
        "enum": ["required", "true", "false", null],
        "description":
          "Meaning of a SubmitReq whose Content has no `allowAdaptations`: required (it is refused), true\nor false; null is as `MM7_ALLOW_ADAPTATIONS` has it.\n",
      },
      "NoticeVersion": {
        "type": ["string", "null"],
        "maxLength": 20,
        "description":
          "MM7Version of what goes to `mm7-url`, from 5.3.0 to 6.8.0; null is that of the account's last\nsubmission.\n",
      },
      "NoticeNamespace": {
        "type": ["string", "null"],
        "maxLength": 200,
        "description":
          "Namespace of what goes to `mm7-url`, of release 5 or 6; null is that of the account's last\nsubmission.\n",
      },
      "NoticeEncoding": {
        "type": "string",
        "enum": ["binary", "base64"],
        "description": "Content-Transfer-Encoding of the files that go to `mm7-url`.",
      },
      "NewAccount": {
        "type": "object",
        "additionalProperties": false,
        "required": ["name"],
        "properties": {
          "account": {
            "$ref": "#/components/schemas/AccountId",
            "description": "Id of the account; made up when it is not given.",
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Name for people.",
          },
          "postback-url": {
            "$ref": "#/components/schemas/NullableUrl",
            "default": null,
            "description": "Where postbacks go; without one they are kept.",
          },
          "mm7": {
            "type": "boolean",
            "default": true,
            "description": "Whether it may use the MM7 door.",
          },
          "mm7-url": {
            "$ref": "#/components/schemas/NullableUrl",
            "default": null,
            "description": "Where MM7 delivery reports and inbound messages go.",
          },
          "mm7-username": {
            "$ref": "#/components/schemas/Username",
            "default": null,
            "description":
              "User of the Basic credentials for `mm7-url`; without one none are sent.",
          },
          "mm7-password": {
            "$ref": "#/components/schemas/Password",
            "default": null,
            "description": "Password of the Basic credentials for `mm7-url`; never shown.",
          },
          "mm7-text-xml": {
            "type": "boolean",
            "default": false,
            "description":
              "Whether answers of the MM7 door are text/xml, whatever the request accepts.",
          },
          "mm7-allow-adaptations": {
            "$ref": "#/components/schemas/MissingAdaptations",
            "default": null,
          },
          "mm7-version": { "$ref": "#/components/schemas/NoticeVersion", "default": null },
          "mm7-namespace": { "$ref": "#/components/schemas/NoticeNamespace", "default": null },
          "mm7-transfer-encoding": {
            "$ref": "#/components/schemas/NoticeEncoding",
            "default": "binary",
          },
          "mms-mo-postbacks": {
            "type": "boolean",
            "default": false,
            "description": "Whether inbound MMS are announced by N401.",
          },
          "sms-mo-postbacks": {
            "type": "boolean",
            "default": false,
            "description": "Whether inbound SMS are announced by N211.",
          },
          "opt-out": {
            "type": "boolean",
            "default": true,
            "description": "Whether STOP from a handset blocks it, and START lifts that.",
          },
          "keyword-replies": { "$ref": "#/components/schemas/KeywordReplies", "default": "us" },
          "allow-fallback-sms": {
            "type": "boolean",
            "default": true,
            "description": "Whether an MMS may go out as SMS.",
          },
          "enforce-campaign-check": {
            "type": "boolean",
            "default": false,
            "description": "Whether recipients must be subscribed to the campaign of a send.",
          },
          "delivery-reports": {
            "type": "boolean",
            "default": true,
            "description": "Whether carriers are asked for delivery reports.",
          },
          "rate": { "$ref": "#/components/schemas/Rate", "default": null },
          "disabled": {
            "type": "boolean",
            "default": false,
            "description": "Whether the account is shut out.",
          },
        },
      },
      "AccountChange": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Name for people.",
          },
          "postback-url": {
            "$ref": "#/components/schemas/NullableUrl",
            "description": "Where postbacks go; without one they are kept.",
          },
          "mm7": { "type": "boolean", "description": "Whether it may use the MM7 door." },
          "mm7-url": {
            "$ref": "#/components/schemas/NullableUrl",
            "description": "Where MM7 delivery reports and inbound messages go.",
          },
          "mm7-username": {
            "$ref": "#/components/schemas/Username",
            "description":
              "User of the Basic credentials for `mm7-url`; without one none are sent.",
          },
          "mm7-password": {
            "$ref": "#/components/schemas/Password",
            "description": "Password of the Basic credentials for `mm7-url`; never shown.",
          },
          "mm7-text-xml": {
            "type": "boolean",
            "description":
              "Whether answers of the MM7 door are text/xml, whatever the request accepts.",
          },
          "mm7-allow-adaptations": { "$ref": "#/components/schemas/MissingAdaptations" },
          "mm7-version": { "$ref": "#/components/schemas/NoticeVersion" },
          "mm7-namespace": { "$ref": "#/components/schemas/NoticeNamespace" },
          "mm7-transfer-encoding": { "$ref": "#/components/schemas/NoticeEncoding" },
          "mms-mo-postbacks": {
            "type": "boolean",
            "description": "Whether inbound MMS are announced by N401.",
          },
          "sms-mo-postbacks": {
            "type": "boolean",
            "description": "Whether inbound SMS are announced by N211.",
          },
          "opt-out": {
            "type": "boolean",
            "description": "Whether STOP from a handset blocks it, and START lifts that.",
          },
          "keyword-replies": { "$ref": "#/components/schemas/KeywordReplies" },
          "allow-fallback-sms": {
            "type": "boolean",
            "description": "Whether an MMS may go out as SMS.",
          },
          "enforce-campaign-check": {
            "type": "boolean",
            "description": "Whether recipients must be subscribed to the campaign of a send.",
          },
          "delivery-reports": {
            "type": "boolean",
            "description": "Whether carriers are asked for delivery reports.",
          },
          "rate": { "$ref": "#/components/schemas/Rate" },
          "disabled": { "type": "boolean", "description": "Whether the account is shut out." },
        },
      },
      "Account": {
        "type": "object",
        "required": [
          "account",
          "name",
          "postback-url",
          "mm7",
          "mm7-url",
          "mm7-username",
          "mm7-password-set",
          "mm7-text-xml",
          "mm7-allow-adaptations",
          "mm7-version",
          "mm7-namespace",
          "mm7-transfer-encoding",
          "mms-mo-postbacks",
          "sms-mo-postbacks",
          "opt-out",
          "keyword-replies",
          "allow-fallback-sms",
          "enforce-campaign-check",
          "delivery-reports",
          "rate",
          "disabled",
          "created-at",
        ],
        "properties": {
          "account": { "$ref": "#/components/schemas/AccountId" },
          "name": { "type": "string", "description": "Name for people." },
          "postback-url": {
            "type": ["string", "null"],
            "description": "Where postbacks go; without one they are kept.",
          },
          "mm7": { "type": "boolean", "description": "Whether it may use the MM7 door." },
          "mm7-url": {
            "type": ["string", "null"],
            "description": "Where MM7 delivery reports and inbound messages go.",
          },
          "mm7-username": {
            "type": ["string", "null"],
            "description":
              "User of the Basic credentials for `mm7-url`; without one none are sent.",
          },
          "mm7-password-set": {
            "type": "boolean",
            "description": "Whether it has an `mm7-password`.",
          },
          "mm7-text-xml": {
            "type": "boolean",
            "description":
              "Whether answers of the MM7 door are text/xml, whatever the request accepts.",
          },
          "mm7-allow-adaptations": { "$ref": "#/components/schemas/MissingAdaptations" },
          "mm7-version": { "$ref": "#/components/schemas/NoticeVersion" },
          "mm7-namespace": { "$ref": "#/components/schemas/NoticeNamespace" },
          "mm7-transfer-encoding": { "$ref": "#/components/schemas/NoticeEncoding" },
          "mms-mo-postbacks": {
            "type": "boolean",
            "description": "Whether inbound MMS are announced by N401.",
          },
          "sms-mo-postbacks": {
            "type": "boolean",
            "description": "Whether inbound SMS are announced by N211.",
          },
          "opt-out": {
            "type": "boolean",
            "description": "Whether STOP from a handset blocks it, and START lifts that.",
          },
          "keyword-replies": { "$ref": "#/components/schemas/KeywordReplies" },
          "allow-fallback-sms": {
            "type": "boolean",
            "description": "Whether an MMS may go out as SMS.",
          },
          "enforce-campaign-check": {
            "type": "boolean",
            "description": "Whether recipients must be subscribed to the campaign of a send.",
          },
          "delivery-reports": {
            "type": "boolean",
            "description": "Whether carriers are asked for delivery reports.",
          },
          "rate": { "$ref": "#/components/schemas/Rate" },
          "disabled": { "type": "boolean", "description": "Whether the account is shut out." },
          "created-at": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "KeywordReplies": {
        "type": "string",
        "enum": ["none", "us", "all"],
        "description":
          "Whose senders answer a handset: STOP and START once, where they change something, and HELP\nor INFO. us: senders of the country US. None do without `opt-out`.\n",
      },
      "ReplyLanguage": {
        "type": "string",
        "enum": ["en", "fr", "es"],
        "description": "ISO 639-1 code.",
      },
      "ReplyWords": {
        "type": "string",
        "maxLength": 500,
        "description":
          "Words beside those that all accounts have, with commas between them, or none.",
      },
      "ReplyText": {
        "type": ["string", "null"],
        "pattern": "\\S",
        "x-must": "have a character that is not white space",
        "maxLength": 320,
        "description": "Text of the answer; null is the default, which names the account.",
      },
      "RepliesChange": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "stop-words": { "$ref": "#/components/schemas/ReplyWords" },
          "start-words": { "$ref": "#/components/schemas/ReplyWords" },
          "help-words": { "$ref": "#/components/schemas/ReplyWords" },
          "stop-text": { "$ref": "#/components/schemas/ReplyText" },
          "start-text": { "$ref": "#/components/schemas/ReplyText" },
          "help-text": { "$ref": "#/components/schemas/ReplyText" },
        },
      },
      "Replies": {
        "type": "object",
        "required": [
          "language",
          "stop-words",
          "start-words",
          "help-words",
          "stop-text",
          "start-text",
          "help-text",
        ],
        "properties": {
          "language": { "$ref": "#/components/schemas/ReplyLanguage" },
          "stop-words": { "$ref": "#/components/schemas/ReplyWords" },
          "start-words": { "$ref": "#/components/schemas/ReplyWords" },
          "help-words": { "$ref": "#/components/schemas/ReplyWords" },
          "stop-text": { "type": "string", "description": "The answer to STOP and its like." },
          "start-text": { "type": "string", "description": "The answer to START and its like." },
          "help-text": { "type": "string", "description": "The answer to HELP and its like." },
        },
      },
      "RepliesList": {
        "type": "object",
        "required": ["items"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Replies" } },
        },
      },
      "AccountCreated": {
        "type": "object",
        "required": ["account", "api-key", "webhook-secret"],
        "properties": {
          "account": { "$ref": "#/components/schemas/AccountId" },
          "api-key": { "$ref": "#/components/schemas/ApiKey" },
          "webhook-secret": { "$ref": "#/components/schemas/WebhookSecret" },
        },
      },
      "SecretRotation": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "keep": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2592000,
            "description":
              "Seconds that the former secret signs beside the new one. `WEBHOOK_SECRET_OVERLAP` without\nit; 0 ends the former at once.\n",
          },
        },
      },
      "SecretRotated": {
        "type": "object",
        "required": ["webhook-secret", "former-until"],
        "properties": {
          "webhook-secret": { "$ref": "#/components/schemas/WebhookSecret" },
          "former-until": { "$ref": "#/components/schemas/NullableInstant" },
        },
      },
      "WebhookSecret": {
        "type": "string",
        "pattern": "^whsec_",
        "description": "Secret that signs the account's postbacks (Standard Webhooks).",
      },
      "PingResult": {
        "type": "object",
        "required": ["url", "webhook-id", "taken", "http-status", "error", "milliseconds"],
        "properties": {
          "url": { "type": "string", "description": "Where it was posted." },
          "webhook-id": { "type": "string", "description": "Names the sample." },
          "taken": {
            "type": "boolean",
            "description": "Whether a postback would have counted as arrived.",
          },
          "http-status": {
            "type": ["integer", "null"],
            "description": "What the receiver answered, or null.",
          },
          "error": { "type": ["string", "null"], "description": "Why there was no answer." },
          "milliseconds": {
            "type": "integer",
            "minimum": 0,
            "description": "From the request to the answer.",
          },
        },
      },
      "AccountPage": {
        "type": "object",
        "required": ["items", "next-cursor"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Account" } },
          "next-cursor": { "$ref": "#/components/schemas/NextCursor" },
        },
      },
      "ApiKey": { "type": "string", "minLength": 1, "description": "The API key in full." },
      "NewKey": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "api-key": {
            "type": "string",
            "description": "A key that the customer has already; a new one is made without it.",
            "pattern": "^[A-Za-z0-9]{20,128}$",
            "x-must": "be 20 to 128 letters and digits",
          },
        },
      },
      "KeyIssued": {
        "type": "object",
        "required": ["key-id", "api-key", "created-at"],
        "properties": {
          "key-id": { "type": "string", "description": "Names the key." },
          "api-key": { "$ref": "#/components/schemas/ApiKey" },
          "created-at": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "Key": {
        "type": "object",
        "required": ["key-id", "hint", "created-at", "revoked-at"],
        "properties": {
          "key-id": { "type": "string", "description": "Names the key." },
          "hint": { "type": "string", "maxLength": 4, "description": "Its last four characters." },
          "created-at": { "$ref": "#/components/schemas/Instant" },
          "revoked-at": { "$ref": "#/components/schemas/NullableInstant" },
        },
      },
      "KeyList": {
        "type": "object",
        "required": ["items"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Key" } },
        },
      },
      "SenderKind": {
        "type": "string",
        "enum": ["short-code", "toll-free", "10dlc", "alphanumeric"],
        "description": "Kind of sender.",
      },
      "Country": {
        "type": "string",
        "pattern": "^[A-Z]{2}$",
        "x-must": "be an ISO 3166-1 alpha-2 code in upper case",
        "description": "ISO 3166-1 alpha-2 code of its country.",
      },
      "SenderCountries": {
        "type": "string",
        "pattern": "^[A-Z]{2}( *, *[A-Z]{2}){0,249}$",
        "maxLength": 1000,
        "x-must": "be ISO 3166-1 alpha-2 codes in upper case with commas between them",
        "description": "Countries that it serves.",
      },
      "NewSender": {
        "type": "object",
        "additionalProperties": false,
        "required": ["address", "kind", "country"],
        "properties": {
          "address": {
            "type": "string",
            "minLength": 1,
            "maxLength": 20,
            "description": "Short code, number with country code, or alphanumeric name.",
          },
          "kind": { "$ref": "#/components/schemas/SenderKind" },
          "country": { "$ref": "#/components/schemas/Country" },
          "countries": {
            "$ref": "#/components/schemas/SenderCountries",
            "description":
              "Countries that it serves beside its own, with commas between them. Recipients of its MMS\ntemplates must be in one of them; its SMS, and what VASPs submit, go anywhere.\n",
          },
          "vasid": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "VASID that MM7 requests must carry; mandatory for a shared short code.",
          },
          "shared": {
            "type": "boolean",
            "default": false,
            "description": "Whether other accounts use it too.",
          },
          "mms-connector": {
            "type": "string",
            "minLength": 1,
            "maxLength": 40,
            "description":
              "Connector that takes its MMS; without one, the default. An SMSC takes none.",
          },
          "sms-connector": {
            "type": "string",
            "minLength": 1,
            "maxLength": 40,
            "description":
              "Connector that takes its SMS, such as an SMSC; without one, the default. One of kind\n`mmsc_mm7` takes none.\n",
          },
        },
      },
      "SenderChange": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "kind": { "$ref": "#/components/schemas/SenderKind" },
          "country": { "$ref": "#/components/schemas/Country" },
          "countries": {
            "$ref": "#/components/schemas/SenderCountries",
            "description":
              "Countries that it serves beside its own, with commas between them. Recipients of its MMS\ntemplates must be in one of them; its SMS, and what VASPs submit, go anywhere.\n",
          },
          "vasid": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 255,
            "description": "VASID that MM7 requests must carry; null for none.",
          },
          "shared": { "type": "boolean", "description": "Whether other accounts use it too." },
          "mms-connector": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 40,
            "description": "Connector that takes its MMS; null for the default.",
          },
          "sms-connector": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 40,
            "description": "Connector that takes its SMS; null for the default.",
          },
        },
      },
      "Sender": {
        "type": "object",
        "required": [
          "address",
          "kind",
          "country",
          "countries",
          "vasid",
          "shared",
          "mms-connector",
          "sms-connector",
          "warnings",
        ],
        "properties": {
          "address": { "type": "string", "description": "Digits, or the alphanumeric name." },
          "kind": { "$ref": "#/components/schemas/SenderKind" },
          "country": { "$ref": "#/components/schemas/Country" },
          "countries": {
            "$ref": "#/components/schemas/SenderCountries",
            "description": "Countries that it serves, its own first, with commas between them.",
          },
          "vasid": {
            "type": ["string", "null"],
            "description": "VASID that MM7 requests must carry.",
          },
          "shared": { "type": "boolean", "description": "Whether other accounts use it too." },
          "mms-connector": {
            "type": ["string", "null"],
            "description": "Connector that takes its MMS.",
          },
          "sms-connector": {
            "type": ["string", "null"],
            "description": "Connector that takes its SMS.",
          },
          "warnings": {
            "type": "array",
            "items": { "type": "string" },
            "description":
              "What is missing for its messages to go out: neither a route nor a connector of its own\nnor DEFAULT_CONNECTOR takes its MMS, or its SMS.\n",
          },
        },
      },
      "SenderList": {
        "type": "object",
        "required": ["items"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Sender" } },
        },
      },
      "NewSubscription": {
        "type": "object",
        "additionalProperties": false,
        "required": ["campaign-ref", "recipient"],
        "properties": {
          "campaign-ref": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The campaign.",
          },
          "recipient": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "Number with country code.",
          },
        },
      },
      "Subscription": {
        "type": "object",
        "required": ["campaign-ref", "recipient"],
        "properties": {
          "campaign-ref": { "type": "string", "description": "The campaign." },
          "recipient": { "type": "string", "description": "Number with country code." },
        },
      },
      "SubscriptionPage": {
        "type": "object",
        "required": ["items", "next-cursor"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Subscription" } },
          "next-cursor": { "$ref": "#/components/schemas/NextCursor" },
        },
      },
      "NewBlock": {
        "type": "object",
        "additionalProperties": false,
        "required": ["number"],
        "properties": {
          "number": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "Number with country code.",
          },
          "originator": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description":
              "The account's sender; all of them, later ones too, when it is not given.",
          },
        },
      },
      "Block": {
        "type": "object",
        "required": ["account", "originator", "number", "made-by", "since"],
        "properties": {
          "account": { "$ref": "#/components/schemas/AccountId" },
          "originator": {
            "type": ["string", "null"],
            "description": "The sender that may not write to it; null for all of the account.",
          },
          "number": { "type": "string", "description": "Number with country code." },
          "made-by": {
            "type": "string",
            "enum": ["keyword", "operator"],
            "description": "Whether the handset asked for it, or an operator made it.",
          },
          "since": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "BlockPage": {
        "type": "object",
        "required": ["items", "next-cursor"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Block" } },
          "next-cursor": { "$ref": "#/components/schemas/NextCursor" },
        },
      },
      "ConnectorName": {
        "type": "string",
        "pattern": "^[a-z0-9_-]{1,40}$",
        "x-must": "have 1 to 40 of the characters a-z, 0-9, _ and -",
        "description": "Name of a connector.",
      },
      "ConnectorKind": {
        "type": "string",
        "enum": ["mmsc_mm7"],
        "description": "What it speaks; mmsc_mm7 is MM7 to an MMSC.",
      },
      "ConnectorUrl": {
        "type": "string",
        "format": "uri",
        "pattern": "^https?://",
        "x-must": "be an http or https URL",
        "minLength": 1,
        "maxLength": 2048,
        "description": "Where the MMSC takes submissions.",
      },
      "Vaspid": {
        "type": "string",
        "pattern": "^\\P{Cc}+$",
        "x-must": "have no control characters",
        "minLength": 1,
        "maxLength": 255,
        "description": "VASPID that the MMSC knows us by.",
      },
      "Vasid": {
        "type": ["string", "null"],
        "pattern": "^\\P{Cc}+$",
        "x-must": "have no control characters",
        "minLength": 1,
        "maxLength": 255,
        "description": "VASID that goes with it, or null for none.",
      },
      "ServiceCode": {
        "type": ["string", "null"],
        "pattern": "^\\P{Cc}+$",
        "x-must": "have no control characters",
        "minLength": 1,
        "maxLength": 255,
        "description": "ServiceCode of messages that bring none of their own, or null for none.",
      },
      "Mm7Version": {
        "type": "string",
        "maxLength": 20,
        "description": "MM7Version that we say, from 5.3.0 to 6.8.0.",
      },
      "Mm7Namespace": {
        "type": "string",
        "maxLength": 200,
        "description": "Namespace of the MM7 schema, of release 5 or 6.",
      },
      "TransferEncoding": {
        "type": "string",
        "enum": ["binary", "base64"],
        "description": "Content-Transfer-Encoding of the files.",
      },
      "Window": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000,
        "description": "Most submissions that wait for an answer at once.",
      },
      "ConnectorRate": {
        "type": ["integer", "null"],
        "minimum": 1,
        "maximum": 10000,
        "description": "Submissions a second, or null for no limit.",
      },
      "ConnectorTimeout": {
        "type": "integer",
        "minimum": 1,
        "maximum": 300,
        "description": "Seconds after which an MMSC that has not answered has failed.",
      },
      "NewConnector": {
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "kind", "url", "vaspid"],
        "properties": {
          "name": { "$ref": "#/components/schemas/ConnectorName" },
          "kind": { "$ref": "#/components/schemas/ConnectorKind" },
          "url": { "$ref": "#/components/schemas/ConnectorUrl" },
          "username": {
            "$ref": "#/components/schemas/Username",
            "default": null,
            "description": "User of the Basic credentials for `url`; without one none are sent.",
          },
          "password": {
            "$ref": "#/components/schemas/Password",
            "default": null,
            "description": "Password of the Basic credentials for `url`; never shown.",
          },
          "vaspid": { "$ref": "#/components/schemas/Vaspid" },
          "vasid": { "$ref": "#/components/schemas/Vasid", "default": null },
          "service-code": { "$ref": "#/components/schemas/ServiceCode", "default": null },
          "mm7-version": { "$ref": "#/components/schemas/Mm7Version", "default": "6.8.0" },
          "namespace": {
            "$ref": "#/components/schemas/Mm7Namespace",
            "default":
              "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4",
          },
          "transfer-encoding": {
            "$ref": "#/components/schemas/TransferEncoding",
            "default": "binary",
          },
          "window": { "$ref": "#/components/schemas/Window", "default": 10 },
          "rate": { "$ref": "#/components/schemas/ConnectorRate", "default": null },
          "timeout": { "$ref": "#/components/schemas/ConnectorTimeout", "default": 30 },
          "relay-username": {
            "$ref": "#/components/schemas/Username",
            "default": null,
            "description":
              "User of the MMSC's own Basic credentials; without them it may not come.",
          },
          "relay-password": {
            "$ref": "#/components/schemas/Password",
            "default": null,
            "description": "Password of the MMSC's own Basic credentials; never shown.",
          },
          "unconfirmed": {
            "$ref": "#/components/schemas/Unconfirmed",
            "default": "resubmit",
            "description":
              "What is done with a submission whose answer never came. resubmit: it is submitted again,\nunder the same TransactionID, and can arrive twice. wait: it is not, and can be lost\nunnoticed. Its report cannot be told to be of it, for no answer brought its MessageID:\nthe message ends at its expiry.\n",
          },
          "missing-report": { "$ref": "#/components/schemas/MissingReport", "default": "silent" },
        },
      },
      "ConnectorChange": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "url": { "$ref": "#/components/schemas/ConnectorUrl" },
          "username": {
            "$ref": "#/components/schemas/Username",
            "description": "User of the Basic credentials for `url`; without one none are sent.",
          },
          "password": {
            "$ref": "#/components/schemas/Password",
            "description": "Password of the Basic credentials for `url`; never shown.",
          },
          "vaspid": { "$ref": "#/components/schemas/Vaspid" },
          "vasid": { "$ref": "#/components/schemas/Vasid" },
          "service-code": { "$ref": "#/components/schemas/ServiceCode" },
          "mm7-version": { "$ref": "#/components/schemas/Mm7Version" },
          "namespace": { "$ref": "#/components/schemas/Mm7Namespace" },
          "transfer-encoding": { "$ref": "#/components/schemas/TransferEncoding" },
          "window": { "$ref": "#/components/schemas/Window" },
          "rate": { "$ref": "#/components/schemas/ConnectorRate" },
          "timeout": { "$ref": "#/components/schemas/ConnectorTimeout" },
          "relay-username": {
            "$ref": "#/components/schemas/Username",
            "description":
              "User of the MMSC's own Basic credentials; without them it may not come.",
          },
          "relay-password": {
            "$ref": "#/components/schemas/Password",
            "description": "Password of the MMSC's own Basic credentials; never shown.",
          },
          "unconfirmed": {
            "$ref": "#/components/schemas/Unconfirmed",
            "description":
              "What is done with a submission whose answer never came. resubmit: it is submitted again,\nunder the same TransactionID, and can arrive twice. wait: it is not, and can be lost\nunnoticed. Its report cannot be told to be of it, for no answer brought its MessageID:\nthe message ends at its expiry.\n",
          },
          "missing-report": { "$ref": "#/components/schemas/MissingReport" },
        },
      },
      "Connector": {
        "type": "object",
        "required": [
          "name",
          "kind",
          "url",
          "username",
          "password-set",
          "vaspid",
          "vasid",
          "service-code",
          "mm7-version",
          "namespace",
          "transfer-encoding",
          "window",
          "rate",
          "timeout",
          "relay-username",
          "relay-password-set",
          "unconfirmed",
          "missing-report",
          "relay-url",
          "created-at",
          "changed-at",
        ],
        "properties": {
          "name": { "$ref": "#/components/schemas/ConnectorName" },
          "kind": { "$ref": "#/components/schemas/ConnectorKind" },
          "url": { "$ref": "#/components/schemas/ConnectorUrl" },
          "username": {
            "$ref": "#/components/schemas/Username",
            "description": "User of the Basic credentials for `url`; without one none are sent.",
          },
          "password-set": { "type": "boolean", "description": "Whether it has a `password`." },
          "vaspid": { "$ref": "#/components/schemas/Vaspid" },
          "vasid": { "$ref": "#/components/schemas/Vasid" },
          "service-code": { "$ref": "#/components/schemas/ServiceCode" },
          "mm7-version": { "$ref": "#/components/schemas/Mm7Version" },
          "namespace": { "$ref": "#/components/schemas/Mm7Namespace" },
          "transfer-encoding": { "$ref": "#/components/schemas/TransferEncoding" },
          "window": { "$ref": "#/components/schemas/Window" },
          "rate": { "$ref": "#/components/schemas/ConnectorRate" },
          "timeout": { "$ref": "#/components/schemas/ConnectorTimeout" },
          "relay-username": {
            "$ref": "#/components/schemas/Username",
            "description":
              "User of the MMSC's own Basic credentials; without them it may not come.",
          },
          "relay-password-set": {
            "type": "boolean",
            "description": "Whether it has a `relay-password`.",
          },
          "unconfirmed": {
            "$ref": "#/components/schemas/Unconfirmed",
            "description":
              "What is done with a submission whose answer never came. resubmit: it is submitted again,\nunder the same TransactionID, and can arrive twice. wait: it is not, and can be lost\nunnoticed. Its report cannot be told to be of it, for no answer brought its MessageID:\nthe message ends at its expiry.\n",
          },
          "missing-report": { "$ref": "#/components/schemas/MissingReport" },
          "relay-url": { "type": "string", "description": "Where the MMSC reports and delivers." },
          "created-at": { "$ref": "#/components/schemas/Instant" },
          "changed-at": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "ConnectorList": {
        "type": "object",
        "required": ["items"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Connector" } },
        },
      },
      "SmscHost": {
        "type": "string",
        "pattern": "^(\\w+(-+\\w+)*(\\.\\w+(-+\\w+)*)*|[\\da-fA-F.]*:[\\da-fA-F:.]*)$",
        "x-must": "be a host name or an IP address",
        "minLength": 1,
        "maxLength": 253,
        "description":
          "Host name or IP address of the SMSC, IPv6 without brackets, in a private network too; kept\nin lower case. A name is resolved for each connection.\n",
      },
      "SmscPort": {
        "type": "integer",
        "minimum": 1,
        "maximum": 65535,
        "description": "TCP port of the SMSC; 2775 is registered for SMPP.",
      },
      "SmscTls": {
        "type": "boolean",
        "description":
          "Whether it speaks TLS, with a certificate that is valid for `host`. Not by default: most\nSMSCs are reached through a private network, in the clear.\n",
      },
      "SmscBind": {
        "type": "string",
        "enum": ["transceiver", "split"],
        "description":
          "transceiver: one session for both directions, which spares the SMSC half of them. split: a\ntransmitter and a receiver, for an SMSC that knows no transceivers.\n",
      },
      "SmscSessions": {
        "type": "integer",
        "minimum": 1,
        "maximum": 32,
        "description":
          "How many sessions are held at once; of pairs, where the bind is split. Many SMSCs refuse a\nsecond one that was not agreed on.\n",
      },
      "SystemId": {
        "type": "string",
        "pattern": "^[ -~]+$",
        "x-must": "have no characters but printable ASCII",
        "minLength": 1,
        "maxLength": 15,
        "description": "The system_id that the SMSC knows us by; SMPP has room for 15 characters.",
      },
      "SmscPassword": {
        "type": ["string", "null"],
        "pattern": "^[ -~]+$",
        "x-must": "have no characters but printable ASCII",
        "minLength": 1,
        "maxLength": 64,
        "description":
          "Password of the bind, or null for none; never shown. SMPP says 8 characters at most; many\nSMSCs give out longer ones, so it goes out as it is.\n",
      },
      "SystemType": {
        "type": "string",
        "pattern": "^[ -~]*$",
        "x-must": "have no characters but printable ASCII",
        "maxLength": 12,
        "description": "The system_type of the bind; empty, which nearly all SMSCs want.",
      },
      "SmscWindow": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000,
        "description":
          "Most segments that wait for an answer at once, in each session; 10 is what SMPP 3.4\nrecommends. More are faster where the SMSC is far away.\n",
      },
      "SmscRate": {
        "type": ["integer", "null"],
        "minimum": 1,
        "maximum": 100000,
        "description":
          "Segments a second over all sessions, or null for no limit; an SMSC that is given too much\nsays so, and is given less for a while.\n",
      },
      "EnquireLink": {
        "type": "integer",
        "minimum": 5,
        "maximum": 600,
        "description":
          "Seconds without a PDU from the SMSC after which it is asked whether it is there; 30, because\nfirewalls forget connections that are silent for longer than a minute.\n",
      },
      "SmscTimeout": {
        "type": "integer",
        "minimum": 1,
        "maximum": 300,
        "description":
          "Seconds after which an SMSC that has not taken a connection or answered a PDU has failed; 30\noutlasts a pause of its database.\n",
      },
      "SourceTon": {
        "type": ["integer", "null"],
        "minimum": 0,
        "maximum": 6,
        "description":
          "Type of number of senders (SMPP 3.4 section 5.2.5), or null for that of their form: 3 for\nshort codes, 5 for names, 1 for numbers. Some SMSCs want another.\n",
      },
      "SourceNpi": {
        "type": ["integer", "null"],
        "minimum": 0,
        "maximum": 18,
        "description":
          "Numbering plan of senders (section 5.2.6: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18), or null for\nthat of their form: 0 for short codes and names, 1 for numbers.\n",
      },
      "DestTon": {
        "type": "integer",
        "minimum": 0,
        "maximum": 6,
        "description":
          "Type of number of recipients (section 5.2.5); 1, international, because they are written\nwith their country code.\n",
      },
      "DestNpi": {
        "type": "integer",
        "minimum": 0,
        "maximum": 18,
        "description":
          "Numbering plan of recipients (section 5.2.6: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18); 1, that of\ntelephones.\n",
      },
      "Concatenation": {
        "type": "string",
        "enum": ["udh8", "udh16", "sar", "payload"],
        "description":
          "How the segments of a text say that they belong together. udh8: in a header with a reference\nof 8 bits, which every handset reads. udh16: of 16 bits, which fewer confuse. sar: in fields\nof which the SMSC makes the header. payload: the SMSC is given the whole text, and cuts it.\n",
      },
      "SmscAlphabets": {
        "type": "string",
        "enum": ["none", "gsm", "latin1", "gsm-latin1"],
        "description":
          "What texts are written in before UCS-2, which takes any: GSM's alphabet as data_coding 0,\nLatin-1 as 3, or the first of both that holds the text. Without GSM's, an inbound 0 is read\nas Latin-1 where that is taken. gsm: handsets know it, and it holds 160 characters.\n",
      },
      "ServiceType": {
        "type": "string",
        "pattern": "^[ -~]*$",
        "x-must": "have no characters but printable ASCII",
        "maxLength": 5,
        "description": "The service_type of submissions; empty, which is the SMSC's default.",
      },
      "ReceiptIds": {
        "type": "string",
        "enum": ["same", "hex-to-decimal", "decimal-to-hex", "any"],
        "description":
          "How receipts name a message: by the same id as the answer to its submission, as SMPP wants;\nor the answer's is hexadecimal and the receipt's decimal, or the other way round. any takes\nwhichever fits, and can mistake one for another.\n",
      },
      "Unconfirmed": {
        "type": "string",
        "enum": ["resubmit", "wait"],
        "description":
          "What is done with a submission whose answer never came. resubmit: it is submitted again, and\ncan arrive twice. wait: a receipt is waited for, and without one it can be lost unnoticed.\n",
      },
      "MissingReport": {
        "type": "string",
        "enum": ["silent", "expired"],
        "description":
          "What becomes of a message that the carrier takes and never reports on, `REPORT_GRACE` after\nits expiry. silent: it ends without a postback, since many carriers report on some messages\nonly. expired: it counts as expired, for a carrier that reports on all. A report that comes\nlater wins in either case.\n",
      },
      "NewSmsc": {
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "host", "system-id"],
        "properties": {
          "name": { "$ref": "#/components/schemas/ConnectorName" },
          "host": { "$ref": "#/components/schemas/SmscHost" },
          "port": { "$ref": "#/components/schemas/SmscPort", "default": 2775 },
          "tls": { "$ref": "#/components/schemas/SmscTls", "default": false },
          "bind": { "$ref": "#/components/schemas/SmscBind", "default": "transceiver" },
          "sessions": { "$ref": "#/components/schemas/SmscSessions", "default": 1 },
          "system-id": { "$ref": "#/components/schemas/SystemId" },
          "password": { "$ref": "#/components/schemas/SmscPassword", "default": null },
          "system-type": { "$ref": "#/components/schemas/SystemType", "default": "" },
          "window": { "$ref": "#/components/schemas/SmscWindow", "default": 10 },
          "rate": { "$ref": "#/components/schemas/SmscRate", "default": null },
          "enquire-link": { "$ref": "#/components/schemas/EnquireLink", "default": 30 },
          "timeout": { "$ref": "#/components/schemas/SmscTimeout", "default": 30 },
          "source-ton": { "$ref": "#/components/schemas/SourceTon", "default": null },
          "source-npi": { "$ref": "#/components/schemas/SourceNpi", "default": null },
          "dest-ton": { "$ref": "#/components/schemas/DestTon", "default": 1 },
          "dest-npi": { "$ref": "#/components/schemas/DestNpi", "default": 1 },
          "concatenation": { "$ref": "#/components/schemas/Concatenation", "default": "udh8" },
          "alphabets": { "$ref": "#/components/schemas/SmscAlphabets", "default": "gsm" },
          "service-type": { "$ref": "#/components/schemas/ServiceType", "default": "" },
          "receipt-ids": { "$ref": "#/components/schemas/ReceiptIds", "default": "same" },
          "unconfirmed": { "$ref": "#/components/schemas/Unconfirmed", "default": "resubmit" },
          "missing-report": { "$ref": "#/components/schemas/MissingReport", "default": "silent" },
        },
      },
      "SmscChange": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "host": { "$ref": "#/components/schemas/SmscHost" },
          "port": { "$ref": "#/components/schemas/SmscPort" },
          "tls": { "$ref": "#/components/schemas/SmscTls" },
          "bind": { "$ref": "#/components/schemas/SmscBind" },
          "sessions": { "$ref": "#/components/schemas/SmscSessions" },
          "system-id": { "$ref": "#/components/schemas/SystemId" },
          "password": { "$ref": "#/components/schemas/SmscPassword" },
          "system-type": { "$ref": "#/components/schemas/SystemType" },
          "window": { "$ref": "#/components/schemas/SmscWindow" },
          "rate": { "$ref": "#/components/schemas/SmscRate" },
          "enquire-link": { "$ref": "#/components/schemas/EnquireLink" },
          "timeout": { "$ref": "#/components/schemas/SmscTimeout" },
          "source-ton": { "$ref": "#/components/schemas/SourceTon" },
          "source-npi": { "$ref": "#/components/schemas/SourceNpi" },
          "dest-ton": { "$ref": "#/components/schemas/DestTon" },
          "dest-npi": { "$ref": "#/components/schemas/DestNpi" },
          "concatenation": { "$ref": "#/components/schemas/Concatenation" },
          "alphabets": { "$ref": "#/components/schemas/SmscAlphabets" },
          "service-type": { "$ref": "#/components/schemas/ServiceType" },
          "receipt-ids": { "$ref": "#/components/schemas/ReceiptIds" },
          "unconfirmed": { "$ref": "#/components/schemas/Unconfirmed" },
          "missing-report": { "$ref": "#/components/schemas/MissingReport" },
        },
      },
      "Smsc": {
        "type": "object",
        "required": [
          "name",
          "host",
          "port",
          "tls",
          "bind",
          "sessions",
          "system-id",
          "password-set",
          "system-type",
          "window",
          "rate",
          "enquire-link",
          "timeout",
          "source-ton",
          "source-npi",
          "dest-ton",
          "dest-npi",
          "concatenation",
          "alphabets",
          "service-type",
          "receipt-ids",
          "unconfirmed",
          "missing-report",
          "created-at",
          "changed-at",
        ],
        "properties": {
          "name": { "$ref": "#/components/schemas/ConnectorName" },
          "host": { "$ref": "#/components/schemas/SmscHost" },
          "port": { "$ref": "#/components/schemas/SmscPort" },
          "tls": { "$ref": "#/components/schemas/SmscTls" },
          "bind": { "$ref": "#/components/schemas/SmscBind" },
          "sessions": { "$ref": "#/components/schemas/SmscSessions" },
          "system-id": { "$ref": "#/components/schemas/SystemId" },
          "password-set": { "type": "boolean", "description": "Whether it has a `password`." },
          "system-type": { "$ref": "#/components/schemas/SystemType" },
          "window": { "$ref": "#/components/schemas/SmscWindow" },
          "rate": { "$ref": "#/components/schemas/SmscRate" },
          "enquire-link": { "$ref": "#/components/schemas/EnquireLink" },
          "timeout": { "$ref": "#/components/schemas/SmscTimeout" },
          "source-ton": { "$ref": "#/components/schemas/SourceTon" },
          "source-npi": { "$ref": "#/components/schemas/SourceNpi" },
          "dest-ton": { "$ref": "#/components/schemas/DestTon" },
          "dest-npi": { "$ref": "#/components/schemas/DestNpi" },
          "concatenation": { "$ref": "#/components/schemas/Concatenation" },
          "alphabets": { "$ref": "#/components/schemas/SmscAlphabets" },
          "service-type": { "$ref": "#/components/schemas/ServiceType" },
          "receipt-ids": { "$ref": "#/components/schemas/ReceiptIds" },
          "unconfirmed": { "$ref": "#/components/schemas/Unconfirmed" },
          "missing-report": { "$ref": "#/components/schemas/MissingReport" },
          "created-at": { "$ref": "#/components/schemas/Instant" },
          "changed-at": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "SmscList": {
        "type": "object",
        "required": ["items"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Smsc" } },
        },
      },
      "MobileOperatorId": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]{1,40}$",
        "x-must": "have 1 to 40 letters, digits, _ and -",
        "description": "Id of a mobile operator.",
      },
      "MaxBytes": {
        "type": "integer",
        "minimum": 10000,
        "maximum": 100000000,
        "description": "Bytes on the wire of the largest MMS that it takes.",
      },
      "MaxBytesOfKind": {
        "type": ["integer", "null"],
        "minimum": 10000,
        "maximum": 100000000,
        "description": "Bytes on the wire, or null.",
      },
      "OperatorChange": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Name for people.",
          },
          "country": { "$ref": "#/components/schemas/Country" },
          "mms": { "type": "boolean", "description": "Whether its handsets take MMS." },
          "max-bytes": { "$ref": "#/components/schemas/MaxBytes" },
          "max-bytes-short-code": {
            "$ref": "#/components/schemas/MaxBytesOfKind",
            "description": "The same from short codes; null for the same as any.",
          },
          "max-bytes-toll-free": {
            "$ref": "#/components/schemas/MaxBytesOfKind",
            "description": "The same from toll-free numbers; null for the same as any.",
          },
          "max-bytes-10dlc": {
            "$ref": "#/components/schemas/MaxBytesOfKind",
            "description": "The same from 10DLC numbers; null for the same as any.",
          },
          "max-bytes-alphanumeric": {
            "$ref": "#/components/schemas/MaxBytesOfKind",
            "description": "The same from alphanumeric senders; null for the same as any.",
          },
          "gsm-subjects": {
            "type": "boolean",
            "description": "Whether subjects reach its handsets in the characters of GSM only.",
          },
        },
      },
      "Operator": {
        "type": "object",
        "required": [
          "operator",
          "name",
          "country",
          "mms",
          "max-bytes",
          "max-bytes-short-code",
          "max-bytes-toll-free",
          "max-bytes-10dlc",
          "max-bytes-alphanumeric",
          "gsm-subjects",
          "source",
          "changed-at",
        ],
        "properties": {
          "operator": { "$ref": "#/components/schemas/MobileOperatorId" },
          "name": { "type": "string", "description": "Name for people." },
          "country": { "$ref": "#/components/schemas/Country" },
          "mms": { "type": "boolean", "description": "Whether its handsets take MMS." },
          "max-bytes": { "$ref": "#/components/schemas/MaxBytes" },
          "max-bytes-short-code": {
            "$ref": "#/components/schemas/MaxBytesOfKind",
            "description": "The same from short codes; null for the same as any.",
          },
          "max-bytes-toll-free": {
            "$ref": "#/components/schemas/MaxBytesOfKind",
            "description": "The same from toll-free numbers; null for the same as any.",
          },
          "max-bytes-10dlc": {
            "$ref": "#/components/schemas/MaxBytesOfKind",
            "description": "The same from 10DLC numbers; null for the same as any.",
          },
          "max-bytes-alphanumeric": {
            "$ref": "#/components/schemas/MaxBytesOfKind",
            "description": "The same from alphanumeric senders; null for the same as any.",
          },
          "gsm-subjects": {
            "type": "boolean",
            "description": "Whether subjects reach its handsets in the characters of GSM only.",
          },
          "source": {
            "type": "string",
            "enum": ["shipped", "loopback", "set"],
            "description":
              "Whether it is as shipped, is played by the loopback carrier, or was set.",
          },
          "changed-at": {
            "$ref": "#/components/schemas/NullableInstant",
            "description": "When it was set; null when it never was.",
          },
        },
      },
      "OperatorList": {
        "type": "object",
        "required": ["items"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Operator" } },
        },
      },
      "RouteKind": {
        "type": "string",
        "enum": ["mms", "sms"],
        "description": "What the messages go out as; a fallback SMS goes out as sms.",
      },
      "RouteConnectors": {
        "type": "string",
        "maxLength": 1000,
        "pattern": "^(|[a-z0-9_-]{1,40}( *, *[a-z0-9_-]{1,40})*)$",
        "x-must": "be names of connectors with commas between them",
        "description": "Names of connectors in order, with commas between them; empty for none.",
      },
      "NewRoute": {
        "type": "object",
        "additionalProperties": false,
        "required": ["kind", "connectors"],
        "properties": {
          "account": {
            "$ref": "#/components/schemas/AccountId",
            "description": "Account of the messages; of any without one.",
          },
          "sender": {
            "type": "string",
            "minLength": 1,
            "maxLength": 20,
            "description": "Their sender, of that account; any without one.",
          },
          "operator": {
            "$ref": "#/components/schemas/MobileOperatorId",
            "description": "Operator of their recipients; any without one.",
          },
          "kind": { "$ref": "#/components/schemas/RouteKind" },
          "connectors": { "$ref": "#/components/schemas/RouteConnectors" },
        },
      },
      "RouteChange": {
        "type": "object",
        "additionalProperties": false,
        "required": ["connectors"],
        "properties": { "connectors": { "$ref": "#/components/schemas/RouteConnectors" } },
      },
      "Route": {
        "type": "object",
        "required": [
          "route",
          "account",
          "sender",
          "operator",
          "kind",
          "connectors",
          "created-at",
          "changed-at",
        ],
        "properties": {
          "route": { "type": "integer", "minimum": 1, "description": "Number of the route." },
          "account": {
            "type": ["string", "null"],
            "description": "Account of the messages; null for any.",
          },
          "sender": { "type": ["string", "null"], "description": "Their sender; null for any." },
          "operator": {
            "type": ["string", "null"],
            "description": "Operator of their recipients; null for any.",
          },
          "kind": { "$ref": "#/components/schemas/RouteKind" },
          "connectors": { "$ref": "#/components/schemas/RouteConnectors" },
          "created-at": { "$ref": "#/components/schemas/Instant" },
          "changed-at": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "RouteList": {
        "type": "object",
        "required": ["items"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Route" } },
        },
      },
      "Day": {
        "type": "string",
        "format": "date",
        "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
        "x-must": "be a day such as 2026-07-01",
        "description": "A day of UTC.",
      },
      "LookupCount": {
        "type": "object",
        "required": ["account", "day", "lookups"],
        "properties": {
          "account": { "$ref": "#/components/schemas/AccountId" },
          "day": { "$ref": "#/components/schemas/Day" },
          "lookups": {
            "type": "integer",
            "minimum": 1,
            "description": "How often a provider answered.",
          },
        },
      },
      "LookupCountPage": {
        "type": "object",
        "required": ["items", "next-cursor"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/LookupCount" } },
          "next-cursor": { "$ref": "#/components/schemas/NextCursor" },
        },
      },
      "Link": {
        "type": "object",
        "required": [
          "url",
          "kind",
          "account",
          "tracking-id",
          "target",
          "clicks",
          "first-click-at",
          "last-click-at",
          "created-at",
          "expires-at",
        ],
        "properties": {
          "url": { "type": "string", "description": "What the text says." },
          "kind": {
            "type": "string",
            "enum": ["page", "click"],
            "description": "A page shows the message; a click leads to the target.",
          },
          "account": { "$ref": "#/components/schemas/AccountId" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "target": {
            "type": ["string", "null"],
            "description": "Where it leads; null for a page.",
          },
          "clicks": { "type": "integer", "minimum": 0, "description": "How often it was opened." },
          "first-click-at": { "$ref": "#/components/schemas/NullableInstant" },
          "last-click-at": { "$ref": "#/components/schemas/NullableInstant" },
          "created-at": { "$ref": "#/components/schemas/Instant" },
          "expires-at": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "LinkPage": {
        "type": "object",
        "required": ["items", "next-cursor"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Link" } },
          "next-cursor": { "$ref": "#/components/schemas/NextCursor" },
        },
      },
      "InboundMessage": {
        "type": "object",
        "required": [
          "tracking-id",
          "account",
          "kind",
          "connector",
          "from",
          "to",
          "subject",
          "text",
          "operator-id",
          "files",
          "received-at",
        ],
        "properties": {
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "account": { "$ref": "#/components/schemas/AccountId" },
          "kind": { "type": "string", "enum": ["MMS_MO", "SMS_MO"], "description": "What came." },
          "connector": { "type": "string", "description": "Connector that it came by." },
          "from": { "$ref": "#/components/schemas/EndUser" },
          "to": { "$ref": "#/components/schemas/InboundTo" },
          "subject": { "type": ["string", "null"], "description": "Of an MMS that has one." },
          "text": { "type": ["string", "null"], "description": "Of an SMS." },
          "operator-id": {
            "type": ["string", "null"],
            "description": "Operator of the end user, if known.",
          },
          "files": { "type": "array", "items": { "$ref": "#/components/schemas/ReceivedFile" } },
          "received-at": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "ReceivedFile": {
        "type": "object",
        "required": ["name", "type", "bytes", "url"],
        "properties": {
          "name": { "type": "string", "description": "Its name, unique in its message." },
          "type": { "type": "string", "description": "Its MIME type as it came." },
          "bytes": { "type": "integer", "minimum": 0, "description": "Its size." },
          "url": {
            "type": "string",
            "format": "uri",
            "description": "Where whoever knows it can fetch the file.",
          },
        },
      },
      "InboundPage": {
        "type": "object",
        "required": ["items", "next-cursor"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/InboundMessage" } },
          "next-cursor": { "$ref": "#/components/schemas/NextCursor" },
        },
      },
      "InboundDetail": {
        "allOf": [{ "$ref": "#/components/schemas/InboundMessage" }, {
          "type": "object",
          "required": ["history", "postbacks"],
          "properties": {
            "history": {
              "type": "array",
              "items": { "$ref": "#/components/schemas/HistoryEntry" },
            },
            "postbacks": {
              "type": "array",
              "items": { "$ref": "#/components/schemas/PostbackEntry" },
            },
          },
        }],
      },
      "MessageKind": {
        "type": "string",
        "enum": ["MMS_MT", "SMS_MT"],
        "description": "What was asked for.",
      },
      "MessageState": {
        "type": "string",
        "enum": [
          "accepted",
          "preparing",
          "sent",
          "submitted",
          "unreported",
          "delivered",
          "expired",
          "failed",
          "rejected",
          "unrecognised",
        ],
        "description":
          "Where the message is on its way. unreported: a carrier took it and never reported on it; the\ncustomer is told nothing unless a report comes after all.\n",
      },
      "Message": {
        "type": "object",
        "required": [
          "tracking-id",
          "account",
          "kind",
          "state",
          "sent-as",
          "from",
          "to",
          "operator-id",
          "mms-id",
          "client-reference",
          "campaign-ref",
          "segments",
          "connector",
          "carrier-id",
          "handset",
          "status-details",
          "status-reason",
          "reply-to",
          "accepted-at",
          "updated-at",
        ],
        "properties": {
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "account": { "$ref": "#/components/schemas/AccountId" },
          "kind": { "$ref": "#/components/schemas/MessageKind" },
          "state": { "$ref": "#/components/schemas/MessageState" },
          "sent-as": {
            "type": ["string", "null"],
            "enum": ["MMS", "SMS", null],
            "description": "Which of the two it went out as, once it did.",
          },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "operator-id": {
            "type": ["string", "null"],
            "description": "Operator of the recipient, if known.",
          },
          "mms-id": { "type": ["string", "null"], "description": "Its template, if it has one." },
          "client-reference": {
            "type": ["string", "null"],
            "description": "The customer's own id.",
          },
          "campaign-ref": { "type": ["string", "null"], "description": "The campaign." },
          "segments": {
            "type": ["integer", "null"],
            "description": "As how many messages its text is billed; null for an MMS.",
          },
          "connector": { "type": ["string", "null"], "description": "Connector that it went to." },
          "carrier-id": { "type": ["string", "null"], "description": "The carrier's id of it." },
          "handset": {
            "type": ["string", "null"],
            "description": "The handset, where the carrier tells.",
          },
          "status-details": {
            "type": ["string", "null"],
            "description": "Outcome in words, where the state does not say it all.",
          },
          "status-reason": {
            "type": ["string", "null"],
            "description":
              "Why, in the carrier's words, codes included, or ours; the customer is not told.\n",
          },
          "reply-to": {
            "type": ["string", "null"],
            "description":
              "Tracking-id of the message from a handset that it answers by itself, to a keyword; it\nhas no postbacks.\n",
          },
          "accepted-at": { "$ref": "#/components/schemas/Instant" },
          "updated-at": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "MessagePage": {
        "type": "object",
        "required": ["items", "next-cursor"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Message" } },
          "next-cursor": { "$ref": "#/components/schemas/NextCursor" },
        },
      },
      "MessageDetail": {
        "allOf": [{ "$ref": "#/components/schemas/Message" }, {
          "type": "object",
          "required": ["history", "postbacks"],
          "properties": {
            "history": {
              "type": "array",
              "items": { "$ref": "#/components/schemas/HistoryEntry" },
            },
            "postbacks": {
              "type": "array",
              "items": { "$ref": "#/components/schemas/PostbackEntry" },
            },
          },
        }],
      },
      "HistoryEntry": {
        "type": "object",
        "required": ["at", "event", "state"],
        "properties": {
          "at": { "$ref": "#/components/schemas/Instant" },
          "event": { "type": "string", "description": "What happened." },
          "state": {
            "type": ["string", "null"],
            "description": "State after it, where it has one.",
          },
          "details": { "type": "string", "description": "More about it." },
        },
      },
      "PostbackEntry": {
        "type": "object",
        "required": [
          "id",
          "code",
          "state",
          "attempts",
          "created-at",
          "sent-at",
          "next-attempt-at",
          "last-error",
          "body",
        ],
        "properties": {
          "id": { "type": "string", "description": "Its `webhook-id`." },
          "code": {
            "type": "string",
            "description":
              "Its code; for what goes to a VASP over MM7, `DeliveryReportReq` or `DeliverReq`.\n",
          },
          "state": { "$ref": "#/components/schemas/PostbackState" },
          "attempts": { "type": "integer", "minimum": 0, "description": "Tries so far." },
          "created-at": { "$ref": "#/components/schemas/Instant" },
          "sent-at": { "$ref": "#/components/schemas/NullableInstant" },
          "next-attempt-at": { "$ref": "#/components/schemas/NullableInstant" },
          "last-error": {
            "type": ["string", "null"],
            "description": "What the receiver or the network said.",
          },
          "body": {
            "type": "object",
            "additionalProperties": true,
            "description":
              "What is sent. Over MM7 it is what the request is made of: `message`, its elements, and\n`files`.\n",
          },
        },
      },
      "PostbackState": {
        "type": "string",
        "enum": ["pending", "sent", "dead", "held"],
        "description":
          "Dead after the last retry, or once refused for good; held while the account has no URL for\nit.\n",
      },
      "PostbackRecord": {
        "allOf": [{ "$ref": "#/components/schemas/PostbackEntry" }, {
          "type": "object",
          "required": ["account", "tracking-id", "replayed-at"],
          "properties": {
            "account": { "$ref": "#/components/schemas/AccountId" },
            "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
            "replayed-at": { "$ref": "#/components/schemas/NullableInstant" },
          },
        }],
      },
      "PostbackPage": {
        "type": "object",
        "required": ["items", "next-cursor"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/PostbackRecord" } },
          "next-cursor": { "$ref": "#/components/schemas/NextCursor" },
        },
      },
      "PostbackReplay": {
        "type": "object",
        "additionalProperties": false,
        "description":
          "Which; at least one field. Those that were sent need an account or a tracking-id.",
        "properties": {
          "account": { "$ref": "#/components/schemas/AccountId" },
          "state": {
            "type": "string",
            "enum": ["dead", "held", "sent"],
            "description":
              "In which state; without it, those that are dead and those that are held.",
          },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "code": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "Of which code.",
          },
          "since": {
            "type": "string",
            "maxLength": 64,
            "description": "Of what happened at or after this time (ISO 8601).",
          },
          "until": {
            "type": "string",
            "maxLength": 64,
            "description": "Of what happened before this time (ISO 8601).",
          },
        },
      },
      "PostbacksReplayed": {
        "type": "object",
        "required": ["replayed"],
        "properties": {
          "replayed": { "type": "integer", "minimum": 0, "description": "How many." },
        },
      },
      "TemplateState": {
        "type": "string",
        "enum": ["locked", "ready", "failed"],
        "description": "Locked until encoded; a failed one can never be sent.",
      },
      "Template": {
        "type": "object",
        "required": [
          "mms-id",
          "account",
          "name",
          "state",
          "tracking-id",
          "slides",
          "media",
          "created-at",
        ],
        "properties": {
          "mms-id": { "$ref": "#/components/schemas/MmsId" },
          "account": { "$ref": "#/components/schemas/AccountId" },
          "name": { "type": "string", "description": "Name of the template." },
          "state": { "$ref": "#/components/schemas/TemplateState" },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "slides": { "type": "integer", "minimum": 1, "description": "How many slides it has." },
          "media": { "type": "array", "items": { "$ref": "#/components/schemas/TemplateMedia" } },
          "created-at": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "TemplateMedia": {
        "type": "object",
        "required": ["slide", "kind", "url", "state", "renditions", "error"],
        "properties": {
          "slide": { "type": "integer", "minimum": 1, "description": "Its slide, counted from 1." },
          "kind": {
            "type": "string",
            "enum": ["image", "audio", "video", "contact", "calendar", "pdf", "ms-excel"],
            "description": "Kind of content.",
          },
          "url": { "type": "string", "description": "URL of the file as the request gave it." },
          "state": {
            "type": "string",
            "enum": ["pending", "fetching", "waiting", "transcoding", "done", "failed"],
            "description":
              "Where it is on its way; waiting when it has been fetched and others are transcoded before\nit.\n",
          },
          "percent": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100,
            "description": "How much of it is transcoded; while it is, and where that can be told.",
          },
          "renditions": { "type": "array", "items": { "$ref": "#/components/schemas/Rendition" } },
          "error": { "type": ["string", "null"], "description": "Why it failed." },
        },
      },
      "Rendition": {
        "type": "object",
        "required": ["name", "type", "bytes", "width", "height", "duration-ms"],
        "properties": {
          "name": { "type": "string", "description": "Class of handsets and operators it is for." },
          "type": { "type": "string", "description": "Its MIME type." },
          "bytes": { "type": "integer", "minimum": 0, "description": "Its size." },
          "width": { "type": ["integer", "null"], "minimum": 1, "description": "Pixels." },
          "height": { "type": ["integer", "null"], "minimum": 1, "description": "Pixels." },
          "duration-ms": {
            "type": ["integer", "null"],
            "minimum": 0,
            "description": "Milliseconds.",
          },
        },
      },
      "TemplatePage": {
        "type": "object",
        "required": ["items", "next-cursor"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/Template" } },
          "next-cursor": { "$ref": "#/components/schemas/NextCursor" },
        },
      },
      "LoopbackMessage": {
        "type": "object",
        "required": [
          "carrier-id",
          "tracking-id",
          "kind",
          "from",
          "to",
          "subject",
          "text",
          "parts",
          "received-at",
        ],
        "properties": {
          "carrier-id": { "type": "string", "description": "The carrier's id of it." },
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "kind": {
            "type": "string",
            "enum": ["MMS", "SMS"],
            "description": "What the carrier was given.",
          },
          "from": { "$ref": "#/components/schemas/Originator" },
          "to": { "$ref": "#/components/schemas/Recipient" },
          "subject": { "type": ["string", "null"], "description": "Of an MMS that has one." },
          "text": { "type": ["string", "null"], "description": "Of an SMS." },
          "parts": { "type": "array", "items": { "$ref": "#/components/schemas/LoopbackPart" } },
          "received-at": { "$ref": "#/components/schemas/Instant" },
        },
      },
      "LoopbackPart": {
        "type": "object",
        "required": ["content-id", "type", "location", "bytes"],
        "properties": {
          "content-id": { "type": "string", "description": "Content-ID without brackets." },
          "type": { "type": "string", "description": "Its MIME type." },
          "location": {
            "type": ["string", "null"],
            "description": "Its file name, if it has one.",
          },
          "bytes": { "type": "integer", "minimum": 0, "description": "Its size." },
        },
      },
      "LoopbackPage": {
        "type": "object",
        "required": ["items", "next-cursor"],
        "properties": {
          "items": { "type": "array", "items": { "$ref": "#/components/schemas/LoopbackMessage" } },
          "next-cursor": { "$ref": "#/components/schemas/NextCursor" },
        },
      },
      "InjectedSms": {
        "type": "object",
        "additionalProperties": false,
        "required": ["from", "to", "text"],
        "properties": {
          "from": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "Number of the handset with country code.",
          },
          "to": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "Short code or number that it writes to.",
          },
          "text": {
            "type": "string",
            "maxLength": 39015,
            "description": "What it says; 255 segments at most.",
          },
          "operator-id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 40,
            "description": "Operator of the handset.",
          },
        },
      },
      "InjectedMms": {
        "type": "object",
        "additionalProperties": false,
        "required": ["from", "to"],
        "properties": {
          "from": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "Number of the handset with country code.",
          },
          "to": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "Short code or number that it writes to.",
          },
          "subject": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "description": "Its subject.",
          },
          "text": {
            "type": "string",
            "minLength": 1,
            "maxLength": 39015,
            "description": "A text, which comes as a file.",
          },
          "file": {
            "type": "array",
            "maxItems": 50,
            "items": { "$ref": "#/components/schemas/InjectedFile" },
            "description": "Its files; several may be given.",
          },
          "operator-id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 40,
            "description": "Operator of the handset.",
          },
        },
      },
      "InjectedFile": {
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "content"],
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "Its name; the extension says of what type it is.",
          },
          "content": {
            "type": "string",
            "contentEncoding": "base64",
            "maxLength": 360000000,
            "description":
              "Its bytes in base64; all files of a message together have at most `MM7_BODY_MAX_BYTES`.\n",
          },
        },
      },
      "InjectedReport": {
        "type": "object",
        "additionalProperties": false,
        "required": ["tracking-id", "outcome"],
        "properties": {
          "tracking-id": { "$ref": "#/components/schemas/TrackingId" },
          "outcome": {
            "type": "string",
            "enum": ["delivered", "expired", "failed", "rejected", "unrecognised", "noted"],
            "description": "What became of it; noted changes nothing.",
          },
          "details": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "description":
              "The carrier's words, unless it was delivered or has expired. A text of `status-details`\nis told as such; any other is the reason on the message's log.\n",
          },
          "handset": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "description": "Where it was delivered to.",
          },
        },
      },
      "NextCursor": {
        "type": ["string", "null"],
        "description": "Given as `cursor` it brings the next page; null on the last.",
      },
      "Instant": { "type": "string", "format": "date-time", "description": "A point in time." },
      "NullableInstant": {
        "type": ["string", "null"],
        "format": "date-time",
        "description": "A point in time, or null.",
      },
    },
  },
};
