import { expect, test } from "vitest";
import { AskerGone } from "../server/files/turns.ts";
import { createLargeForms } from "./large-forms.ts";

const form = (body: BodyInit | ReadableStream, signal?: AbortSignal) =>
  new Request("http://127.0.0.1/form", { method: "POST", body, signal, duplex: "half" } as RequestInit);
const read = async (request: Request) => new Response(await request.text());
const silent = () => new ReadableStream({ pull: () => new Promise(() => {}) });

test("few are read at once, some wait, and the rest are to come again", async () => {
  const forms = createLargeForms({ atOnce: 2, waiting: 1 });
  const held = Promise.withResolvers<Response>();
  const senders = ["a", "b", "c"].map((sender) => forms.take(sender, form("x"), () => held.promise));
  await expect(forms.take("d", form("x"), read)).rejects.toMatchObject({
    code: "unavailable",
    retryAfter: 10,
  });
  held.resolve(new Response("done"));
  expect(await Promise.all(senders)).toHaveLength(3);
  expect(await (await forms.take("d", form("x"), read)).text()).toBe("x");
});

test("a person has one at a time, whatever became of the one before", async () => {
  const forms = createLargeForms();
  const held = Promise.withResolvers<Response>();
  const first = forms.take("a", form("x"), () => held.promise);
  await expect(forms.take("a", form("x"), read)).rejects.toMatchObject({ code: "too_many_requests" });
  held.reject(new Error("No"));
  await expect(first).rejects.toThrow("No");
  expect(await (await forms.take("a", form("y"), read)).text()).toBe("y");
});

test("whose sender falls silent is given up, and makes room", async () => {
  const forms = createLargeForms({ atOnce: 1, patience: 20, least: 10 });
  await expect(forms.take("a", form(silent()), read)).rejects.toThrow("does not come");
  expect(await (await forms.take("b", form("x".repeat(100)), read)).text()).toHaveLength(100);
});

test("who goes while they wait makes room; who goes later is dealt with to the end", async () => {
  const forms = createLargeForms({ atOnce: 1, waiting: 1 });
  const held = Promise.withResolvers<Response>();
  const [leaves, leavesEarlier] = [new AbortController(), new AbortController()];
  let given: Request | undefined;
  const first = forms.take("a", form("x", leaves.signal), (request) => {
    given = request;
    return held.promise;
  });
  const second = forms.take("b", form("x", leavesEarlier.signal), read);
  leaves.abort();
  leavesEarlier.abort();
  await expect(second).rejects.toBeInstanceOf(AskerGone);
  expect(given?.signal.aborted).toBe(false);
  const third = forms.take("c", form("z"), read);
  held.resolve(new Response("done"));
  expect(await (await first).text()).toBe("done");
  expect(await (await third).text()).toBe("z");
});
