/** A typical postback. */
export const BODY = {
  "origin": "SMS_MT",
  "code": "N202",
  "sent-as": "SMS",
  "status": "Message delivered",
  "status-details": "Message was delivered to the handset",
  "from": "111122",
  "to": "16175550100",
  "tracking-id": "01a1ff99-ce9d-75b9-9976-8d2f67bf5cc5",
  "timestamp": "2026-11-21T19:36:34.123456+00:00",
};

export const SECRET = `whsec_${btoa("a secret of 24 characters")}`;
