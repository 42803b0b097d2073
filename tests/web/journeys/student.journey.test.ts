import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "../../support/platform/archive.ts";
import { codeAt, STEP } from "../../support/people/authenticator.ts";
import { type JourneyWorld, openJourneyWorld, type Persona } from "../../support/web/journey-world.ts";
import { linkIn } from "../../support/platform/smtp.ts";
import { enWelcome } from "../../../src/shared/messages/en-welcome.ts";
import { en } from "../../../src/shared/messages/en.ts";

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
  let student: Persona;
  beforeAll(async () => {
    student = await world.startAs("student", js);
  });

  test("registers, and activates the account with the mailed link", async () => {
    const { page, goto, press, at, waitForToast } = student;
    await goto("/register");
    await page.fill("#name", "Rahim");
    await page.fill("#email", first);
    await page.fill("#password", password);
    await page.fill("#passwordAgain", password);
    await press(en.register.submit);
    await page.waitForURL("**/check-mail?*");
    await student.heading(en.checkMail.title);
    await goto(linkIn(await world.mailTo(first), "/verify-email"));
    await press(en.verifyEmail.submit);
    await at("/dashboard");
    await waitForToast(en.register.welcome);
    await expect.poll(() => page.getByRole("button", { name: "Rahim’s account" }).count()).toBe(1);
  });

  test("chooses a university, whose courses then come first on the dashboard", async () => {
    const { page, goto, press, at, waitForToast } = student;
    await goto("/dashboard");
    const { steps, choose, left } = enWelcome;
    await expect.poll(() => page.textContent("main")).toContain(left(2));
    await page.getByRole("link", { name: steps.university.button }).click();
    await at("/dashboard/choose-university");
    await press(choose.save);
    await expect.poll(() => page.textContent("main")).toContain("University is required");
    await page.fill("#university", "Sample University");
    await press(choose.save);
    await at("/dashboard");
    await waitForToast(choose.saved);
    const text = () => page.textContent("main");
    await expect.poll(text).toContain(left(1));
    expect(await text()).not.toContain(steps.university.title);
    expect(await text()).toContain("Sample University");
  });

  test("completes the profile, and writes a review that the home page shows", async () => {
    const { page, goto, follow, press, at, waitForToast } = student;
    await goto("/dashboard/user-profile");
    await expect.poll(() => page.textContent("main")).toContain("Profile Completed (40%)");
    await page.locator("main").getByRole("link", { name: en.profile.edit }).click();
    await at("/dashboard/edit-profile");
    const fields = { photoURL: `${world.origin}/me.png`.replace("http:", "https:"), department: "EEE" };
    for (const [id, value] of Object.entries({ ...fields, roll: "1903042", university: "BUET" }))
      await page.fill(`#${id}`, value);
    await press("Save");
    await waitForToast("Profile updated Successfully");
    await expect.poll(() => page.textContent("main")).toContain("Profile Completed (100%)");
    await follow(en.review.title);
    await at("/dashboard/user-review");
    await expect.poll(() => page.inputValue("#email")).toBe(first);
    await page.fill("#comment", `Saved my semester, ${js}`);
    await page.selectOption("#rating", "4.5");
    await press(en.review.submit);
    await waitForToast("Review Added Successfully !");
    await expect.poll(() => page.inputValue("#comment")).toBe("");
    await goto("/");
    await expect.poll(() => page.textContent("main")).toContain(`Saved my semester, ${js}`);
  });

  test("changes the password and the email", async () => {
    const { page, goto, press, at, waitForToast } = student;
    await goto("/dashboard/change-password");
    await page.fill("#passwordNow", password);
    password = `${TEST_PASSWORD}, longer`;
    await page.fill("#password", password);
    await page.fill("#passwordAgain", password);
    await press(en.changePassword.submit);
    await waitForToast(en.changePassword.changed);
    await at("/dashboard/security");
    await goto("/dashboard/change-email");
    await page.fill("#email", email);
    await page.fill("#passwordNow", password);
    await press(en.changeEmail.submit);
    await page.waitForURL("**/check-mail?for=changeEmail");
    await goto(linkIn(await world.mailTo(email), "/change-email"));
    await press(en.confirmEmail.submit);
    await waitForToast(en.changeEmail.changed);
    await expect.poll(() => page.textContent("main")).toContain(email);
  });

  test("sets up a second factor, logs in with it, confirms their identity, and turns it off", async () => {
    const { page, goto, follow, press, at, waitForToast } = student;
    await goto("/login/confirm?from=/dashboard/second-factor");
    await page.fill("#password", password);
    await press(en.confirm.submit);
    await waitForToast(en.confirm.done);
    await press(en.secondFactor.begin);
    const secret = ((await page.textContent("code.account-secret")) as string).replaceAll(" ", "");
    const giveCode = async () => {
      // Each code is valid once, so move the clock to a new code.
      world.time.later += 2 * STEP;
      await page.fill("#code", codeAt(secret, world.clock()));
    };
    await giveCode();
    await press(en.secondFactor.confirm);
    await student.heading(en.secondFactor.codes.title);
    await follow(en.secondFactor.codes.goOn);
    await student.logOut();
    await goto("/login?from=/dashboard/second-factor");
    await student.logIn(email, password);
    await page.waitForURL("**/login/second-factor?*");
    await giveCode();
    await press(en.giveCode.submit);
    await at("/dashboard/second-factor");
    world.time.later += 11 * MINUTE;
    await press(en.secondFactor.on.turnOff);
    await page.waitForURL("**/login/confirm?*");
    await page.fill("#password", password);
    await giveCode();
    await press(en.confirm.submit);
    await waitForToast(en.confirm.done);
    await press(en.secondFactor.on.turnOff);
    await waitForToast(en.secondFactor.turnedOff);
    await expect.poll(() => page.textContent("main")).toContain("Off.");
  });

  test("connects the account to a provider, and logs in with that provider", async () => {
    const { page, goto, press, waitForToast } = student;
    await goto("/dashboard/provider");
    await press("Connect Local");
    await page.fill("[name=login]", `elsewhere-${js}@example.org`);
    await page.click("text=Sign in");
    await waitForToast(en.signIn.connectedDetail("Local"));
    await student.logOut();
    await goto("/login");
    // The student is still logged in at the provider, so it shows no form.
    await press("Continue with Local");
    await waitForToast(en.login.welcome);
    // Without JavaScript the provider doesn't open in a pop-up window.
    if (js) return;
    await goto("/auth/done?problem=popup-closed-by-user");
    expect(await page.title()).toMatch(/^Error: /);
  });

  test("resets a forgotten password with the mailed link", async () => {
    const { page, goto, follow, press, at, waitForToast } = student;
    await goto("/");
    await student.logOut();
    await goto("/login");
    await follow(en.login.forgotten);
    await page.fill("#email", email);
    await press(en.forgottenPassword.submit);
    await page.waitForURL("**/check-mail?for=resetPassword");
    await goto(linkIn(await world.mailTo(email), "/reset-password"));
    password = `${TEST_PASSWORD}, once more`;
    await page.fill("#password", password);
    await page.fill("#passwordAgain", password);
    await press(en.resetPassword.submit);
    await waitForToast(en.resetPassword.done);
    await student.logIn(email, password);
    await at("/");
    await expect.poll(() => page.getByRole("button", { name: "Rahim’s account" }).count()).toBe(1);
  });

  test("deletes the account, and can't log in again", async () => {
    const { page, goto, follow, press, at, waitForToast } = student;
    await goto("/dashboard/security");
    await follow(en.security.deleteAccount);
    await at("/dashboard/delete-account");
    await page.fill("#passwordNow", password);
    await press(en.deleteAccount.submit);
    await waitForToast(en.deleteAccount.done);
    await goto("/login");
    await student.logIn(email, password);
    await page.waitForSelector(".error-summary");
    await expect.poll(() => page.inputValue("#email")).toBe(email);
  });

  test("has visited every page of a student's journey", async () => {
    expect(await student.arrive()).toEqual({ missed: [], complaints: [] });
  });
});
