import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { contactDetailNames, sampleContactDetails } from "../../src/shared/people/contact-details.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { contactInput } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

const PATH = "/admin-dashboard/contact-details";
/** Public pages that show the contact details. */
const PAGES = ["/", "/contact", "/privacy", "/terms", "/allQuestions", "/forum"];

describe.each(engines)("contact details on %s", (engine) => {
  let archive: TestArchive;
  let admin: Client;
  let visitor: Client;
  let actor: User;
  beforeAll(async () => {
    archive = await openTestArchive(engine);
    const site = openSite(archive, await builtPages());
    const signedUp = await archive.signUp("Admin", "admin");
    actor = signedUp.actor;
    admin = site.as(signedUp.cookie);
    visitor = site.as();
  });
  afterAll(() => archive.close());
  beforeEach(async () => {
    await archive.db.write.deleteFrom("contactDetails").execute();
  });

  const post = (fields: Record<string, string>) =>
    admin.send(PATH, { method: "POST", body: new URLSearchParams(fields) });
  const shown = () => archive.services.contactDetails.shown();
  const save = (changes: Record<string, unknown>) =>
    archive.services.contactDetails.save(actor, contactInput({ phone: "", ...changes }));

  test("are the defaults until an admin sets, hides or resets them", async () => {
    expect(await shown()).toEqual(sampleContactDetails);
    await save({ email: "Club@Example.edu", hidden: ["phone", "youtube"] });
    const { phone: _phone, youtube: _youtube, ...others } = sampleContactDetails;
    expect(await shown()).toEqual({ ...others, email: "club@example.edu" });
    await save({ phone: "+৮৮০ 1700-000000", hidden: ["address"], version: "2" });
    const { address: _address, ...rest } = sampleContactDetails;
    expect(await shown()).toEqual({ ...rest, phone: "+880 1700-000000" });
    await save({ version: "3" });
    expect(await shown()).toEqual(sampleContactDetails);
  });

  test("are saved for the first of two admins; the second gets 409 and the form keeps the typed text", async () => {
    expect((await post({ phone: "+880 1700 000001", version: "1" })).status).toBe(303);
    const second = await post({ phone: "+880 1700 000002", "hide-email": "yes", version: "1" });
    expect(second.status).toBe(409);
    expect(second.text).toContain('value="+880 1700 000002"');
    expect(second.text).toContain("Another admin saved: +880 1700 000001");
    expect(second.text).toMatch(/name="hide-email"[^>]* checked=""/);
    expect((await shown()).phone).toBe("+880 1700 000001");
    // The returned form has the version of the first save.
    const version = /name="version" value="(\d+)"/.exec(second.text)?.[1] as string;
    expect((await post({ phone: "+880 1700 000002", version })).status).toBe(303);
    expect((await shown()).phone).toBe("+880 1700 000002");
  });

  test("are saved for one of ten simultaneous admins, and the others get changed_since", async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_none, index) => save({ phone: `+880 1700 00000${index}` })),
    );
    const refused = attempts.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused).toHaveLength(9);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "changed_since" });
  });

  test("are refused at each wrong field; the form keeps the typed text and saves nothing", async () => {
    const typed = {
      name: "x".repeat(101),
      phone: "call us",
      email: "club@",
      address: "y".repeat(301),
      hours: "always\u0007",
      facebook: "javascript:alert(1)",
      youtube: "http://www.youtube.com/@proshno",
      linkedin: "https://user@www.linkedin.com/",
    };
    const refused = await post({ ...typed, "hide-hours": "yes", version: "1" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("<title>Error: ");
    for (const name of contactDetailNames) expect(refused.text).toContain(`id="${name}-problem"`);
    for (const text of ["call us", "club@", "javascript:alert(1)", "https://user@www.linkedin.com/"])
      expect(refused.text).toContain(`value="${text}"`);
    expect(refused.text).toMatch(/name="hide-hours"[^>]* checked=""/);
    expect(await shown()).toEqual(sampleContactDetails);
  });

  test.each([
    "data:text/html,x",
    "//example.edu",
    "https://127.0.0.1/x",
    "https://intranet/x",
    "ftp://a.b/c",
  ])("are refused with the link %s", async (facebook) => {
    await expect(save({ facebook })).rejects.toMatchObject({ fields: { facebook: {} } });
  });

  test("are escaped text on the page, and numbers and addresses are safe links", async () => {
    await save({
      name: `<script>alert("1")</script>`,
      address: `"><img src=x onerror=alert(1)>`,
      phone: "+880 (1700) 000-000",
      email: "a+b@example.edu",
      facebook: 'https://www.facebook.com/proshno?a="b"',
    });
    for (const path of PAGES) {
      const { text } = await visitor.get(path);
      expect(text).not.toContain("<script>alert");
      expect(text).not.toContain("<img src=x");
      expect(text).toContain('href="tel:+8801700000000"');
      expect(text).toContain('href="mailto:a%2Bb@example.edu"');
      expect(text).toContain('href="https://www.facebook.com/proshno?a=%22b%22"');
    }
  });

  test("are recorded in the audit trail when an admin saves them", async () => {
    await archive.db.write.deleteFrom("audit").execute();
    await save({ phone: "+880 1700 000000" });
    const trail = (await admin.get("/admin-dashboard/audit")).text;
    expect(trail).toContain(en.audit.actions.setContactDetails);
    const row = await archive.db.read
      .selectFrom("audit")
      .selectAll()
      .where("action", "=", "setContactDetails")
      .executeTakeFirstOrThrow();
    expect(row.actorEmail).toBe(actor.email);
    expect(JSON.parse(row.details).phone).toEqual({ value: "+880 1700 000000", isHidden: false });
  });
});

test("in production every detail without a value is hidden on every page", async () => {
  const archive = await openTestArchive("sqlite", { contactDefaults: {} });
  const site = openSite(archive, await builtPages());
  for (const path of PAGES) {
    const { status, text } = await site.as().get(path);
    expect(status).toBe(200);
    expect(text).not.toMatch(
      /href="(?:tel|mailto):|class="social"|example\.edu|Sample Road|Monday to Friday/,
    );
    expect(text).not.toMatch(/undefined|The students who run Proshno|Where to find us/);
  }
  expect((await site.as().get("/privacy")).text).toContain("The operator of this site");
  const { actor } = await archive.signUp("Admin", "admin");
  await archive.services.contactDetails.save(actor, contactInput());
  for (const path of PAGES) {
    const { text } = await site.as().get(path);
    expect(text).toContain('href="tel:+8801700000000"');
    expect(text).not.toMatch(/mailto:|class="social"/);
  }
  expect(site.faults).toEqual([]);
  await archive.close();
});
