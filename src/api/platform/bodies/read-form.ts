import { rm } from "node:fs/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { DomainError } from "../../../shared/problems/errors.ts";
import { MAX_FIELDS } from "../../../shared/problems/max-fields.ts";
import { type Spool, spooledFile } from "./spool.ts";

/**
 * The limit for everything in a form except its files, in bytes. It is enough for an encoded text of 100 kB.
 */
export const MAX_FORM_TEXT = 1_000_000;
/** The maximum number of file fields. Our forms have fewer. */
const MAX_FILES = 10;
/** The limit for the headers of one part of a multipart form, in bytes. */
const MAX_PART_HEADERS = 8_000;
const MAX_PART_HEADER_LINES = 20;
/** The limit for the name of a field, in bytes. */
const MAX_NAME = 100;

export interface FormSource {
  headers: Headers;
  chunks: AsyncIterable<Uint8Array>;
  spool: Spool;
  /** Called with the size of each chunk, in bytes: `holdText` for memory, `holdFile` for disk. */
  holdText: (bytes: number) => void;
  holdFile: (bytes: number) => void;
}

export interface ReadForm {
  form: FormData;
  /** Deletes the form's files from the disk. */
  discard(): Promise<void>;
}

/**
 * Reads a posted form as a stream, and stops as soon as it exceeds a limit. Files are written to disk.
 * @throws DomainError too_many_fields, too_large, malformed_form; the errors of `chunks`
 */
export async function readForm(source: FormSource): Promise<ReadForm> {
  const { chunks, spool, holdText, holdFile } = source;
  const parser = parserOf(source.headers);
  const form = new FormData();
  const paths: string[] = [];
  const keeping: Promise<void>[] = [];
  const streams: BusboyFileStream[] = [];
  let fields = 0;
  /** The first error. Later errors of the parser are only consequences. */
  let failure: unknown;
  /** Ends the wait for the parser, which may not call back after an error. */
  let stopWaiting = () => {};
  const fail = (error: unknown) => {
    failure ??= error;
    stopWaiting();
  };
  const unlessBroken = (act: (done: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      stopWaiting = resolve;
      act(resolve);
    });

  async function keep(field: string, stream: BusboyFileStream, name: string, type: string): Promise<void> {
    try {
      const path = await spool.write(stream, holdFile);
      paths.push(path);
      form.append(field, await spooledFile(path, name, type));
    } catch (error) {
      // The other fields of the form stay usable. The action refuses the form when it reads this file.
      form.append(field, new UnwrittenFile(name, type, error));
    }
  }
  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };

  parser
    .on("field", (name, value) => {
      fields += 1;
      if (fields > MAX_FIELDS) fail(new DomainError("too_many_fields"));
      else form.append(name, value);
    })
    .on("file", (field, stream, name, _encoding, type) => {
      streams.push(stream);
      // The file's stream may fail before its bytes are read. The parser reports the same failure.
      stream.on("error", () => {});
      keeping.push(keep(field, stream, fileName(name), type).catch(fail));
    })
    .on("error", () => fail(new DomainError("malformed_form")));
  for (const limit of ["fieldsLimit", "filesLimit", "partsLimit"])
    parser.on(limit, () => fail(new DomainError("too_many_fields")));

  try {
    let came = 0;
    let text = 0;
    for await (const chunk of chunks) {
      came += chunk.length;
      await unlessBroken((done) => parser.write(chunk, () => done()));
      if (failure !== undefined) throw failure;
      const textNow = came - streams.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
      if (textNow > MAX_FORM_TEXT) throw new DomainError("too_large");
      holdText(Math.max(0, textNow - text));
      text = Math.max(text, textNow);
    }
    await unlessBroken((done) => parser.once("finish", done).end());
    await Promise.all(keeping);
    if (failure !== undefined) throw failure;
    return { form, discard };
  } catch (error) {
    fail(error);
    for (const stream of streams) stream.destroy();
    await Promise.all(keeping);
    await discard();
    throw failure;
  }
}

/** A file that could not be written to disk. */
class UnwrittenFile extends File {
  readonly #failure: unknown;

  constructor(name: string, type: string, failure: unknown) {
    super(["not empty"], name, { type });
    this.#failure = failure;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(this.#failure);
  }
}

/** @throws DomainError malformed_form if the content type is not that of a form */
function parserOf(headers: Headers): BusboyInstance {
  const type = headers.get("content-type") ?? "";
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: {
        // The parser's limit is one above the allowed number, because the parser drops additional fields
        // without an error.
        fields: MAX_FIELDS + 1,
        fieldNameSize: MAX_NAME,
        fieldSize: MAX_FORM_TEXT,
        files: MAX_FILES,
        parts: MAX_FIELDS + MAX_FILES + 1,
        headerPairs: MAX_PART_HEADER_LINES,
        headerSize: MAX_PART_HEADERS,
      },
    });
  } catch {
    throw new DomainError("malformed_form");
  }
}

/** Browsers write a quote in a file name as `%22` (https://html.spec.whatwg.org/#multipart-form-data). */
const fileName = (name: string | undefined): string => (name ?? "").replaceAll("%22", '"');
