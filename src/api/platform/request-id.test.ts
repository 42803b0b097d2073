import { describe, expect, it } from "vitest";
import { parseProxies } from "../../config/trusted-proxies.ts";
import { createRequestIdOf } from "./request-id.ts";

const UUID = /^[0-9a-f-]{36}$/;

describe("the id of a request", () => {
  const requestIdOf = createRequestIdOf({ trustedProxies: parseProxies("loopback, 10.1.0.0/16") });

  it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.1.2.3"])(
    "is the id that the proxy %s sends",
    (peer) => {
      expect(requestIdOf(peer, "4bf92f3577b34da6-a_=")).toBe("4bf92f3577b34da6-a_=");
    },
  );

  it.each(["192.0.2.1", "10.2.0.1", undefined])("is new if the stranger %s sends one", (peer) => {
    expect(requestIdOf(peer, "4bf92f3577b34da6")).toMatch(UUID);
  });

  it.each(["", "a b", "a\nb", "a".repeat(129), "<script>", "é", '"', ["a", "b"], undefined])(
    "is new if the proxy sends %j",
    (given) => {
      expect(requestIdOf("127.0.0.1", given)).toMatch(UUID);
    },
  );

  it("needs the network of a proxy only once, and that of a stranger each time", () => {
    const parsed: string[] = [];
    const idOf = createRequestIdOf({
      trustedProxies: (address) => {
        parsed.push(address);
        return address.startsWith("10.");
      },
    });
    for (const peer of ["10.0.0.1", "10.0.0.1", "192.0.2.1", "192.0.2.1"]) idOf(peer, "abc");
    expect(parsed).toEqual(["10.0.0.1", "192.0.2.1", "192.0.2.1"]);
  });

  it("is new if no proxy is trusted", () => {
    expect(createRequestIdOf({ trustedProxies: undefined })("127.0.0.1", "abc")).toMatch(UUID);
  });
});
