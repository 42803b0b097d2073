import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  driveSpellings,
  ID,
  plainSpellings,
  refusedSpellings,
} from "../../../tests/support/archive/link-spellings.ts";
import { canonicalLink, type DriveFile, downloadUrl, linkKey, parseLink, previewUrl } from "./drive-link.ts";
import { link as linkField, LINK_MAX } from "../kinds/fields.ts";
import { messagesIn, problemText } from "../messages/index.ts";
import { checkField } from "../schemas/item.ts";

const drive = (text: string): DriveFile | undefined => {
  const link = parseLink(text);
  return typeof link === "string" ? undefined : link.drive;
};

test.each(driveSpellings)(
  "the Drive file in the link %s is recognised",
  (link, type = "file", id = ID, resourceKey = undefined) => {
    expect(drive(link)).toEqual({ type, id, resourceKey });
    expect(linkKey(link)).toBe(`drive:${id}`);
  },
);

test.each(plainSpellings)("%s is accepted as a link without a preview", (link, href) => {
  expect(parseLink(link)).toEqual({ href, drive: undefined });
  expect(previewUrl(link)).toBeUndefined();
  expect(downloadUrl(href)).toBe(href);
});

test.each(refusedSpellings)("%j is refused as a link: %s", (link, problem) => {
  expect(parseLink(link)).toBe(problem);
  expect(problemText(messagesIn("en"), "Drive link", { code: problem })).toMatch(/^Drive link [a-z]/);
});

test("a form field refuses a link that is too long or contains forbidden characters", () => {
  const field = linkField();
  const long = `https://example.edu/${"a".repeat(LINK_MAX)}`;
  expect(checkField(field, long)).toEqual({ problem: `tooLong:${LINK_MAX}` });
  // The typed link is short enough, but its stored form is too long.
  expect(checkField(field, `https://example.edu/${"প".repeat(300)}`)).toEqual({
    problem: `tooLong:${LINK_MAX}`,
  });
  for (const hidden of ["\u0000", "\u202e", "\ud800"])
    expect(checkField(field, `https://example.edu/${hidden}a`)).toEqual({ problem: "characters" });
});

describe("a form field", () => {
  const field = linkField();
  const file = `https://drive.google.com/file/d/${ID}/view?usp=sharing`;
  const inside = encodeURIComponent(file);
  const document = `https://docs.google.com/document/d/${ID}/edit`;
  const published = "https://docs.google.com/document/d/e/2PACX-1vQabc_-1/pub";

  test.each([
    [`https://www.google.com/url?q=${inside}&sa=D&source=docs`, file],
    [`http://www.google.com.bd/url?sa=t&url=${inside}&usg=x`, file],
    [`google.com/url?q=${encodeURIComponent(document)}`, document],
    [`https://www.bing.com/ck/a?!&&p=1&u=a1${btoa(file).replaceAll("=", "")}&ntb=1`, file],
    [`https://duckduckgo.com/l/?uddg=${inside}&rut=1`, file],
    [`https://l.facebook.com/l.php?u=${inside}&h=AT0`, file],
    [`https://lm.facebook.com/l.php?u=${encodeURIComponent(published)}&h=AT0`, published],
    [`https://l.messenger.com/l.php?u=${inside}`, file],
    [`https://l.instagram.com/?u=${inside}&e=x`, file],
    [`https://out.reddit.com/t3_1?url=${inside}&token=x`, file],
    [`https://eur01.safelinks.protection.outlook.com/?url=${inside}&data=05`, file],
    [
      `https://accounts.google.com/ServiceLogin?service=wise&passive=1&continue=${inside}&followup=${inside}`,
      file,
    ],
    [`https://accounts.google.com/v3/signin/identifier?continue=${inside}&flowName=WebLiteSignIn`, file],
    [`https://l.facebook.com/l.php?u=${encodeURIComponent(`https://www.google.com/url?q=${inside}`)}`, file],
    [
      `https://www.google.com/url?q=${encodeURIComponent(`drive.google.com/open?id=${ID}`)}`,
      `https://drive.google.com/open?id=${ID}`,
    ],
  ])("takes the Drive link out of %s", (typed, text) => expect(checkField(field, typed)).toEqual({ text }));

  test("keeps a wrapped link that does not lead to a file on Drive", () => {
    const targets = [
      "https://example.edu/a",
      "https://drive.google.com/",
      "javascript:alert(1)",
      "https://localhost/a",
    ];
    for (const target of [
      ...targets,
      `https://evil.example/?u=${inside}`,
      `https://me@drive.google.com/file/d/${ID}`,
    ]) {
      const text = `https://www.google.com/url?q=${encodeURIComponent(target)}`;
      expect(checkField(field, text)).toEqual({ text });
    }
    const elsewhere = `https://evil.example/url?q=${inside}`;
    expect(checkField(field, elsewhere)).toEqual({ text: elsewhere });
  });

  test("takes out a link of five wrappers, but not of six", () => {
    const wrap = (address: string) => `https://www.google.com/url?q=${encodeURIComponent(address)}`;
    const five = Array.from({ length: 5 }).reduce<string>(wrap, document);
    expect(checkField(field, five)).toEqual({ text: document });
    expect(checkField(field, wrap(five))).toEqual({ text: wrap(five) });
  });

  test("ignores invisible characters in a pasted link, but keeps the joiners of a Bangla file name", () => {
    for (const hidden of ["\u200b", "\u200e", "\u2060", "\ufeff", "\u00ad", "\u202a", "\u2068"]) {
      const typed = `${hidden} ${file.replace("google", `goo${hidden}gle`).replace("view", `${hidden}view`)}${hidden}`;
      expect(checkField(field, typed)).toEqual({ text: file });
      expect(checkField(field, `${hidden}https://example.edu/a${hidden}`)).toEqual({
        text: "https://example.edu/a",
      });
    }
    const bangla = "https://example.edu/র\u200d্যাব.pdf";
    expect(checkField(field, bangla)).toEqual({ text: new URL(bangla).href });
  });
});

describe("the specification's canonical link", () => {
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

  test("has the file id in its characters 32 to 65", () => {
    fc.assert(
      fc.property(id, tail, (fileId, rest) => {
        const link = `https://drive.google.com/file/d/${fileId}${rest}`;
        expect(drive(link)?.id).toBe(link.slice(32, 65));
        expect(drive(link)?.id).toBe(fileId);
      }),
      { numRuns: 2_000 },
    );
  });

  test("has the same key as every other address of the file", () => {
    fc.assert(
      fc.property(id, (fileId) => {
        const shapes = [
          `file/d/${fileId}/view`,
          `file/u/0/d/${fileId}/edit?a=1`,
          `open?id=${fileId}`,
          `uc?export=download&id=${fileId}`,
          `drive/folders/${fileId}`,
        ];
        expect(new Set(shapes.map((shape) => linkKey(`https://drive.google.com/${shape}`)))).toEqual(
          new Set([`drive:${fileId}`]),
        );
      }),
    );
  });
});

describe("the canonical form of a Drive link", () => {
  test.each(driveSpellings)(
    "of %s has the same id, viewer, download address and key",
    (spelling, type = "file", id = ID, resourceKey = undefined) => {
      const link = parseLink(spelling);
      if (typeof link === "string") throw new Error(link);
      const key = resourceKey ? `?resourcekey=${resourceKey}` : "";
      const canonical = type === "file" ? `https://drive.google.com/file/d/${id}/view${key}` : link.href;
      expect(canonicalLink(link.href)).toBe(canonical);
      expect(canonicalLink(canonical)).toBe(canonical);
      if (type === "file") expect(canonical.slice(32, 32 + id.length)).toBe(id);
      expect(previewUrl(canonical)).toBe(previewUrl(link.href));
      expect(downloadUrl(canonical)).toBe(downloadUrl(link.href));
      expect(linkKey(canonical)).toBe(linkKey(link.href));
    },
  );

  test.each(plainSpellings)("of %s is the link itself", (_spelling, href) =>
    expect(canonicalLink(href)).toBe(href),
  );

  test("is the result for every id, address and resource key of a file", () => {
    const letter = fc.constantFrom(..."ABCxyz019-_");
    const id = fc.string({ unit: letter, minLength: 33, maxLength: 33 });
    const key = fc.option(fc.string({ unit: letter, minLength: 1, maxLength: 64 }), { nil: undefined });
    const scheme = fc.constantFrom("https://", "http://", "//", "");
    fc.assert(
      fc.property(id, key, scheme, (fileId, resourceKey, before) => {
        const query = resourceKey ? `resourcekey=${resourceKey}` : "usp=sharing";
        for (const path of [
          `file/d/${fileId}/view?${query}`,
          `file/u/3/d/${fileId}/edit?${query}`,
          `a/example.edu/file/d/${fileId}?${query}`,
          `open?id=${fileId}&${query}`,
          `uc?export=download&${query}&id=${fileId}`,
        ]) {
          const link = parseLink(`${before}drive.google.com/${path}`);
          const presented = typeof link === "string" ? link : canonicalLink(link.href);
          expect(presented.slice(32, 65)).toBe(fileId);
          expect(presented).toBe(
            `https://drive.google.com/file/d/${fileId}/view${resourceKey ? `?${query}` : ""}`,
          );
        }
      }),
    );
  });
});

test("the key of a link to a different site leaves out only the fragment and tracking parameters", () => {
  expect(linkKey("https://example.edu/a?utm_source=x&b=1&fbclid=2&utm_medium=y")).toBe(
    "https://example.edu/a?b=1",
  );
  expect(linkKey("https://example.edu/a?b=1#c")).toBe("https://example.edu/a?b=1");
  expect(linkKey("https://example.edu/a")).not.toBe(linkKey("https://example.edu/A"));
});

describe("the viewer and download addresses", () => {
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
    [
      `https://drive.usercontent.google.com/download?id=${ID}&resourcekey=0-a`,
      `https://drive.google.com/file/d/${ID}/preview?resourcekey=0-a`,
      `https://drive.google.com/uc?export=download&id=${ID}&resourcekey=0-a`,
    ],
    [
      `https://drive.google.com/drive/folders/${ID}`,
      undefined,
      `https://drive.google.com/drive/folders/${ID}`,
    ],
  ])("are derived from %s", (link, preview, download) => {
    expect(previewUrl(link)).toBe(preview);
    expect(downloadUrl(link)).toBe(download);
  });

  test("use https and keep the host of any link", () => {
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
