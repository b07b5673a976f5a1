/**
 * Robots that fetch a link, most of them to show a preview of it; the recipient has not opened it
 * then. Browsers inside of apps (`FBAN/FBIOS`, `Line/13.0`, `Instagram 300.0`), in which people
 * read, are none.
 */

/**
 * Words of robots, and of libraries that no person reads with. Cubot makes telephones, and BOTIM is
 * a messenger with a browser.
 */
const ROBOT_WORDS =
  /(?<!\bcu)bot(?!im\b)|crawl|spider|preview|curl|wget|python|go-http-client|okhttp|headlesschrome/i;

export interface PreviewRobot {
  /** Messenger or network. */
  readonly of: string;
  /** Pattern of its `User-Agent`. */
  readonly pattern: RegExp;
  /** A `User-Agent` of it. Most name the page that documents them. */
  readonly sample: string;
  /** Documentation that the sample does not name. */
  readonly source?: string;
}

/**
 * Robots of messengers and networks by their `User-Agent`. A value may match several: many claim to
 * be another's as well.
 */
export const PREVIEW_ROBOTS: readonly PreviewRobot[] = [
  {
    of: "Facebook, Messenger and Instagram",
    pattern: /\bfacebookexternalhit\b|\bfacebot\b/i,
    sample: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    source: "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/",
  },
  {
    // Sent by the phone itself, so its address says nothing.
    of: "iMessage",
    pattern: /\bfacebookexternalhit\b.*\bfacebot\b.*\btwitterbot\b/i,
    sample: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like " +
      "Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  },
  { of: "WhatsApp", pattern: /^whatsapp(?:\/|$)/i, sample: "WhatsApp/2.23.20.0 A" },
  {
    of: "Signal",
    pattern: /^whatsapp(?:\/2)?$/i,
    sample: "WhatsApp/2",
    source: "https://github.com/signalapp/Signal-Android/issues/10060",
  },
  { of: "Telegram", pattern: /\btelegrambot\b/i, sample: "TelegramBot (like TwitterBot)" },
  { of: "X (Twitter)", pattern: /\btwitterbot\b/i, sample: "Twitterbot/1.0" },
  {
    of: "Slack",
    pattern: /\bslackbot\b|\bslack-imgproxy\b/i,
    sample: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  },
  {
    of: "Discord",
    pattern: /\bdiscordbot\b/i,
    sample: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  },
  {
    of: "LinkedIn",
    pattern: /\blinkedinbot\b/i,
    sample: "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  },
  {
    of: "Apple",
    pattern: /\bapplebot\b/i,
    sample: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like " +
      "Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
  },
  {
    of: "Google Messages",
    pattern: /\bgoogle-pagerenderer\b|developers\.google\.com\/\+\/web\/snippet/i,
    sample:
      "Mozilla/5.0 Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)",
  },
  { of: "Viber", pattern: /^viber\b/i, sample: "Viber/13.3.0.9 CFNetwork/1125.2 Darwin/19.4.0" },
  {
    of: "Skype",
    pattern: /\bskypeuripreview\b/i,
    sample: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 " +
      "skype-url-preview@microsoft.com",
  },
  {
    of: "Microsoft Teams and Outlook",
    pattern: /\bmicrosoftpreview\b/i,
    sample:
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MicrosoftPreview/2.0; " +
      "+https://aka.ms/MicrosoftPreview) Chrome/119.0 Safari/537.36",
  },
  { of: "Line", pattern: /\bline-poker\b/i, sample: "facebookexternalhit/1.1;line-poker/1.0" },
  {
    of: "KakaoTalk",
    pattern: /\bkakaotalk-scrap\b/i,
    sample: "facebookexternalhit/1.1; kakaotalk-scrap/1.0; " +
      "+https://devtalk.kakao.com/t/scrap/33984",
  },
  {
    of: "Snapchat",
    pattern: /\bsnap url preview service\b/i,
    sample: "Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots",
  },
  {
    of: "Pinterest",
    pattern: /\bpinterest(?:bot)?\/\d/i,
    sample: "Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)",
  },
  {
    of: "Reddit",
    pattern: /\bredditbot\b/i,
    sample: "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)",
  },
  {
    of: "VK",
    pattern: /\bvkshare\b/i,
    sample: "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)",
  },
  {
    of: "Mastodon",
    pattern: /\bmastodon\/\d/i,
    sample: "Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/)",
  },
  {
    of: "Bluesky",
    pattern: /\bbluesky cardyb\b/i,
    sample: "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)",
  },
  {
    of: "Embedly",
    pattern: /\bembedly\b/i,
    sample: "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)",
  },
  {
    of: "Iframely",
    pattern: /\biframely\b/i,
    sample: "Iframely/1.3.1 (+https://iframely.com/docs/about)",
  },
];

/** Leading characters of a `User-Agent` that are examined. */
const EXAMINED_CHARACTERS = 1000;

/** Tells whether a `User-Agent` is a robot's. Every browser sends one. */
export function isPreviewRobot(userAgent: string | null): boolean {
  const examined = userAgent?.slice(0, EXAMINED_CHARACTERS).trim() ?? "";
  return examined === "" || ROBOT_WORDS.test(examined) ||
    PREVIEW_ROBOTS.some(({ pattern }) => pattern.test(examined));
}
