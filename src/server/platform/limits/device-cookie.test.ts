import { describe, expect, test } from "vitest";
import { createDevices } from "./device-cookie.ts";

const origin = "https://proshno.example.edu";
const secret = "a secret for tests only, of 32+ characters";
const cookie = createDevices(origin, secret);
const valueOf = (line: string) => /^[^=]+=([^;]*)/.exec(line)?.[1];
const remembered = (accounts: string[]): string | undefined =>
  accounts.reduce<string | undefined>(
    (value, account) => valueOf(cookie.remember(account, value)),
    undefined,
  );

describe("the device cookie", () => {
  test("is hidden from scripts, other sites and, on https, other hosts", () => {
    expect(cookie.remember("a@example.edu", undefined)).toMatch(
      /^__Host-proshno-device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const plain = createDevices("http://127.0.0.1:3000", secret).remember("a@example.edu", undefined);
    expect(plain).toMatch(/^proshno-device=[^;]*; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test("recognises the last five accounts of a browser without naming them", () => {
    const accounts = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}@example.edu`);
    const value = remembered(accounts);
    expect(accounts.filter((account) => cookie.numberOf(account, value))).toEqual(accounts.slice(1));
    expect(value).not.toContain("@");
    expect(value?.split("~")).toHaveLength(5);
  });

  test("has a new number after each login, and lists each account once", () => {
    const first = remembered(["a@example.edu"]);
    const second = valueOf(cookie.remember("a@example.edu", first));
    expect(second?.split("~")).toHaveLength(1);
    expect(cookie.numberOf("a@example.edu", second)).not.toBe(cookie.numberOf("a@example.edu", first));
  });

  test("is not recognised with a different account or secret, or if it is truncated or forged", () => {
    const value = remembered(["a@example.edu"]) as string;
    expect(cookie.numberOf("a@example.edu", value)).toBeDefined();
    expect(cookie.numberOf("b@example.edu", value)).toBeUndefined();
    expect(createDevices(origin, `another ${secret}`).numberOf("a@example.edu", value)).toBeUndefined();
    const number = value.slice(0, 22);
    for (const wrong of [
      "",
      "~",
      value.slice(1),
      value.slice(0, -1),
      `${number}.`,
      `${number}.${"A".repeat(43)}`,
    ])
      expect(cookie.numberOf("a@example.edu", wrong)).toBeUndefined();
  });
});
