import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Env, EnvError, loadEnv } from "../config/env.ts";
import { existingSecret, keptSecret } from "../config/env-secret.ts";
import { openArchive, type OpenOptions } from "../process/open-archive.ts";
import { writePrivately } from "../process/private-files.ts";
import { isUnavailable } from "../server/platform/index.ts";
import { BackupProblem } from "../server/operations/index.ts";
import type { Services } from "../server/services.ts";
import { DomainError } from "../shared/problems/errors.ts";
import { errorText, messagesIn, problemTexts, withFullStop } from "../shared/messages/index.ts";

/** The exit code of a complete backup of an archive that lacks some of its files. `npm run upgrade` accepts it. */
export const FILES_MISSING = 3;

/** The command got unknown arguments. The usage is shown after the message. */
export class UsageError extends Error {}

/** An error that the operator can fix. The message says how. */
export class CommandError extends Error {}

type Options = NonNullable<ParseArgsConfig["options"]>;

interface Command<O extends Options> {
  /** How to call the command, with a line for each option. */
  usage: string;
  options: O;
  /** See `OpenOptions`. */
  changesNothing?: boolean;
}

type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;
/**
 * Checks the arguments and does the work on an open archive.
 * @returns the exit code; 0 if undefined
 */
type Work<O extends Options> = (call: Parsed<O>) => ArchiveWork;
type ArchiveWork = (services: Services, env: Env) => Promise<number | void>;
/** Checks the arguments and does the work. @returns the exit code; 0 if undefined */
type BareWork<O extends Options> = (call: Parsed<O>) => Promise<number | void>;

/**
 * Runs an operator's command on the archive that the environment names. The exit code is 0 for success, 1 if
 * a part of the work failed, and 2 if the command or the environment is wrong. See also `FILES_MISSING`.
 */
export function runCommand<O extends Options>(command: Command<O>, work: Work<O>): Promise<void> {
  const { changesNothing = false } = command;
  return runBareCommand(command, async (call) => onArchive(work(call), { changesNothing }));
}

/**
 * Runs an operator's command like `runCommand`, but doesn't open the archive, which would migrate the database.
 */
export async function runBareCommand<O extends Options>(
  { usage, options }: Command<O>,
  work: BareWork<O>,
): Promise<void> {
  writePrivately();
  try {
    const { values } = parseArgs({ options: { help: { type: "boolean" } }, strict: false });
    if (values["help"]) console.log(usage);
    else process.exitCode = (await work(parse(options))) ?? 0;
  } catch (error) {
    process.exitCode = error instanceof UsageError || error instanceof EnvError ? 2 : 1;
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : explain(error));
  }
}

function parse<O extends Options>(options: O): Parsed<O> {
  try {
    return parseArgs({ options, allowPositionals: true }) as Parsed<O>;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Runs work on the archive that the environment names. @returns the exit code of the work */
export async function onArchive(
  work: ArchiveWork,
  { changesNothing = false }: OpenOptions = {},
): Promise<number | void> {
  const env = loadEnv(changesNothing ? existingSecret : keptSecret);
  const onLeftOver = (error: unknown) =>
    console.error(`Some unused files have not been removed yet: ${error}`);
  const { services, close } = await openArchive(env, { onLeftOver, changesNothing }).catch((error: Error) => {
    throw new CommandError(
      `Couldn't open the archive. ${error.message || "There is no connection to the database."}`,
    );
  });
  try {
    return await work(services, env);
  } finally {
    await close();
  }
}

const fileProblems: Record<string, string> = {
  ENOENT: "There is no such file or folder",
  EACCES: "You don't have permission to open it",
  EISDIR: "This is a folder, not a file",
  ENOTDIR: "Part of the path is not a folder",
  ENOSPC: "The disk is full",
  EROFS: "The disk is read-only",
};

/** PostgreSQL's errors for a wrong user or password, a missing database and missing rights, and for an unknown host. */
const UNUSABLE_DATABASE = new Set(["28P01", "28000", "3D000", "42501", "ENOTFOUND", "EAI_AGAIN"]);

/** An error as plain sentences. An unexpected error keeps its stack for a bug report. */
function explain(error: unknown): unknown {
  const messages = messagesIn("en");
  if (error instanceof CommandError || error instanceof EnvError || error instanceof BackupProblem)
    return error.message;
  if (error instanceof DomainError) {
    const sentences = Object.values(problemTexts(messages, error.fields ?? {})).map(withFullStop);
    return sentences.join("\n") || errorText(messages, error);
  }
  if (isUnavailable(error)) return `${messages.errors.unavailable} (${(error as Error).message})`;
  const { code = "", path, message } = error as NodeJS.ErrnoException;
  if (UNUSABLE_DATABASE.has(code))
    return `DATABASE_URL can't be used: ${message}. Check the address, create the database, and make its user the owner of the database.`;
  return fileProblems[code] && path ? `${path}: ${fileProblems[code]}.` : error;
}
