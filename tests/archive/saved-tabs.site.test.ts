import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import { enSaved } from "../../src/shared/messages/en-saved.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { MAX_SAVED_LISTS } from "../../src/shared/courses/saved-lists.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { insertItem, unique } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

describe.each(engines)("the page that saves an item, without JavaScript, on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let reader: Client & { actor: User };

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    const { actor, cookie } = await archive.signUp("Reader");
    reader = { ...site.as(cookie), actor };
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const make = (name: string) => archive.services.saved.create(reader.actor, { name });
  const fieldsOf = (page: string): URLSearchParams => {
    const sent = new URLSearchParams();
    for (const [input] of page.matchAll(/<input[^>]*>/g)) {
      const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? "";
      const isSent = attribute("type") !== "checkbox" || / checked(=|\s|\/|>)/.test(input);
      if (isSent && ["lists", "had", "name"].includes(attribute("name")))
        sent.append(attribute("name"), attribute("value"));
    }
    return sent;
  };
  const choicesOf = async (itemId: string) =>
    (await archive.services.saved.choices(reader.actor, itemId)).lists
      .filter(({ hasItem }) => hasItem)
      .map(({ id }) => id)
      .toSorted();

  test("an old tab leaves the item in a list that another tab created", async () => {
    const itemId = await insertItem(archive, "note");
    const path = `/dashboard/save/${itemId}`;
    const [ticked, other] = [await make(`Ticked ${unique()}`), await make(`Other ${unique()}`)];
    await archive.services.saved.add(reader.actor, ticked, { itemId });
    const oldTab = fieldsOf((await reader.get(path)).text);
    expect(oldTab.getAll("lists")).toEqual([ticked]);
    const created = await make(`Created ${unique()}`);
    await archive.services.saved.add(reader.actor, created, { itemId });
    oldTab.delete("lists");
    oldTab.append("lists", other);
    expect((await reader.send(path, { method: "POST", body: oldTab })).status).toBe(303);
    expect(await choicesOf(itemId)).toEqual([other, created].toSorted());
  });

  test("the page of an item says to its reader, and to nobody else, that it is in a list", async () => {
    const itemId = await insertItem(archive, "note");
    const path = `${kindNamed("note").pages.details}/${itemId}`;
    const list = await make(`List ${unique()}`);
    expect((await reader.get(path)).text).not.toContain(enSaved.isSaved);
    await archive.services.saved.add(reader.actor, list, { itemId });
    expect((await reader.get(path)).text).toContain(enSaved.isSaved);
    expect((await site.as().get(path)).text).not.toContain(enSaved.isSaved);
    await archive.services.saved.removeItem(reader.actor, list, { itemId });
    expect((await reader.get(path)).text).not.toContain(enSaved.isSaved);
  });

  test("a refused form keeps the ticks that the person changed", async () => {
    const itemId = await insertItem(archive, "note");
    const path = `/dashboard/save/${itemId}`;
    const taken = `Taken ${unique()}`;
    const [before, first, second] = [
      await make(taken),
      await make(`List ${unique()}`),
      await make(`List ${unique()}`),
    ];
    await archive.services.saved.add(reader.actor, before, { itemId });
    const form = fieldsOf((await reader.get(path)).text);
    form.delete("lists");
    for (const id of [first, second]) form.append("lists", id);
    form.set("name", taken);
    const refused = await reader.send(path, { method: "POST", body: form });
    expect(refused.status).toBe(409);
    const again = fieldsOf(refused.text);
    expect(again.getAll("lists").toSorted()).toEqual([first, second].toSorted());
    expect(again.get("name")).toBe(taken);
    again.set("name", "");
    expect((await reader.send(path, { method: "POST", body: again })).status).toBe(303);
    expect(await choicesOf(itemId)).toEqual([first, second].toSorted());
  });

  test("an item can be in as many lists as a person may have", async () => {
    const { saved } = archive.services;
    const itemId = await insertItem(archive, "note");
    const path = `/dashboard/save/${itemId}`;
    const count = (await saved.lists(reader.actor)).length;
    for (let n = count; n < MAX_SAVED_LISTS; n += 1) await make(`List ${unique()}`);
    for (const { id } of await saved.lists(reader.actor)) await saved.add(reader.actor, id, { itemId });
    const form = fieldsOf((await reader.get(path)).text);
    expect(form.getAll("lists")).toHaveLength(MAX_SAVED_LISTS);
    expect((await reader.send(path, { method: "POST", body: form })).status).toBe(303);
    expect(await choicesOf(itemId)).toHaveLength(MAX_SAVED_LISTS);
  });
});
