import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DriveFile, downloadUrl, linkKey, parseLink, previewUrl } from "./drive-link.ts";

const ID = "1AbCdEfGhIjKlMnOpQrStUvWxYz012345";
const OLD = "0B1234567890abcdefghijklmnop";
const LONG = "1-_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcde";

const drive = (text: string): DriveFile | undefined => {
  const link = parseLink(text);
  return typeof link === "string" ? undefined : link.drive;
};

describe("a Drive link gives its file", () => {
  test.each<[link: string, type?: DriveFile["type"], id?: string, resourceKey?: string]>([
    [`https://drive.google.com/file/d/${ID}/view`],
    [`https://drive.google.com/file/d/${ID}/view?usp=sharing`],
    [`https://drive.google.com/file/d/${ID}/view?usp=drive_link`],
    [`https://drive.google.com/file/d/${ID}/edit`],
    [`https://drive.google.com/file/d/${ID}/preview`],
    [`https://drive.google.com/file/d/${ID}`],
    [`https://drive.google.com/file/d/${ID}/`],
    [`https://drive.google.com/file/d/${ID}/view#page=2`],
    [`  https://drive.google.com/file/d/${ID}/view  `],
    [`HTTPS://DRIVE.GOOGLE.COM/file/d/${ID}/view`],
    [`https://drive.google.com:443/file/d/${ID}/view`],
    [`https://drive.google.com/file/d/${OLD}/view`, "file", OLD],
    [`https://drive.google.com/file/d/${LONG}/view`, "file", LONG],
    [`https://drive.google.com/file/d/${ID}/view?resourcekey=0-abc`, "file", ID, "0-abc"],
    [`https://drive.google.com/file/u/0/d/${ID}/view`],
    [`https://drive.google.com/file/u/12/d/${ID}/view`],
    [`https://drive.google.com/a/example.edu/file/d/${ID}/view`],
    [`https://drive.google.com/open?id=${ID}`],
    [`https://drive.google.com/open?usp=sharing&id=${ID}`],
    [`https://drive.google.com/a/example.edu/open?id=${ID}`],
    [`https://drive.google.com/u/0/open?id=${ID}`],
    [`https://drive.google.com/uc?id=${ID}`],
    [`https://drive.google.com/uc?export=download&id=${ID}`],
    [`https://drive.google.com/uc?id=${ID}&export=view&resourcekey=0-x`, "file", ID, "0-x"],
    [`https://drive.google.com/u/1/uc?id=${ID}`],
    [`https://drive.google.com/thumbnail?id=${ID}&sz=w400`],
    [`https://docs.google.com/document/d/${ID}/edit`, "document"],
    [`https://docs.google.com/document/d/${ID}/edit?usp=sharing`, "document"],
    [`https://docs.google.com/document/u/0/d/${ID}/mobilebasic`, "document"],
    [`https://docs.google.com/a/example.edu/document/d/${ID}/edit`, "document"],
    [`https://docs.google.com/presentation/d/${ID}/edit#slide=id.p`, "presentation"],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`, "spreadsheets"],
    [`https://docs.google.com/drawings/d/${ID}/edit`, "drawings"],
    [`https://docs.google.com/file/d/${ID}/edit`],
    [`https://docs.google.com/uc?id=${ID}`],
  ])("%s", (link, type = "file", id = ID, resourceKey = undefined) => {
    expect(drive(link)).toEqual({ type, id, resourceKey });
  });
});

describe("another https link is kept, without a preview", () => {
  test.each([
    ["https://example.edu/paper.pdf", "https://example.edu/paper.pdf"],
    ["https://EXAMPLE.edu/Paper.PDF?a=1#b", "https://example.edu/Paper.PDF?a=1#b"],
    ["https://www.dropbox.com/s/abc/x.pdf?dl=0", "https://www.dropbox.com/s/abc/x.pdf?dl=0"],
    ["https://example.edu", "https://example.edu/"],
    ["https://example.edu./a", "https://example.edu./a"],
    ["https://example.edu:8443/a", "https://example.edu:8443/a"],
    [
      "https://বাংলা.example/প্রশ্ন.pdf",
      "https://xn--54b7fta0cc.example/%E0%A6%AA%E0%A7%8D%E0%A6%B0%E0%A6%B6%E0%A7%8D%E0%A6%A8.pdf",
    ],
    [
      `https://drive.google.com.example.edu/file/d/${ID}/view`,
      `https://drive.google.com.example.edu/file/d/${ID}/view`,
    ],
    [
      `https://evil.example/https://drive.google.com/file/d/${ID}/view`,
      `https://evil.example/https://drive.google.com/file/d/${ID}/view`,
    ],
    [`https://notdrive.google.com/file/d/${ID}/view`, `https://notdrive.google.com/file/d/${ID}/view`],
  ])("%s", (link, href) => {
    expect(parseLink(link)).toEqual({ href, drive: undefined });
    expect(previewUrl(link)).toBeUndefined();
    expect(downloadUrl(href)).toBe(href);
  });
});

describe("anything else is refused", () => {
  test.each([
    ["", "notAUrl"],
    ["drive.google.com/file/d/x", "notAUrl"],
    ["//drive.google.com/file/d/x", "notAUrl"],
    ["not a link", "notAUrl"],
    ["https://", "notAUrl"],
    ["https://exa mple.edu/", "notAUrl"],
    ["https://example.edu/a\nb", "notAUrl"],
    ["https://example.edu/a\u0000b", "notAUrl"],
    ["https://example.edu\\@evil.test", "notAUrl"],
    ["java\tscript:alert(1)", "notAUrl"],
    ["http://drive.google.com/file/d/x", "notHttps"],
    ["ftp://example.edu/a", "notHttps"],
    ["javascript:alert(1)", "notHttps"],
    ["JaVaScRiPt:alert(1)//https://example.edu", "notHttps"],
    ["data:text/html,<script>", "notHttps"],
    ["vbscript:x", "notHttps"],
    ["file:///etc/passwd", "notHttps"],
    ["blob:https://example.edu/x", "notHttps"],
    ["https://me:secret@example.edu/", "hasCredentials"],
    ["https://drive.google.com@evil.test/", "hasCredentials"],
    ["https://localhost/a", "privateHost"],
    ["https://LOCALHOST./a", "privateHost"],
    ["https://intranet/a", "privateHost"],
    ["https://127.0.0.1/a", "privateHost"],
    ["https://127.1/a", "privateHost"],
    ["https://2130706433/a", "privateHost"],
    ["https://0x7f.1/a", "privateHost"],
    ["https://10.0.0.1/a", "privateHost"],
    ["https://8.8.8.8/a", "privateHost"],
    ["https://[::1]/a", "privateHost"],
    ["https://[fe80::1]/a", "privateHost"],
    ["https://１２７.0.0.1/a", "privateHost"],
    ["https://printer.local/a", "privateHost"],
    ["https://db.internal/a", "privateHost"],
    ["https://router.lan/a", "privateHost"],
    ["https://evil.test/a", "privateHost"],
    ["https://drive.google.com/", "driveWithoutFile"],
    ["https://drive.google.com/drive/my-drive", "driveWithoutFile"],
    [`https://drive.google.com/drive/folders/${ID}`, "driveWithoutFile"],
    ["https://drive.google.com/file/d/short/view", "driveWithoutFile"],
    [`https://drive.google.com/file/d/${ID}${ID}/view`, "driveWithoutFile"],
    [`https://drive.google.com/file/d/${ID}%2F/view`, "driveWithoutFile"],
    ["https://drive.google.com/open?id=", "driveWithoutFile"],
    [`https://drive.google.com/search?id=${ID}`, "driveWithoutFile"],
    [`https://docs.google.com/forms/d/${ID}/viewform`, "driveWithoutFile"],
  ])("%s: %s", (link, problem) => {
    expect(parseLink(link)).toBe(problem);
  });
});

describe("on the specification's canonical link", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
  const id = fc.string({ unit: fc.constantFrom(...letters), minLength: 33, maxLength: 33 });
  const tail = fc.constantFrom(
    "",
    "/",
    "/view",
    "/view?usp=sharing",
    "/view?usp=drive_link",
    "/preview",
    "/edit#a",
  );

  test("the file id is its characters 32 to 65", () => {
    fc.assert(
      fc.property(id, tail, (fileId, rest) => {
        const link = `https://drive.google.com/file/d/${fileId}${rest}`;
        expect(drive(link)?.id).toBe(link.slice(32, 65));
        expect(drive(link)?.id).toBe(fileId);
      }),
      { numRuns: 2_000 },
    );
  });

  test("every shape of the same file has one key", () => {
    fc.assert(
      fc.property(id, (fileId) => {
        const shapes = [
          `file/d/${fileId}/view`,
          `file/u/0/d/${fileId}/edit?a=1`,
          `open?id=${fileId}`,
          `uc?export=download&id=${fileId}`,
        ];
        expect(new Set(shapes.map((shape) => linkKey(`https://drive.google.com/${shape}`)))).toEqual(
          new Set([`drive:${fileId}`]),
        );
      }),
    );
  });
});

test("a key of another link leaves its fragment out, and nothing else", () => {
  expect(linkKey("https://example.edu/a?b=1#c")).toBe("https://example.edu/a?b=1");
  expect(linkKey("https://example.edu/a")).not.toBe(linkKey("https://example.edu/A"));
});

describe("viewer and download addresses", () => {
  test.each([
    [
      `https://drive.google.com/open?id=${ID}`,
      `https://drive.google.com/file/d/${ID}/preview`,
      `https://drive.google.com/uc?export=download&id=${ID}`,
    ],
    [
      `https://drive.google.com/file/d/${ID}/view?resourcekey=0-a`,
      `https://drive.google.com/file/d/${ID}/preview?resourcekey=0-a`,
      `https://drive.google.com/uc?export=download&id=${ID}&resourcekey=0-a`,
    ],
    [
      `https://docs.google.com/document/d/${ID}/edit`,
      `https://docs.google.com/document/d/${ID}/preview`,
      `https://docs.google.com/document/d/${ID}/export?format=pdf`,
    ],
    [
      `https://docs.google.com/presentation/d/${ID}/edit`,
      `https://docs.google.com/presentation/d/${ID}/preview`,
      `https://docs.google.com/presentation/d/${ID}/export/pdf`,
    ],
    [
      `https://docs.google.com/spreadsheets/d/${ID}/edit`,
      `https://docs.google.com/spreadsheets/d/${ID}/preview`,
      `https://docs.google.com/spreadsheets/d/${ID}/export?format=pdf`,
    ],
  ])("%s", (link, preview, download) => {
    expect(previewUrl(link)).toBe(preview);
    expect(downloadUrl(link)).toBe(download);
  });

  test("whatever parses leads to Google or to where it says, by https", () => {
    fc.assert(
      fc.property(
        fc.webUrl({ validSchemes: ["https"], withQueryParameters: true, withFragments: true }),
        (url) => {
          const link = parseLink(url);
          if (typeof link === "string") return;
          expect(new URL(downloadUrl(link.href)).host).toBe(new URL(url).host);
          expect(link.href.startsWith("https://")).toBe(true);
        },
      ),
    );
  });
});
