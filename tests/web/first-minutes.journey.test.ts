import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminSession, openPage, pageFaults, sampleSession } from "../support/web/browser.ts";
import { browserSite } from "../support/web/browser-site.ts";
import { en } from "../../src/shared/messages/en.ts";
import { enWanted } from "../../src/shared/messages/en-wanted.ts";

const site = browserSite();

test("a success toast disappears when the next form is refused, and the next success shows its own", async () => {
  const storageState = await sampleSession(site.browser, site.server, "student");
  const { page, close } = await openPage(site.browser, { storageState });
  const review = async (comment: string) => {
    await page.fill("#comment", comment);
    await page.selectOption("#rating", "5");
    await page.click("main form > button");
  };
  await page.goto(`${site.server.origin}/dashboard/user-review`);
  const toast = page.locator(".toast", { hasText: "Review Added Successfully !" });
  await review("Useful");
  await toast.waitFor();
  await review(" ");
  await page.waitForSelector(".error-summary");
  await expect.poll(() => page.locator(".toast").count()).toBe(0);
  await review("Very useful");
  await toast.waitFor();
  await expect.poll(() => page.locator(".error-summary").count()).toBe(0);
  await close();
});

test.each(["/login", "/register"])(
  "%s has no social button without a provider, and the server's start names the variable that adds it",
  async (path) => {
    const html = await (await fetch(site.server.origin + path)).text();
    expect(html).toContain('id="password"');
    expect(html).not.toContain("/auth/start");
    expect(
      site.server.lines.filter((line) => line.startsWith("No PROSHNO_OIDC_ISSUER is set: ")),
    ).toHaveLength(1);
  },
);

describe("the status dropdown of an admin's table", () => {
  let storageState: Awaited<ReturnType<typeof adminSession>>;
  let table: Awaited<ReturnType<typeof openPage>>;
  beforeAll(async () => {
    storageState = await adminSession(site.browser, site.server);
    table = await openPage(site.browser, { storageState });
    await table.page.goto(`${site.server.origin}/admin-dashboard/admin-questions`);
  });
  afterAll(() => table.close());

  test.each([320, 360, 600, 721, 768, 859, 900, 1024, 1100, 1280])(
    "shows each status in full at %i px",
    async (width) => {
      await table.page.setViewportSize({ width, height: 740 });
      const cut = await table.page.locator("td select").evaluateAll((selects) =>
        selects.map((select) => {
          const { style } = select as HTMLElement;
          const shown = select.getBoundingClientRect().width;
          style.width = "max-content";
          style.flex = "none";
          const needed = select.getBoundingClientRect().width;
          style.removeProperty("width");
          style.removeProperty("flex");
          return needed - shown;
        }),
      );
      expect(cut.length).toBe(10);
      expect(Math.max(...cut)).toBeLessThan(0.5);
    },
  );

  test.each([
    { width: 320, colorScheme: "dark" as const },
    { width: 900, colorScheme: "light" as const },
  ])("passes the page checks at $width px in $colorScheme colours", async ({ width, colorScheme }) => {
    const viewport = { width, height: 740 };
    const { page, close } = await openPage(site.browser, { storageState, viewport, colorScheme });
    await page.goto(`${site.server.origin}/admin-dashboard/admin-questions`);
    expect(await pageFaults(page)).toEqual([]);
    await close();
  });
});

test.each([
  { width: 360, colorScheme: "light" as const },
  { width: 1280, colorScheme: "dark" as const },
])(
  "suggestions on the home page are fully visible at $width px in $colorScheme colours",
  async ({ width, colorScheme }) => {
    const { page, close } = await openPage(site.browser, { viewport: { width, height: 900 }, colorScheme });
    await page.goto(site.server.origin);
    await page.locator("#hero-search").pressSequentially("da");
    const list = page.locator(".home-hero [role=listbox]");
    await list.waitFor();
    await expect.poll(() => list.getByRole("option").count()).toBeGreaterThan(2);
    // The box overflows the hero, so check that no other element covers the middle of an option.
    const seen = await list.getByRole("option").evaluateAll((options) =>
      options.map((option) => {
        const { x, y, width: wide, height } = option.getBoundingClientRect();
        const top = document.elementFromPoint(x + wide / 2, y + height / 2);
        return option === top || option.contains(top);
      }),
    );
    expect(seen).not.toContain(false);
    expect(await pageFaults(page)).toEqual([]);
    await close();
  },
);

describe("“Your courses” on the home page", () => {
  const COURSE = "/course/sample-university-of-engineering/cse2103";
  const OTHER = "/course/sample-university-of-engineering/ce2201";

  test("shows the newest papers of the courses that this browser opened, until the person logs out", async () => {
    const { page, complaints, close } = await openPage(site.browser, {
      storageState: await sampleSession(site.browser, site.server, "student"),
    });
    await page.addInitScript(() => {
      const shifts = new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) document.documentElement.dataset["shift"] = shift.name;
      });
      shifts.observe({ type: "layout-shift", buffered: true });
    });
    const cards = () =>
      page
        .locator(".home-mine li:visible")
        .evaluateAll((all) => all.map((card) => (card as HTMLElement).innerText.split(/\n+/)));
    await page.goto(site.server.origin);
    await page.getByRole("heading", { name: en.home.find }).waitFor();
    expect(await cards()).toEqual([]);
    await page.goto(site.server.origin + OTHER);
    // The page of a paper also opens its course.
    const course = await (await fetch(site.server.origin + COURSE)).text();
    await page.goto(site.server.origin + (/\/question-details\/\w+/.exec(course) as RegExpExecArray)[0]);
    await page.goto(site.server.origin);
    const shown = [
      ["CSE 2103 Data Structures", "Final 2025", "3 answers", "Mid-term 2025", en.home.openPaper],
      ["CE 2201 Mechanics of Solids", "Final 2025", "1 answer"],
    ];
    await expect.poll(cards).toEqual(shown);
    expect(await page.locator("html[data-shift]").count()).toBe(0);
    expect(await page.locator(`.home-find, .home-lead`).filter({ visible: true }).count()).toBe(0);
    expect(await pageFaults(page)).toEqual([]);
    await page.route("**/home/courses?*", (route) => route.abort());
    await page.reload();
    await expect.poll(cards).toEqual(shown.map(([name]) => [name]));
    await page.getByRole("button", { name: /’s account$/ }).click();
    await page.getByRole("button", { name: "Log Out" }).click();
    await page.getByRole("heading", { name: en.home.find }).waitFor();
    expect(await cards()).toEqual([]);
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("shows a course with several addresses once, and forgets courses without papers", async () => {
    const { page, close } = await openPage(site.browser);
    const paths = () =>
      page.evaluate(() =>
        JSON.parse(localStorage.getItem("courses:1") ?? "[]").map((course: { path: string }) => course.path),
      );
    await page.goto(site.server.origin + COURSE);
    await page.evaluate((path) => {
      const stored = [`${path}x`, path.toUpperCase().replace("/COURSE/", "/course/"), path];
      const courses = stored.map((one) => ({ path: one, code: "CSE 2103", title: "" }));
      localStorage.setItem("courses:1", JSON.stringify(courses));
    }, COURSE);
    await page.goto(site.server.origin);
    await expect.poll(paths).toEqual([COURSE]);
    expect(await page.locator(".home-mine li:visible").count()).toBe(1);
    await page.evaluate(
      (path) => localStorage.setItem("courses:1", JSON.stringify([{ path, code: "", title: "" }])),
      `${COURSE}x`,
    );
    await page.reload();
    await page.getByRole("heading", { name: en.home.find }).waitFor();
    expect(await paths()).toEqual([]);
    await close();
  });

  test("shows three courses with their papers, and the others in a list", async () => {
    const { page, close } = await openPage(site.browser);
    await page.goto(site.server.origin + OTHER);
    const stored = await page.evaluate(() => {
      const one = JSON.parse(localStorage.getItem("courses:1") as string)[0] as {
        path: string;
        code: string;
      };
      const more = Array.from({ length: 5 }, (_, at) => ({ ...one, code: `MORE ${at}` }));
      localStorage.setItem("courses:1", JSON.stringify([one, ...more]));
      return [one, ...more].slice(3).map(({ path, code }) => ({ path, code }));
    });
    await page.goto(site.server.origin);
    await page.getByText(en.home.moreCourses).click();
    const links = page.locator("#more-courses-list a:visible");
    const shown = await links.evaluateAll((all) =>
      all.map((link) => ({
        path: link.getAttribute("href"),
        code: link.querySelector("b")?.textContent ?? "",
      })),
    );
    expect(shown).toEqual(stored);
    expect(await pageFaults(page)).toEqual([]);
    await close();
  });

  test("shows a course that a person followed in the search", async () => {
    const { page, close } = await openPage(site.browser, {
      storageState: await sampleSession(site.browser, site.server, "student"),
    });
    await page.goto(`${site.server.origin}/search?search=ce2201`);
    await page.getByRole("button", { name: /^Follow.*CE 2201/ }).click();
    await page.locator(".toast", { hasText: "CE 2201" }).waitFor();
    await page.goto(site.server.origin);
    await expect.poll(() => page.locator(".home-mine .home-course-name").innerText()).toMatch(/^CE 2201/);
    await close();
  });
});

test("the home page asks for a wanted paper without JavaScript", async () => {
  const { page, close } = await openPage(site.browser, {
    storageState: await sampleSession(site.browser, site.server, "student"),
    javaScriptEnabled: false,
  });
  await page.goto(site.server.origin);
  const card = page.locator(".item-wanted", { hasText: "Mid-term 2023" });
  const count = () => card.locator(".item-wanted-stub").innerText();
  expect(await count()).toMatch(/^11\s+want it$/);
  await card.getByRole("button", { name: /^Ask too/ }).click();
  await page.locator(".toast", { hasText: enWanted.asked }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  await expect.poll(count).toMatch(/^12\s+want it$/);
  expect(await card.getByRole("link", { name: /^I have it/ }).getAttribute("href")).toContain(
    "code=CSE+2103",
  );
  await close();
});

describe("the error of a Drive link", () => {
  let storageState: Awaited<ReturnType<typeof sampleSession>>;
  beforeAll(async () => {
    storageState = await sampleSession(site.browser, site.server, "student");
  });

  /**
   * Sends a text that isn't a link. @returns the space between the error and the edge of its card, in pixels
   */
  async function spaceLeft(page: Page, field: string): Promise<number> {
    await page.fill(field, "not a link");
    await page
      .locator("form", { has: page.locator(field) })
      .locator("> button")
      .last()
      .click();
    await page.waitForSelector(".error-summary");
    return page.locator(".file-or-link .problem").evaluate((problem) => {
      const text = document.createRange();
      text.selectNodeContents(problem);
      const card = problem.closest(".file-or-link > .way") as Element;
      return card.getBoundingClientRect().right - text.getBoundingClientRect().right;
    });
  }

  test.each([320, 360, 1280])("stays in its card in a form at %i px", async (width) => {
    const { page, close } = await openPage(site.browser, { storageState, viewport: { width, height: 740 } });
    await page.goto(`${site.server.origin}/dashboard/add-question`);
    expect(await spaceLeft(page, "#driveLink")).toBeGreaterThanOrEqual(0);
    expect(await pageFaults(page)).toEqual([]);
    await close();
  });

  test.each([320, 360, 1280])("stays in its card in the answer box at %i px", async (width) => {
    const { page, close } = await openPage(site.browser, { storageState, viewport: { width, height: 740 } });
    await page.goto(`${site.server.origin}/allQuestions?code=CSE+2103`);
    await page.locator(".item-card .button").first().click();
    const drawer = page.locator("details.drawer", { has: page.locator("#solveDriveLink") });
    await drawer.evaluate((box) => ((box as HTMLDetailsElement).open = true));
    expect(await spaceLeft(page, "#solveDriveLink")).toBeGreaterThanOrEqual(0);
    expect(await pageFaults(page)).toEqual([]);
    await close();
  });
});
