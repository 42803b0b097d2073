import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { driveLink, insertItem, payloadOf } from "../../../../tests/support/archive/factories.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { limitRates } from "../../platform/limits/rates.ts";

const WAYS = 30;
const from = (address: string) => ({ ...VISIT.client, address });

describe.each(engines)("reports of a broken link on %s", (engine) => {
  let archive: TestArchive;
  let owner: User;
  let readers: User[];
  let note: string;
  let now = Date.UTC(2026, 0, 1);
  beforeEach(async () => {
    archive = await openTestArchive(engine, {
      clock: () => now,
      rates: { ...limitRates, report: { account: { tries: 10, per: 3_600_000 } } },
    });
    owner = (await archive.signUp("Owner")).actor;
    readers = [];
    for (const name of ["Rahim", "Karim", "Salma"]) readers.push((await archive.signUp(name)).actor);
    note = await insertItem(archive, "note", { uploader: owner, fields: { topic: "Graphs" } });
  });
  afterEach(() => archive.close());

  const tell = (actor: User | undefined, { id = note, client = VISIT.client, kind = "note" } = {}) =>
    archive.services.feedback.reportBrokenLink(actor, kind, id, client);
  const reports = () => archive.db.read.selectFrom("report").selectAll().execute();
  const mails = async () => {
    const jobs = await archive.db.read.selectFrom("job").selectAll().where("kind", "=", "mail").execute();
    return jobs.map(({ payload }) => JSON.parse(payload) as object);
  };

  test("three readers' reports put the link in the admins' queue and send its contributor one mail", async () => {
    const [rahim, karim, salma] = readers;
    expect(await tell(rahim)).toBe("noted");
    expect(await tell(rahim)).toBe("again");
    expect(await tell(karim)).toBe("noted");
    expect(await reports()).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(await tell(salma)).toBe("queued");
    expect(await tell(undefined)).toBe("noted");
    expect(await reports()).toMatchObject([
      { itemId: note, userId: null, reason: "brokenLink", comment: "" },
    ]);
    expect(await mails()).toEqual([
      { to: owner.email, template: "brokenLink", params: { id: note, title: "Graphs" } },
    ]);
  });

  test("three new reports put a dismissed link in the queue again", async () => {
    for (const reader of readers) await tell(reader);
    expect(await tell(undefined)).toBe("noted");
    now += 1_000;
    const { actor: admin } = await archive.signUp("Admin", "admin");
    await archive.services.feedback.dismissReports(admin, { id: note, until: String(now) });
    now += 1_000;
    const [rahim, karim, salma] = readers;
    expect(await tell(rahim)).toBe("noted");
    expect(await tell(rahim)).toBe("again");
    expect(await tell(karim)).toBe("noted");
    expect(await reports()).toHaveLength(1);
    expect(await tell(salma)).toBe("queued");
    expect(await reports()).toHaveLength(2);
    expect(await mails()).toHaveLength(2);
  });

  test("reports from one network count once, even with different user agents", async () => {
    expect(await tell(undefined, { client: from("203.0.113.7") })).toBe("noted");
    const other = { ...from("203.0.113.7"), userAgent: "Another" };
    expect(await tell(undefined, { client: other })).toBe("again");
    expect(await tell(undefined, { client: from("2001:db8:1:2::1") })).toBe("noted");
    expect(await tell(undefined, { client: from("2001:db8:1:2::2") })).toBe("again");
    // The same networks have not reported this second item yet.
    const second = await insertItem(archive, "note");
    expect(await tell(undefined, { client: from("203.0.113.7"), id: second })).toBe("noted");
    expect(await tell(undefined, { client: from("203.0.113.8") })).toBe("queued");
    const kept = await archive.db.read.selectFrom("brokenLink").selectAll().execute();
    expect(JSON.stringify(kept)).not.toMatch(/203\.0\.113|2001:db8/);
  });

  test(`${WAYS} simultaneous reports queue the link once, and one visitor's ${WAYS} reports count once`, async () => {
    const outcomes = await Promise.all(
      Array.from({ length: WAYS }, (_, index) => tell(undefined, { client: from(`203.0.113.${index + 1}`) })),
    );
    expect(outcomes.filter((outcome) => outcome === "queued")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "noted")).toHaveLength(WAYS - 1);
    expect(await reports()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
    const second = await insertItem(archive, "note");
    const own = await Promise.all(
      Array.from({ length: WAYS }, () => tell(undefined, { id: second, client: from("198.51.100.1") })),
    );
    expect(own.toSorted()).toEqual([...Array<string>(WAYS - 1).fill("again"), "noted"]);
  });

  test("a corrected link starts again without reports", async () => {
    const [rahim, karim, salma] = readers;
    await tell(rahim);
    await tell(karim);
    const { uploader: _no, ...fields } = payloadOf("note", { driveLink: driveLink() });
    const admin = await archive.signUp("Admin", "admin");
    await archive.services.resources.edit(admin.actor, note, fields, VISIT.client);
    expect(await tell(salma)).toBe("noted");
    expect(await tell(rahim)).toBe("noted");
    expect(await reports()).toEqual([]);
    expect(await tell(karim)).toBe("queued");
  });

  test.each([
    ["is not verified", { emailVerifiedAt: null }],
    ["belongs to a suspended person", { suspendedAt: 1 }],
  ])("no mail is sent to an address that %s", async (_name, changes) => {
    await archive.db.write.updateTable("users").set(changes).where("id", "=", owner.id).execute();
    for (const reader of readers) await tell(reader);
    expect(await reports()).toHaveLength(1);
    expect(await mails()).toEqual([]);
  });

  test("refuses a report on an item that is not public or has no link, and limits each person's reports", async () => {
    const pending = await insertItem(archive, "note", { status: "Pending", uploader: owner });
    const blog = await insertItem(archive, "blog");
    for (const target of [{ id: pending }, { id: "nowhere" }, { id: "%" }, { id: note, kind: "book" }])
      for (const actor of [owner, readers[0], undefined])
        await expect(tell(actor, target)).rejects.toMatchObject({ code: "not_found" });
    await expect(tell(owner, { id: blog, kind: "blog" })).rejects.toMatchObject({ code: "not_found" });
    const [rahim] = readers;
    for (let tries = 0; tries < 10; tries += 1) await tell(rahim);
    await expect(tell(rahim)).rejects.toMatchObject({ code: "too_many_requests" });
  });
});
