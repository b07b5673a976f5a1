/** Numbers of WAP's encoding: media types and parameters (WAP-230-WSP appendix A), charsets (IANA). */

/** Media types that messages hold, by number. */
export const WAP_MEDIA: ReadonlyMap<number, string> = new Map([
  [0x02, "text/html"],
  [0x03, "text/plain"],
  [0x06, "text/x-vcalendar"],
  [0x07, "text/x-vcard"],
  [0x1d, "image/gif"],
  [0x1e, "image/jpeg"],
  [0x1f, "image/tiff"],
  [0x20, "image/png"],
  [0x21, "image/vnd.wap.wbmp"],
  [0x23, "application/vnd.wap.multipart.mixed"],
  [0x26, "application/vnd.wap.multipart.alternative"],
  [0x27, "application/xml"],
  [0x28, "text/xml"],
  [0x33, "application/vnd.wap.multipart.related"],
]);

/** Parameters of a Content-Type, by number; name and start have two each. */
export const WAP_PARAMETERS: ReadonlyMap<number, string> = new Map([
  [0x01, "charset"],
  [0x05, "name"],
  [0x17, "name"],
  [0x0a, "start"],
  [0x19, "start"],
]);

/** Charsets by the number that IANA registers (MIBenum). */
export const WAP_CHARSETS: ReadonlyMap<number, string> = new Map([
  [3, "us-ascii"],
  [4, "iso-8859-1"],
  [5, "iso-8859-2"],
  [6, "iso-8859-3"],
  [7, "iso-8859-4"],
  [8, "iso-8859-5"],
  [9, "iso-8859-6"],
  [10, "iso-8859-7"],
  [11, "iso-8859-8"],
  [12, "iso-8859-9"],
  [17, "shift_jis"],
  [18, "euc-jp"],
  [38, "euc-kr"],
  [106, "utf-8"],
  [111, "iso-8859-15"],
  [113, "gbk"],
  [114, "gb18030"],
  [1000, "iso-10646-ucs-2"],
  [1013, "utf-16be"],
  [1014, "utf-16le"],
  [1015, "utf-16"],
  [2025, "gb2312"],
  [2026, "big5"],
  [2084, "koi8-r"],
  [2250, "windows-1250"],
  [2251, "windows-1251"],
  [2252, "windows-1252"],
]);
