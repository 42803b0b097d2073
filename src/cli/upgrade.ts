import { loadEnv } from "../config/env.ts";
import { ownRelease } from "../process/release-folder.ts";
import { CommandError, runBareCommand, UsageError } from "./cli.ts";
import { checkHistory, fetchBranch } from "./upgrade/checks.ts";
import { findPlace, type Place, targetOf, versionIn } from "./upgrade/place.ts";
import { nextRelease, parseReleases } from "./upgrade/releases.ts";
import { git } from "./upgrade/run.ts";
import { checkFolder, checkUser, runningServer } from "./upgrade/server.ts";
import {
  lockUpgrades,
  readState,
  removeState,
  type Step,
  steps,
  type UpgradeState,
  writeState,
} from "./upgrade/state.ts";
import { ReleaseFailed, returnTo, stepTexts, stepWork, type Upgrade } from "./upgrade/steps.ts";

const usage = `npm run upgrade [-- --backup FOLDER|s3://… | --no-backup]
npm run upgrade -- --back

Installs the newest release while the server runs: it makes a backup, installs the release beside the running one,
migrates the database, and replaces the workers one by one. If the new release is not healthy, the server returns to
the release before it. After an interruption, the same command continues.
  --backup     the place for the backup, an absolute path; without it, the place in the settings
  --no-backup  makes no backup
  --back       returns to the release before the current one`;

type Options = Pick<Upgrade, "place" | "env" | "backup" | "print">;

/** Installs the releases after the running one, one after another. @returns the exit code */
async function upgrade(options: Options): Promise<number> {
  for (let count = 0; ; count += 1) {
    const state = readState(options.place) ?? (await nextState(options, count));
    if (!state) return 0;
    if (state.step === "return") return goBack({ ...options, state });
    if (state.step !== "check") options.print(`Continuing the upgrade to Proshno ${state.version}.`);
    const code = await install({ ...options, state });
    if (code !== 0) return code;
  }
}

/** The upgrade to begin; undefined if the newest release is installed. */
async function nextState({ place, print }: Options, count: number): Promise<UpgradeState | undefined> {
  const branch = await fetchBranch(place);
  const failure = "The fetched branch has no docs/releases.md.";
  const releases = parseReleases(await git(place.clone, ["show", `${branch}:docs/releases.md`], failure));
  const from = targetOf(place.current);
  const version = from && versionIn(from);
  if (from && version !== undefined) await checkHistory(releases, version, from);
  const next = nextRelease(releases, version);
  if (next)
    return { version: next.version, commit: next.commit, branch, step: "check", ...(from ? { from } : {}) };
  if (version === undefined) {
    throw new CommandError(
      "docs/releases.md lists no release that this command can install. Start the server in the clone with `npm start`, and " +
        "run the command again when there is a newer release.",
    );
  }
  if (count === 0) print(`Proshno ${version} is the newest release.`);
  return undefined;
}

/** @returns the exit code */
async function install(work: Upgrade): Promise<number> {
  const { place, state, print } = work;
  try {
    for (const step of steps.slice(steps.indexOf(state.step as Step))) {
      state.step = step;
      writeState(place, state);
      print(`${steps.indexOf(step) + 1}/${steps.length} ${stepTexts[step]} …`);
      await stepWork[step](work);
    }
    print(`Proshno ${state.version} is installed.`);
    removeState(place);
    return 0;
  } catch (error) {
    if (!(error instanceof ReleaseFailed)) {
      // Nothing was switched, so the next call begins again.
      if (isBeforeSwitch(state)) removeState(place);
      throw error;
    }
    state.step = "return";
    state.problem = error.message;
    writeState(place, state);
    return goBack(work);
  }
}

const isBeforeSwitch = ({ step }: UpgradeState): boolean =>
  step !== "return" && steps.indexOf(step) < steps.indexOf("switch");

/** Does the step `return`. @returns the exit code: 0 if the operator asked for the return */
async function goBack(work: Upgrade): Promise<number> {
  const { place, state, print } = work;
  const from = state.from as string;
  if (state.problem) print(`Proshno ${state.version} is not healthy: ${state.problem}`);
  print(`Returning to Proshno ${versionIn(from)} …`);
  const result = await returnTo(work, from);
  removeState(place);
  print(
    state.problem
      ? `${result} Nothing was lost. The database keeps the tables and columns that ${state.version} added, which ` +
          `${versionIn(from)} doesn't use. Report the problem before you try again.`
      : result,
  );
  return state.problem ? 1 : 0;
}

/** Returns to the release before the current one, also from the middle of an upgrade. @returns the exit code */
async function back(options: Options): Promise<number> {
  const { place, env } = options;
  const interrupted = readState(place);
  if (interrupted && isBeforeSwitch(interrupted)) {
    throw new CommandError(
      `An upgrade to Proshno ${interrupted.version} was interrupted before it changed the release. Complete it with ` +
        "`npm run upgrade`, then return.",
    );
  }
  if (interrupted?.step === "return") return goBack({ ...options, state: interrupted });
  const from = interrupted?.from ?? targetOf(place.previous);
  const now = targetOf(place.current);
  if (!from || !now || (from === now && !interrupted))
    throw new CommandError("There is no release before the current one.");
  const server = runningServer(env.dataFolder);
  if (server) {
    checkUser(server);
    checkFolder(server, place);
  }
  const version = interrupted?.version ?? versionIn(now);
  const state: UpgradeState = { version, commit: "", from, step: "return" };
  writeState(place, state);
  return goBack({ ...options, state });
}

const options = {
  backup: { type: "string" },
  "no-backup": { type: "boolean" },
  back: { type: "boolean" },
} as const;

await runBareCommand({ usage, options }, async ({ values, positionals: [unknown] }) => {
  if (unknown !== undefined) throw new UsageError(`Unknown argument: ${unknown}.`);
  if (values.backup !== undefined && values["no-backup"])
    throw new UsageError("Use --backup or --no-backup.");
  // The command for the backup runs in the folder of a release, which a later upgrade removes.
  if (values.backup !== undefined && !/^(?:\/|s3:\/\/.)/.test(values.backup))
    throw new UsageError(
      "--backup needs a folder with an absolute path, or a bucket such as s3://bucket/proshno.",
    );
  const place: Place = await findPlace(ownRelease);
  const unlock = lockUpgrades(place);
  try {
    const backup = values["no-backup"] ? false : values.backup;
    const call: Options = { place, env: loadEnv(), backup, print: (line) => console.log(line) };
    if (values.back) return await back(call);
    return await upgrade(call);
  } finally {
    unlock();
  }
});
