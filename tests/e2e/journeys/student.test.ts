import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "../../support/archive.ts";
import { codeAt, STEP } from "../../support/authenticator.ts";
import { type JourneyWorld, openJourneyWorld, type Traveller } from "../../support/journey-world.ts";
import { linkIn } from "../../support/smtp.ts";

const MINUTE = 60_000;

let world: JourneyWorld;
beforeAll(async () => {
  world = await openJourneyWorld();
});
afterAll(() => world.close());

describe.each([{ js: true }, { js: false }])("a student, with JavaScript: $js", ({ js }) => {
  const first = `student-${js}@example.edu`;
  const email = `moved-${js}@example.edu`;
  let password = TEST_PASSWORD;
  let student: Traveller;
  beforeAll(async () => {
    student = await world.travel("student", js);
  });

  test("registers, and opens the account by the mailed link", async () => {
    const { page, goto, press, at, told } = student;
    await goto("/register");
    await page.fill("#name", "Rahim");
    await page.fill("#email", first);
    await page.fill("#password", password);
    await page.fill("#passwordAgain", password);
    await press("Register");
    await page.waitForURL("**/check-mail?*");
    await student.heading("Check your mail");
    await goto(linkIn(await world.mailTo(first), "/verify-email"));
    await press("Open my account");
    await at("/");
    await told("Welcome to Proshno");
    expect(await page.getByRole("button", { name: "Account of Rahim" }).count()).toBe(1);
  });

  test("completes the profile and reviews the site, which the home page shows", async () => {
    const { page, goto, follow, press, at, told } = student;
    await goto("/dashboard/user-profile");
    expect(await page.textContent("main")).toContain("Profile Completed (40%)");
    await page.locator("main").getByRole("link", { name: "Edit Profile" }).click();
    await at("/dashboard/edit-profile");
    const fields = { photoURL: `${world.origin}/me.png`.replace("http:", "https:"), department: "EEE" };
    for (const [id, value] of Object.entries({ ...fields, roll: "1903042", university: "BUET" }))
      await page.fill(`#${id}`, value);
    await press("Save");
    await told("Profile updated Successfully");
    expect(await page.textContent("main")).toContain("Profile Completed (100%)");
    await follow("User Review");
    await at("/dashboard/user-review");
    expect(await page.inputValue("#email")).toBe(first);
    await page.fill("#comment", `Saved my semester, ${js}`);
    await page.selectOption("#rating", "4.5");
    await press("Add Review");
    await told("Review Added Successfully !");
    expect(await page.inputValue("#comment")).toBe("");
    await goto("/");
    expect(await page.textContent("main")).toContain(`Saved my semester, ${js}`);
  });

  test("changes password and e-mail", async () => {
    const { page, goto, press, at, told } = student;
    await goto("/dashboard/change-password");
    await page.fill("#passwordNow", password);
    password = `${TEST_PASSWORD}, longer`;
    await page.fill("#password", password);
    await page.fill("#passwordAgain", password);
    await press("Change password");
    await told("Password changed");
    await at("/dashboard/security");
    await goto("/dashboard/change-email");
    await page.fill("#email", email);
    await page.fill("#passwordNow", password);
    await press("Change e-mail");
    await page.waitForURL("**/check-mail?for=changeEmail");
    await goto(linkIn(await world.mailTo(email), "/change-email"));
    await press("Take this e-mail");
    await told("E-mail changed");
    expect(await page.textContent("main")).toContain(email);
  });

  test("sets a second factor up, logs in with it, shows that it is still them, and turns it off", async () => {
    const { page, goto, follow, press, at, told } = student;
    await goto("/login/confirm?from=/dashboard/second-factor");
    await page.fill("#password", password);
    await press("Go on");
    await told("Thank you");
    await press("Set up a second factor");
    const secret = ((await page.textContent("code.secret")) as string).replaceAll(" ", "");
    const giveCode = async () => {
      // A code counts once, so that each is of a step of its own.
      world.time.later += 2 * STEP;
      await page.fill("#code", codeAt(secret, world.clock()));
    };
    await giveCode();
    await press("Turn on");
    await student.heading("Your recovery codes");
    await follow("I have kept them, go on");
    await student.logOut();
    await goto("/login?from=/dashboard/second-factor");
    await student.logIn(email, password);
    await page.waitForURL("**/login/second-factor?*");
    await giveCode();
    await press("Login");
    await at("/dashboard/second-factor");
    world.time.later += 11 * MINUTE;
    await press("Turn the second factor off");
    await page.waitForURL("**/login/confirm?*");
    await page.fill("#password", password);
    await giveCode();
    await press("Go on");
    await told("Thank you");
    await press("Turn the second factor off");
    await told("Second factor turned off");
    expect(await page.textContent("main")).toContain("Off.");
  });

  test("connects the account with a provider, and logs in by it", async () => {
    const { page, goto, press, told } = student;
    await goto("/dashboard/provider");
    await press("Connect Local");
    await page.fill("[name=login]", `elsewhere-${js}@example.org`);
    await page.click("text=Sign in");
    await told("From now on you can sign in with Local.");
    await student.logOut();
    await goto("/login");
    // The provider knows them still, and asks for nothing.
    await press("Continue with Local");
    await told("Welcome back");
    // Without a script there is no window that could end there.
    if (js) return;
    await goto("/auth/done?problem=popup-closed-by-user");
    expect(await page.title()).toMatch(/^Error: /);
  });

  test("forgets the password, and sets another by the mailed link", async () => {
    const { page, goto, follow, press, at, told } = student;
    await goto("/");
    await student.logOut();
    await goto("/login");
    await follow("Forgotten your password?");
    await page.fill("#email", email);
    await press("Send the link");
    await page.waitForURL("**/check-mail?for=resetPassword");
    await goto(linkIn(await world.mailTo(email), "/reset-password"));
    password = `${TEST_PASSWORD}, once more`;
    await page.fill("#password", password);
    await page.fill("#passwordAgain", password);
    await press("Set password");
    await told("Password set");
    await student.logIn(email, password);
    await at("/");
    expect(await page.getByRole("button", { name: "Account of Rahim" }).count()).toBe(1);
  });

  test("deletes the account, which opens no more", async () => {
    const { page, goto, follow, press, at, told } = student;
    await goto("/dashboard/security");
    await follow("Delete my account");
    await at("/dashboard/delete-account");
    await page.fill("#passwordNow", password);
    await press("Delete my account");
    await told("Account deleted");
    await goto("/login");
    await student.logIn(email, password);
    await page.waitForSelector(".error-summary");
    expect(await page.inputValue("#email")).toBe(email);
  });

  test("has been on every page that is theirs", async () => {
    expect(await student.arrive()).toEqual({ missed: [], complaints: [] });
  });
});
