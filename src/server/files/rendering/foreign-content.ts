/** An archive is read from its end: its directory closes with this record, and a comment of at most 64 kB. */
const ZIP_END = Buffer.from("PK\u0005\u0006\0\0\0\0", "latin1");
const ZIP_END_SPAN = 22 + 0xffff;
const MARKUP = /<\?php|<script|<!doctype|<html|<iframe/i;

/** Whether a program that opens archives would open this file. */
export function endsAsArchive(bytes: Buffer): boolean {
  return bytes.subarray(-ZIP_END_SPAN).includes(ZIP_END);
}

/** Whether a program that guesses could take these bytes for a page or a script. */
export function holdsMarkup(bytes: Buffer): boolean {
  return MARKUP.test(bytes.toString("latin1"));
}
