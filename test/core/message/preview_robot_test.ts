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
  "Mozilla/5.0 (Linux; Android 11; CUBOT_P80) AppleWebKit/537.36 Chrome/120.0 Mobile",
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile BOTIM/3.12",
];

for (const userAgent of PEOPLE) {
  Deno.test(`a person reads with ${userAgent}`, () => assert.ok(!isPreviewRobot(userAgent)));
}

/** Robots that no messenger is known for, and libraries. */
const ROBOTS = [
  null,
  "",
  "  ",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)",
  "SomeBot",
  "some-robot_2",
  "Mozilla/5.0 (compatible; AhrefsSiteAudit; crawler)",
  "Baiduspider+(+http://www.baidu.com/search/spider.htm)",
  "Acme Link Preview 1.0",
  "BitlyPreview/1.0",
  "curl/8.9.1",
  "libcurl-agent/1.0",
  "Wget/1.21.4",
  "python-requests/2.32.3",
  "Python/3.12 aiohttp/3.9.5",
  "Python-urllib/3.12",
  "Go-http-client/2.0",
  "okhttp/4.12.0",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/126.0.0.0 Safari/537.36",
];

for (const userAgent of ROBOTS) {
  Deno.test(`a robot comes as ${JSON.stringify(userAgent)}`, () => {
    assert.ok(isPreviewRobot(userAgent));
    assert.ok(isPreviewRobot(userAgent && userAgent.toUpperCase()));
  });
}

Deno.test("only the beginning of a User-Agent is examined", () => {
  assert.ok(!isPreviewRobot("x".repeat(100_000) + " Twitterbot/1.0"));
});
