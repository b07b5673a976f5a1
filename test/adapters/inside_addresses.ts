/** Spellings of addresses that must not be connected to, and names that resolve to them. */
import ipaddr from "ipaddr.js";
import { IPV4_IN_IPV6, REFUSED_RANGES } from "../../src/core/network.ts";

/** Hosts as customers may write them; each leads inside or nowhere. */
export const HOSTS = [
  // loopback, in every notation of RFC 3986 section 7.4 and the WHATWG host parser
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "2130706433",
  "0x7f000001",
  "0X7F000001",
  "017700000001",
  "0x7f.1",
  "0x7f.0x0.0x0.0x1",
  "0177.0.0.1",
  "0177.0x0.0.01",
  "00000177.1",
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "①②⑦.⓪.⓪.①",
  "１２７.０.０.１",
  "127。0。0。1",
  "127.0.0.1\t",
  // this host
  "0",
  "0.0.0.0",
  "0x0",
  "0.1.2.3",
  // private, carrier-grade NAT, link-local, metadata
  "10.0.0.1",
  "0xa.1",
  "167772161",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "3232235777",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "169.254.169.254",
  "0xa9fea9fe",
  "0251.0376.0251.0376",
  "168.63.129.16",
  "192.0.0.192",
  // documentation, benchmarking, multicast, reserved, broadcast
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
  "198.18.0.1",
  "198.19.255.255",
  "192.88.99.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "4294967295",
  // IPv6
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::]",
  "[fe80::1]",
  "[febf::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[100::1]",
  "[2001:2::1]",
  "[4000::1]",
  // IPv4 inside IPv6
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:0a00:0001]",
  "[::ffff:169.254.169.254]",
  "[::127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::10.0.0.1]",
  "[64:ff9b:1::8.8.8.8]",
  "[2002:7f00:1::]",
  "[2002:808:808::1]",
  "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
  "[fe80::5efe:127.0.0.1]",
  "[2606:4700::5efe:127.0.0.1]",
  "[2606:4700::200:5efe:a00:1]",
  // names that only mean something inside
  "localhost",
  "LOCALHOST",
  "localhost.",
  "a.localhost",
  "localhost.localdomain",
  "ｌｏｃａｌｈｏｓｔ",
  "metadata",
  "metadata.google.internal",
  "printer.local",
];

/** Whole URLs that seem to lead outside; `PORT` is open. */
export const URLS = [
  "http://media.example.com@127.0.0.1:PORT/",
  "http://media.example.com:80@127.0.0.1:PORT/",
  "http://media.example.com%40127.0.0.1:PORT/",
  "http://user:secret@media.example.com:PORT/",
  "http://@127.0.0.1:PORT/",
  "http://:@127.0.0.1:PORT/",
  "http://127.0.0.1:PORT#@media.example.com/",
  "http://127.0.0.1:PORT?@media.example.com/",
  "http://127.0.0.1:PORT\\@media.example.com/",
  "http://media.example.com:x@127.0.0.1:PORT/",
  "http:127.0.0.1:PORT/",
  "http:/127.0.0.1:PORT/",
  "http:///127.0.0.1:PORT/",
  "http:\\\\127.0.0.1:PORT\\x.jpg",
  "  http://127.0.0.1:PORT/",
  "ht\ntp://127.0.0.1:PORT/",
  "http://127.0.0\n.1:PORT/",
  "HTTP://127.0.0.1:PORT/",
  "http://127.0.0.1%00:PORT/",
  "http://127.0.0.1%20:PORT/",
  "http://127.0.0.1.:PORT/",
  "http://127.0.0.1..:PORT/",
  "http://localhost..:PORT/",
  "http://[::1%25lo]:PORT/",
  "http://[::ffff:127.1]:PORT/",
  "http://[127.0.0.1]:PORT/",
  "http://127.0.0.1:00PORT/",
  "ftp://127.0.0.1:PORT/",
  "gopher://127.0.0.1:PORT/_x",
  "ws://127.0.0.1:PORT/",
  "unix:///run/postgresql/.s.PGSQL.5432",
  "file:///etc/passwd",
  "data:image/png;base64,AAAA",
  "blob:http://127.0.0.1:PORT/x",
  "javascript:1",
];

/** Addresses that a host name may resolve to, all of which are refused. */
export const ADDRESSES = [
  ["127.0.0.1"],
  ["::1"],
  ["10.1.2.3"],
  ["169.254.169.254"],
  ["fe80::1%eth0"],
  ["::ffff:127.0.0.1"],
  ["64:ff9b::7f00:1"],
  ["fd00::1"],
  ["0.0.0.0"],
  ["not an address"],
  ["127.1"],
  ["0177.0.0.1"],
  ["93.184.215.14", "127.0.0.1"],
  ["2606:4700::1111", "::1"],
  ["2606:4700::5efe:7f00:1"],
  ["::ffff:0:127.0.0.1"],
  ...REFUSED_RANGES.map(({ cidr }) => [cidr.split("/")[0]!]),
  ...REFUSED_RANGES.map(({ cidr }) => ["93.184.215.14", lastOf(cidr)]),
  // 6to4 and Teredo are ranges; NAT64 and mapped addresses repeat each IPv4 range.
  ...IPV4_IN_IPV6.flatMap((around) =>
    REFUSED_RANGES.filter(({ cidr }) => !cidr.includes(":")).map((
      { cidr },
    ) => [around.cidr.replace(/(:0)*\/96$/, "") + `:${lastOf(cidr)}`])
  ),
];

/** Returns the last address of a range. */
function lastOf(cidr: string): string {
  const [base, bits] = ipaddr.parseCIDR(cidr);
  const bytes = base.toByteArray().map((byte, at) =>
    byte | (0xff >> Math.min(8, Math.max(0, bits - at * 8)))
  );
  return ipaddr.fromByteArray(bytes).toString();
}
