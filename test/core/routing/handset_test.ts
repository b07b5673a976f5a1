import assert from "node:assert/strict";
import {
  linkedKinds,
  OBJECT_FORMS,
  type ObjectKind,
  type Platform,
  platformOf,
} from "../../../src/core/routing/handset.ts";

const HANDSETS: Record<Platform, (string | null)[]> = {
  A: [
    "iPhone",
    "iphone",
    "Apple",
    "APPLE",
    "Apple iPhone14,2",
    "iPhone15,4",
    "Apple_iPhone_13",
    "iPad",
    "iPad13,1",
    "iPhoneOS/17.0 (21A329)",
    "iOS 17.1",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15",
    "http://www.apple.com/mms/uaprof.rdf",
  ],
  B: [
    "Android",
    "Android-Mms/2.0",
    "SAMSUNG-ANDROID-MMS/SM-G991U",
    "Mozilla/5.0 (Linux; Android 13; 2201117TY) AppleWebKit/537.36 (KHTML, like Gecko)",
    "SM-G991U",
    "SM-S918B",
    "sm-a546e",
    "SM-X700",
    "SAMSUNG SM-S918B",
    "samsung_SM-F946U",
    "Samsung Galaxy",
    "Galaxy S22",
    "http://wap.samsungmobile.com/uaprof/SM-G991U.xml",
    "http://www.google.com/oha/rdf/ua-profile-kila.xml",
    "Google Pixel",
    "Pixel 7",
    "Nexus 5X",
    "moto g power",
    "motorola edge",
    "XT2113-3",
    "OnePlus 9",
    "OPPO A54",
    "CPH2423",
    "realme RMX3085",
    "vivo 1906",
    "Xiaomi 12",
    "Redmi Note 9",
    "POCO F3",
    "HUAWEI P30",
    "Huawei ELE-L29",
    "HONOR 90",
    "Infinix X6511",
    "ASUS Zenfone 9",
    "Sony Xperia 1",
    "Fairphone 4",
    "REVVL 6 Pro",
    "Nothing Phone (2)",
    "Nothing A065",
    "LM-G710",
    "LG-H872",
    "Nokia 6.1",
    "Nokia G20",
    "Nokia X100",
    "HMD Pulse",
    "ZTE Blade A7",
    "TCL 30 XE",
  ],
  other: [
    "Nokia 3310",
    "Nokia 225 4G",
    "NokiaN95/2.0",
    "Nokia C5-00",
    "Nokia X6-00",
    "Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
    "Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; Lumia 520) like iPhone OS 7_0_3",
    "Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb/4.1",
    "BlackBerry9700/5.0.0.862",
    "Mozilla/5.0 (BB10; Touch)",
    "Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; IEMobile 7.11)",
    "SAMSUNG GT-I8910 Symbian",
    "SAMSUNG-SGH-A877",
    "SAMSUNG SM-B311V",
    "SAMSUNG SM-Z130H Tizen",
    "LG-VN170",
    "TCL FLIP",
    "HMD Barbie Phone",
    "KYOCERA E4610",
    "352099001761481",
    "35209900",
    "Loopback/1.0",
    "Applegate pineapple kiosk",
    "Mozilla/5.0 AppleWebKit/537.36",
    "😀",
  ],
  unknown: [null, "", "  \t\n", "Unknown", "UNKNOWN", "N/A", "null", "none", "-", "--", "?"],
};

for (const [platform, handsets] of Object.entries(HANDSETS)) {
  Deno.test(`handsets of platform ${platform}`, () => {
    for (const handset of handsets) assert.equal(platformOf(handset), platform, `${handset}`);
  });
}

Deno.test("a handset's name may be of any length", () => {
  assert.equal(platformOf(`${"x ".repeat(1_000_000)}iPhone`), "A");
  assert.equal(platformOf("nokia ".repeat(300_000)), "other");
});

/** Spec 2.3, slide rule 8, sentence by sentence. */
const ATTACHED: [platform: Platform, kinds: ObjectKind[]][] = [
  ["A", ["contact", "calendar", "pdf", "ms-excel"]],
  ["B", ["contact", "ms-excel"]],
  ["other", []],
  ["unknown", ["contact", "ms-excel"]],
];

for (const [platform, attached] of ATTACHED) {
  Deno.test(`platform ${platform} is sent ${attached.join(", ") || "nothing"} as attachments`, () => {
    const kinds: ObjectKind[] = ["contact", "calendar", "pdf", "ms-excel"];
    assert.deepEqual(Object.keys(OBJECT_FORMS[platform]), kinds);
    for (const kind of kinds) {
      const form = attached.includes(kind) ? "attachment" : "link";
      assert.equal(OBJECT_FORMS[platform][kind], form, kind);
    }
    assert.deepEqual([...linkedKinds(platform)], kinds.filter((kind) => !attached.includes(kind)));
  });
}
