import assert from "node:assert/strict";
import { isPreviewRobot, PREVIEW_ROBOTS } from "../../../src/core/message/preview_robot.ts";

for (const { of, pattern, sample } of PREVIEW_ROBOTS) {
  Deno.test(`the preview robot of ${of} is told from a person`, () => {
    assert.match(sample, pattern);
    for (const userAgent of [sample, sample.toUpperCase()]) assert.ok(isPreviewRobot(userAgent));
  });
}

/** Browsers of people, some of them inside of a messenger's app. */
const PEOPLE = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like " +
  "Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/126.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/126.0 Mobile",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Mobile/21F79 [FBAN/FBIOS;FBAV/466.0;FBBV/600000]",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Mobile/15E148 Safari Line/14.9.0",
  "Mozilla/5.0 (Linux; Android 13) Mobile Safari/537.36 Instagram 300.0.0.29.110 Android",
  "Mozilla/5.0 (Linux; Android 13) Mobile Safari/537.36 KAKAOTALK 10.4.3",
  "Mozilla/5.0 (Linux; Android 13) Mobile Safari/537.36 [Pinterest/Android]",
  "Mozilla/5.0 (Linux; Android 13) Mobile Safari/537.36 Viber",
  "curl/8.9.1",
  "",
];

Deno.test("browsers of people are no preview robots, even inside of apps", () => {
  for (const userAgent of [...PEOPLE, null]) assert.ok(!isPreviewRobot(userAgent), `${userAgent}`);
});

Deno.test("only the beginning of a User-Agent is examined", () => {
  assert.ok(!isPreviewRobot("x".repeat(100_000) + " Twitterbot/1.0"));
});
