import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { driveLink, unique } from "../../../../tests/support/archive/factories.ts";
import {
  BYTES_HOST,
  confirmationPage,
  downloadAddress,
  type DriveSite,
  quotaPage,
  redirect,
  sendFile,
  sendPage,
  startDriveSite,
} from "../../../../tests/support/archive/drive-site.ts";
import { PUBLIC_ADDRESS } from "../../../../tests/support/archive/drive-hosts.ts";
import { privateAddresses } from "../../../../tests/support/platform/private-targets.ts";
import { createReadDrive, type ReadDriveOptions } from "./read-drive.ts";

const never = () => new AbortController().signal;
const LIMIT = 10_000;
const BYTES = Buffer.from("%PDF-1.7 a paper");

let site: DriveSite;
let id: string;
let link: string;
beforeAll(async () => {
  site = await startDriveSite();
});
afterAll(() => site.close());
beforeEach(() => {
  link = driveLink(unique());
  id = link.slice(32, 65);
  for (const list of [site.asked, site.resolved, site.connected]) list.length = 0;
  site.addresses.clear();
});

const read = (options: ReadDriveOptions = {}, signal = never()) =>
  createReadDrive({ ...site.options, ...options })(link, LIMIT, signal);

describe("a public file on Drive", () => {
  test("the reader follows the redirect and returns the bytes", async () => {
    site.serve(id, BYTES);
    expect(await read()).toEqual({ bytes: BYTES });
    expect(site.asked).toEqual([`https://drive.google.com/uc?export=download&id=${id}`, downloadAddress(id)]);
    expect(site.connected).toEqual([PUBLIC_ADDRESS, PUBLIC_ADDRESS]);
  });

  test.each([
    ["open?id=", (one: string) => `https://drive.google.com/open?id=${one}`],
    ["uc?id=", (one: string) => `https://docs.google.com/uc?id=${one}`],
    ["file/d", (one: string) => `https://docs.google.com/file/d/${one}/edit`],
    [
      "drive.usercontent.google.com",
      (one: string) => `https://drive.usercontent.google.com/download?id=${one}`,
    ],
  ])("the reader accepts a link of the form %s", async (_form, linkTo) => {
    site.serve(id, BYTES);
    link = linkTo(id);
    expect(await read()).toMatchObject({ bytes: BYTES });
  });

  test("the reader passes on the resource key of an old link", async () => {
    site.serve(id, BYTES);
    link += "?resourcekey=0-aBc";
    await read();
    expect(site.asked[0]).toContain("resourcekey=0-aBc");
  });

  test("the reader fetches bytes from a download host of Google", async () => {
    site.on(id, (_request, response) => redirect(response, `https://${BYTES_HOST}/docs/securesc/a`));
    site.on("/docs/securesc/a", (_request, response) => sendFile(response, BYTES));
    expect(await read()).toMatchObject({ bytes: BYTES });
  });

  test("the reader sends the form of the confirmation page once", async () => {
    site.on(id, (_request, response, url) =>
      url.searchParams.get("confirm") === "t"
        ? sendFile(response, BYTES)
        : sendPage(response, confirmationPage(id)),
    );
    expect(await read()).toMatchObject({ bytes: BYTES });
    expect(site.asked.at(-1)).toBe(downloadAddress(id, "&confirm=t&uuid=6d5c-41aa"));
  });

  test("the reader gives up if a confirmed file asks for confirmation again", async () => {
    site.on(id, (_request, response) => sendPage(response, confirmationPage(id)));
    expect(await read()).toEqual({ problem: "not_a_file" });
    expect(site.asked).toHaveLength(2);
  });

  test("the reader ignores a confirmation form for another file", async () => {
    site.on(id, (_request, response) => sendPage(response, confirmationPage("1".repeat(33))));
    expect(await read()).toEqual({ problem: "not_a_file" });
  });

  test("the reader does not send a confirmation form to another site", async () => {
    site.on(id, (_request, response) =>
      sendPage(response, confirmationPage(id, "https://example.edu/download")),
    );
    expect(await read()).toEqual({ problem: "elsewhere" });
    expect(site.resolved).toEqual(["drive.google.com"]);
  });
});

describe("an answer that is not a public file", () => {
  test("the reader says that a file is not public if Drive redirects to the login page", async () => {
    site.on(id, (_request, response) =>
      redirect(response, "https://accounts.google.com/ServiceLogin?continue=x"),
    );
    expect(await read()).toEqual({ problem: "not_public" });
    expect(site.asked).toHaveLength(1);
  });

  test.each([
    ["a refusal without a page", 403, "", "not_public"],
    ["a status for people who are not logged in", 401, "", "not_public"],
    ["a page that offers to request access", 200, "<h1>You need access</h1>", "not_public"],
    ["a page with a login form", 200, `<form action="https://accounts.google.com/v3/signin">`, "not_public"],
    ["a lost file", 404, "<title>Error 404</title>", "gone"],
    ["the page about an exceeded quota", 200, quotaPage, "quota_exceeded"],
    ["a refusal with the page about an exceeded quota", 403, quotaPage, "quota_exceeded"],
    ["a page about a virus", 200, "<p>Sorry, this file is infected with a virus.</p>", "infected"],
    ["some other page", 200, "<p>Hello</p>", "not_a_file"],
    ["a part of the file", 206, "<p>Hello</p>", "not_a_file"],
  ])("the reader recognises %s", async (_what, status, html, problem) => {
    site.on(id, (_request, response) => sendPage(response, html, status));
    expect(await read()).toEqual({ problem });
  });

  test("the reader recognises a page of 256 kB and more as no file", async () => {
    site.on(id, (_request, response) => sendPage(response, confirmationPage(id) + " ".repeat(300_000)));
    expect(await read()).toEqual({ problem: "not_a_file" });
  });

  test("the reader stops at a page that repeats 6,000 open elements in each of 20,000 paragraphs", async () => {
    const open = Array.from({ length: 6_000 }, (_none, index) => `<b a${index}>`).join("");
    const html = `<p>${open}</p>${"<p>x</p>".repeat(20_000)}`;
    site.on(id, (_request, response) => sendPage(response, html));
    expect(await read()).toEqual({ problem: "not_a_file" });
  });

  test("the reader answers a page of 50,000 nested elements without recursion", async () => {
    site.on(id, (_request, response) => sendPage(response, "<div>".repeat(50_000)));
    expect(await read()).toEqual({ problem: "not_a_file" });
  });

  test.each([
    ["a folder", (one: string) => `https://drive.google.com/drive/folders/${one}`, "folder"],
    ["a document", (one: string) => `https://docs.google.com/document/d/${one}/edit`, "document"],
    ["a presentation", (one: string) => `https://docs.google.com/presentation/d/${one}`, "document"],
    ["a page of another site", () => "https://example.edu/paper.pdf", "elsewhere"],
  ])("the reader asks nobody for %s", async (_what, linkTo, problem) => {
    link = linkTo(id);
    expect(await read()).toEqual({ problem });
    expect(site.resolved).toEqual([]);
  });

  test.each([
    ["a folder", "https://drive.google.com/drive/folders/1abc", "folder", {}],
    ["a document", "https://docs.google.com/document/d/1abc/edit", "document", {}],
    ["a page against robots", "https://www.google.com/sorry/index?continue=x", "busy", { isForAll: true }],
  ])("the reader recognises a redirect to %s", async (_what, location, problem, also) => {
    site.on(id, (_request, response) => redirect(response, location));
    expect(await read()).toEqual({ problem, ...also });
    expect(site.asked).toHaveLength(1);
  });

  test.each([
    [429, { "retry-after": "120" }, { problem: "busy", retryAfter: 120_000, isForAll: true }],
    [503, { "retry-after": "Thu, 01 Jan 2026 00:10:00 GMT" }, { problem: "busy", retryAfter: 600_000 }],
    [500, {}, { problem: "busy" }],
    [502, { "retry-after": "soon" }, { problem: "busy" }],
  ])("the reader says that Drive is busy for status %d", async (status, headers, expected) => {
    site.on(id, (_request, response) => void response.writeHead(status, headers).end());
    expect(await read({ clock: () => Date.UTC(2026, 0, 1) })).toEqual(expected);
  });
});

describe("hosts and addresses", () => {
  test.each(privateAddresses)("the reader does not connect to %s", async (address) => {
    site.serve(id, BYTES);
    site.addresses.set("drive.google.com", [PUBLIC_ADDRESS, address]);
    expect(await read()).toEqual({ problem: "private_address" });
    expect(site.connected).toEqual([]);
  });

  test("the reader checks the address after a redirect", async () => {
    site.serve(id, BYTES);
    site.addresses.set("drive.usercontent.google.com", ["169.254.169.254"]);
    expect(await read()).toEqual({ problem: "private_address" });
    expect(site.connected).toEqual([PUBLIC_ADDRESS]);
  });

  test.each([
    "https://example.edu/paper.pdf",
    "http://drive.usercontent.google.com/download?id=1",
    "https://drive.usercontent.google.com:8443/download?id=1",
    "https://user@drive.usercontent.google.com/download?id=1",
    "https://127.0.0.1/download?id=1",
    "https://[::1]/download?id=1",
    "https://drive.google.com.example.edu/download?id=1",
    "https://drive.google.com./download?id=1",
    "https://googleusercontent.com/a",
    "https://evilgoogleusercontent.com/a",
    "https://docs.google.com/forms-of-somebody/x",
    "https://www.google.com/url?q=https://example.edu",
    "file:///etc/passwd",
    "https://",
  ])("the reader does not follow a redirect to %s", async (location) => {
    site.on(id, (_request, response) => redirect(response, location));
    expect(await read()).toEqual({ problem: "elsewhere" });
    expect(site.resolved).toEqual(["drive.google.com"]);
  });

  test("the reader gives up after ten redirects, and after six requests", async () => {
    site.on(id, (_request, response, url) => {
      const hop = Number(url.searchParams.get("hop") ?? 0) + 1;
      if (hop > 10) return sendFile(response, BYTES);
      redirect(response, downloadAddress(id, `&hop=${hop}`));
    });
    expect(await read()).toEqual({ problem: "too_many_redirects" });
    expect(site.asked).toHaveLength(6);
  });

  test("the reader says that Drive can't be reached if its name has no address or the certificate is wrong", async () => {
    site.serve(id, BYTES);
    site.addresses.set("drive.google.com", []);
    expect(await read()).toEqual({ problem: "private_address" });
    site.addresses.clear();
    const notFound = Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" });
    expect(await read({ resolve: () => Promise.reject(notFound) })).toEqual({ problem: "unreachable" });
    const connectElsewhere = (address: string) => site.options.connect(address, "example.edu");
    expect(await read({ connect: connectElsewhere })).toEqual({ problem: "unreachable" });
  });
});
