/**
 * Programs read a ZIP file from its end: this record ends the directory, and a comment of at most 64 kB
 * follows.
 */
const ZIP_END = Buffer.from("PK\u0005\u0006\0\0\0\0", "latin1");
const ZIP_END_SPAN = 22 + 0xffff;
const MARKUP = /<\?php|<script|<!doctype|<html|<iframe/i;

/** Whether a ZIP program would open this file. */
export function endsAsArchive(bytes: Buffer): boolean {
  return bytes.subarray(-ZIP_END_SPAN).includes(ZIP_END);
}

/** Whether a program that guesses file types could treat these bytes as a web page or a script. */
export function holdsMarkup(bytes: Buffer): boolean {
  return MARKUP.test(bytes.toString("latin1"));
}
