/** The parts of a mail in the outbox. */
export interface Eml {
  /** The headers by lower-case name, unfolded and decoded. */
  headers: Map<string, string>;
  text: string;
  html: string;
}

/**
 * Reads a mail that `composed` wrote: UTF-8, with at most one level of multipart. It can't read other mails.
 */
export function parseEml(source: Buffer): Eml {
  const whole = part(source.toString("latin1"));
  const boundary = /boundary="?([^";]+)"?/.exec(whole.headers.get("content-type") ?? "")?.[1];
  const parts = boundary
    ? whole.body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((one) => part(one.trimStart()))
    : [whole];
  const bodyOf = (type: string) => {
    const found = parts.find(({ headers }) => headers.get("content-type")?.startsWith(type));
    return found ? decoded(found) : "";
  };
  return { headers: whole.headers, text: bodyOf("text/plain"), html: bodyOf("text/html") };
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function part(source: string): Part {
  const end = source.indexOf("\r\n\r\n");
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())];
  });
  return { headers: new Map(headers), body: source.slice(end + 4) };
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get("content-transfer-encoding")?.toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding === "quoted-printable") return quoted(body.replace(/=\r\n/g, ""));
  return Buffer.from(body, "latin1").toString("utf8");
}

function quoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** RFC 2047: `=?UTF-8?B?…?=`. White space between two encoded words is not part of the text. */
function decodedWords(value: string): string {
  return value
    .replace(/(\?=)\s+(=\?)/g, "$1$2")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : quoted(text.replaceAll("_", " ")),
    );
}
