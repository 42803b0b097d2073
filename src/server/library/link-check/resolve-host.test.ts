import { lookup } from "node:dns/promises";
import { afterEach, describe, expect, test } from "vitest";
import { startNameServer } from "../../../../tests/support/platform/name-server.ts";
import { createProbe } from "./probe.ts";
import { createResolveHost } from "./resolve-host.ts";

const never = () => new AbortController().signal;
const ADDRESSES: Record<string, string[] | "unknown" | "silent"> = {
  "both.example.edu": ["93.184.215.14", "2606:2800:21f::1"],
  "four.example.edu": ["93.184.215.14"],
  "six.example.edu": ["2606:2800:21f::1"],
  "private.example.edu": ["93.184.215.14", "fd00::1"],
  "nothing.example.edu": [],
  "silent.example.edu": "silent",
};

type NameServer = Awaited<ReturnType<typeof startNameServer>>;
let names: NameServer | undefined;
afterEach(() => names?.stop());

async function resolving(timeout?: number) {
  names = await startNameServer((name) => ADDRESSES[name] ?? "unknown");
  const resolve = createResolveHost({ servers: [names.server], ...(timeout ? { timeout } : {}) });
  return { names, resolve };
}

describe("the lookup of a host", () => {
  test("the lookup finds every IPv4 and IPv6 address", async () => {
    const { resolve } = await resolving();
    expect(await resolve("both.example.edu", never())).toEqual(["93.184.215.14", "2606:2800:21f::1"]);
    expect(await resolve("four.example.edu", never())).toEqual(["93.184.215.14"]);
    expect(await resolve("six.example.edu", never())).toEqual(["2606:2800:21f::1"]);
  });

  test("the lookup distinguishes a host without an address from a host whose name server fails", async () => {
    const { resolve } = await resolving(50);
    const probe = createProbe({
      resolve,
      connect: () => {
        throw new Error("There is nothing to connect to.");
      },
    });
    expect(await probe("https://lost.example.edu/a", never())).toBe("nothing");
    expect(await probe("https://nothing.example.edu/a", never())).toBe("nothing");
    expect(await probe("https://private.example.edu/a", never())).toBe("unsure");
    await expect(probe("https://silent.example.edu/a", never())).rejects.toMatchObject({
      code: expect.stringMatching(/^(ETIMEOUT|ECANCELLED)$/) as string,
    });
  });

  test("the lookup stops at once when its signal aborts while a name server is silent", async () => {
    const { names: server, resolve } = await resolving();
    const control = new AbortController();
    const [found] = await Promise.allSettled([
      resolve("silent.example.edu", control.signal),
      server.questions(2).then(() => control.abort()),
    ]);
    expect(found).toMatchObject({ status: "rejected", reason: { name: "AbortError" } });
    await expect(resolve("four.example.edu", AbortSignal.abort())).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  test("many lookups at a silent name server do not delay the process's other lookups", async () => {
    const { names: server, resolve } = await resolving();
    const control = new AbortController();
    const waiting = Array.from({ length: 64 }, () => resolve("silent.example.edu", control.signal));
    const ended = Promise.allSettled(waiting);
    await server.questions(128);
    expect((await lookup("localhost", { family: 4 })).address).toBe("127.0.0.1");
    control.abort();
    expect((await ended).every(({ status }) => status === "rejected")).toBe(true);
  });
});
