import { describe, expect, test } from "vitest";
import { parseProxies } from "../../config/trusted-proxies.ts";
import { clientAddress } from "./client-of.ts";

const LOOPBACK = "loopback";
const FARM = "loopback, 10.1.0.0/16, 203.0.113.7, 2001:db8:ff::/48";

describe("the address of a client", () => {
  test.each([
    // No proxy is trusted, so the address of the socket is used.
    ["198.51.100.9", "192.0.2.1", "", "198.51.100.9"],
    ["127.0.0.1", "192.0.2.1", "", "127.0.0.1"],
    // A trusted proxy on this machine, in each format of address that a socket can have.
    ["127.0.0.1", "192.0.2.1", LOOPBACK, "192.0.2.1"],
    ["127.8.9.1", "192.0.2.1", LOOPBACK, "192.0.2.1"],
    ["::1", "192.0.2.1", LOOPBACK, "192.0.2.1"],
    ["::ffff:127.0.0.1", "192.0.2.1", LOOPBACK, "192.0.2.1"],
    ["::ffff:7f00:1", "192.0.2.1", LOOPBACK, "192.0.2.1"],
    // A header from an address that is not a trusted proxy.
    ["198.51.100.9", "192.0.2.1", LOOPBACK, "198.51.100.9"],
    // A client can forge everything to the left of the first untrusted address.
    ["127.0.0.1", "1.1.1.1, 192.0.2.1", LOOPBACK, "192.0.2.1"],
    ["127.0.0.1", "127.0.0.1, 192.0.2.1", LOOPBACK, "192.0.2.1"],
    ["127.0.0.1", `${"1.1.1.1,".repeat(500)} 192.0.2.1`, LOOPBACK, "192.0.2.1"],
    // A chain of proxies.
    ["127.0.0.1", "1.1.1.1, 192.0.2.1, 10.1.2.3", FARM, "192.0.2.1"],
    ["127.0.0.1", "192.0.2.1, 203.0.113.7, 10.1.2.3", FARM, "192.0.2.1"],
    ["2001:db8:ff:1::2", "2001:DB8:0:0:0::1", FARM, "2001:db8::1"],
    ["127.0.0.1", "192.0.2.1, 10.2.2.3", FARM, "10.2.2.3"],
    ["127.0.0.1", "10.1.2.3, 10.1.2.4", FARM, "10.1.2.3"],
    // After an invalid part, the last known address is used.
    ["127.0.0.1", "", LOOPBACK, "127.0.0.1"],
    ["127.0.0.1", "192.0.2.1,", LOOPBACK, "127.0.0.1"],
    ["127.0.0.1", "192.0.2.1, unknown", LOOPBACK, "127.0.0.1"],
    ["127.0.0.1", "192.0.2.1, 300.1.1.1", LOOPBACK, "127.0.0.1"],
    ["127.0.0.1", "192.0.2.1:4711", LOOPBACK, "127.0.0.1"],
    ["127.0.0.1", "192.0.2.1, nonsense, 10.1.2.3", FARM, "10.1.2.3"],
    // Without our check, `proxy-addr` would read these as loopback addresses and skip them.
    ["127.0.0.1", "192.0.2.1, 127.1", LOOPBACK, "127.0.0.1"],
    ["127.0.0.1", "192.0.2.1, 0x7f.0.0.1", LOOPBACK, "127.0.0.1"],
    ["127.0.0.1", "::ffff:192.0.2.1", LOOPBACK, "192.0.2.1"],
    ["127.0.0.1", "fe80::1%eth0", LOOPBACK, "fe80::1"],
  ])(
    "for the socket %s, the header %s and the trusted proxies %j is %s",
    (peer, forwarded, trusted, expected) => {
      expect(clientAddress(peer, forwarded, parseProxies(trusted))).toBe(expected);
    },
  );

  test("is the socket's address without the header", () => {
    expect(clientAddress("127.0.0.1", undefined, parseProxies(LOOPBACK))).toBe("127.0.0.1");
  });
});

test.each([
  "",
  ",",
  "everybody",
  "*",
  "localhost",
  "10.0.0.1,",
  "10.0.0.1 10.0.0.2",
  "10.0.0.0/0",
  "::/0",
  "10.0.0.0/33",
  "2001:db8::/129",
  "10.0.0.0/8/8",
  "10.0.0.0/-1",
  "10.0.0",
  "10.0.0.0/255.0.0.0",
  "0x7f.0.0.1",
  "uniquelocal",
  "::ffff:10.0.0.0/104",
  "fe80::1%eth0",
  "300.1.1.1",
])("%j is not a list of proxies", (text) => expect(parseProxies(text)).toBeUndefined());
