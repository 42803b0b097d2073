import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enMail } from "../../src/shared/messages/en-mail.ts";
import { unique } from "../support/archive/factories.ts";
import { engines } from "../support/platform/archive.ts";
import { type MailedArchive, openMailedArchive } from "../support/platform/mailed.ts";
import { linkIn } from "../support/platform/smtp.ts";

describe.each(engines)("mails about a new role on %s", (engine) => {
  let world: MailedArchive;
  beforeAll(async () => {
    world = await openMailedArchive(engine);
  });
  afterAll(() => world.close());

  const subjectOf = (role: "admin" | "moderator") => enMail.templates.roleGranted({ role }).subject;
  const newMails = async () => (await world.mails()).map((mail) => [mail.to, mail.headers.get("subject")]);

  test("a new moderator gets one mail with a link to the waiting items, and none for other areas", async () => {
    const { people } = world.archive.services;
    const admin = await world.archive.signUp(`Admin${unique()}`, "admin");
    const { email } = (await world.archive.signUp(`Student${unique()}`)).actor;
    await world.mails();
    await people.grantModerator(admin.actor, { email, areas: [{ university: "", department: "Law" }] });
    const [mail, ...others] = await world.mails();
    expect([mail?.to, mail?.headers.get("subject"), others]).toEqual([[email], subjectOf("moderator"), []]);
    expect(linkIn(mail!, "/admin-dashboard/manage-questions")).toBeTruthy();
    await people.grantModerator(admin.actor, { email, areas: "everything" });
    await people.revokeModerator(admin.actor, { email });
    expect(await newMails()).toEqual([]);
  });

  test("a new admin gets one mail, and none from the command line", async () => {
    const { people } = world.archive.services;
    const admin = await world.archive.signUp(`Admin${unique()}`, "admin");
    const { email } = (await world.archive.signUp(`Student${unique()}`)).actor;
    await world.mails();
    await people.grantAdmin(admin.actor, { email });
    await people.grantAdmin(admin.actor, { email });
    expect(await newMails()).toEqual([[[email], subjectOf("admin")]]);
    await people.setRoleAsOperator(email, "student");
    await people.setRoleAsOperator(email, "admin");
    expect(await newMails()).toEqual([]);
  });
});
