import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { linkPackages } from "../../../src/cli/upgrade/packages.ts";
import { parseReleases } from "../../../src/cli/upgrade/releases.ts";
import { newReleaseFolder } from "./release-folder.ts";
import { git, repository as root } from "./repository.ts";

/** In migrate.ts, the end of the list of migrations. */
const END_OF_MIGRATIONS = "};\n\n/**\n * Runs the missing migrations.";
const AUTHOR = ["-c", "user.name=Drill", "-c", "user.email=drill@example.edu", "-c", "commit.gpgsign=false"];

/** How a release of the drill differs from the code under test. */
export type Change =
  | "none"
  | "migration"
  | "failing-migration"
  | "unhealthy"
  | "broken-start"
  | "waiting-start";

export type UpgradeWorld = Awaited<ReturnType<typeof createUpgradeWorld>>;

export interface UpgradeRun {
  /** Null if it was killed. */
  code: number | null;
  /** The lines of both outputs. */
  lines: string[];
  last: string | undefined;
}

/**
 * A repository with releases of the code under test, and a clone of it like the one of a student club.
 * The releases have the versions 9.0.0, 9.1.0 and so on.
 * @param first the version of the first release
 * @param hasPackages whether the clone has packages of its own, which takes seconds; otherwise Node finds those of this
 * repository, in whose folder the clone is
 */
export async function createUpgradeWorld({ first = "9.0.0", hasPackages = true } = {}) {
  const folder = newReleaseFolder("drill-");
  const [upstream, clone] = [join(folder, "upstream"), join(folder, "clone")];
  const run = (...args: string[]) => git([...AUTHOR, ...args], upstream);
  const releases = join(upstream, "docs/releases.md");
  let count = 0;

  mkdirSync(upstream);
  const files = git(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  for (const path of files.split("\0").filter((name) => name && !name.startsWith("tests/"))) {
    mkdirSync(dirname(join(upstream, path)), { recursive: true });
    cpSync(join(root, path), join(upstream, path));
  }
  run("init", "--quiet", "--initial-branch=main");
  writeFileSync(
    releases,
    "# Releases\n\n| Version | Commit | Date | Newest migration | State |\n|---|---|---|---|---|\n",
  );

  /** Replaces one text in a file of the next release. */
  function edit(path: string, text: string, change: string): void {
    const before = readFileSync(join(upstream, path), "utf8");
    if (before.split(text).length !== 2) throw new Error(`${path} has "${text}" not once.`);
    writeFileSync(
      join(upstream, path),
      before.replace(text, () => change),
    );
  }

  function addMigration(name: string, work: string): void {
    const file = `src/server/platform/db/migrations/${name}.ts`;
    writeFileSync(
      join(upstream, file),
      `import { type Kysely, sql } from "kysely";\nexport async function up(db: Kysely<unknown>): Promise<void> {\n${work}\n}\n`,
    );
    const list = "src/server/platform/db/migrate.ts";
    edit(
      list,
      "import type { Database, Schema }",
      `import * as drill${count} from "./migrations/${name}.ts";\nimport type { Database, Schema }`,
    );
    edit(list, END_OF_MIGRATIONS, `  "${name}": drill${count},\n${END_OF_MIGRATIONS}`);
  }

  const changes: Record<Change, () => void> = {
    none() {},
    migration() {
      addMigration(
        `99990101000${count}-drill`,
        `  await sql\`alter table users add column "drill${count}" text\`.execute(db);\n` +
          `  await sql\`create table "drill${count}" (id text primary key)\`.execute(db);`,
      );
    },
    "failing-migration"() {
      addMigration(
        `99990101000${count}-drill`,
        `  await sql\`create table "drill${count}" (id text primary key)\`.execute(db);\n` +
          `  throw new Error("The migration of the drill fails.");`,
      );
    },
    unhealthy() {
      edit(
        "src/server/operations/metrics/health.ts",
        "  if (missing.length > 0) return",
        "  if (missing.length >= 0) return",
      );
    },
    "broken-start"() {
      edit(
        "src/process/server.ts",
        "  const log = createLog(env, workerNumber, requestFacts);\n",
        '  throw new Error("The release of the drill is broken.");\n  const log = createLog(env, workerNumber, requestFacts);\n',
      );
    },
    // Its workers listen, but are ready only at SIGUSR2.
    "waiting-start"() {
      const ready = "tell({ ready: lines });";
      edit("src/process/cluster-worker.ts", ready, `process.once("SIGUSR2", () => ${ready.slice(0, -1)});`);
    },
  };

  /** Publishes a release. @returns its version */
  function publish(change: Change): string {
    const version = count === 0 ? first : `9.${count}.0`;
    const before = /"version": "[^"]+"/.exec(
      readFileSync(join(upstream, "package.json"), "utf8"),
    )?.[0] as string;
    edit("package.json", before, `"version": "${version}"`);
    changes[change]();
    run("add", "--all");
    run("commit", "--quiet", "--message", `Release ${version}`);
    const commit = run("rev-parse", "HEAD").trim();
    appendFileSync(
      releases,
      `| ${version} | \`${commit}\` | 2026-11-22 | \`202611231110-operations-sample\` | good |\n`,
    );
    run("add", "--all");
    run("commit", "--quiet", "--message", `Record ${version}`);
    count += 1;
    return version;
  }

  /** Withdraws the newest release, and undoes its changes for the next one. */
  function withdraw(): void {
    const text = readFileSync(releases, "utf8").trimEnd();
    run("revert", "--no-edit", "--no-commit", "HEAD~1");
    writeFileSync(releases, `${text.replace(/good \|$/, "withdrawn |")}\n`);
    run("add", "--all");
    run("commit", "--quiet", "--message", "Withdraw the release");
  }

  publish("none");
  execFileSync("git", ["clone", "--quiet", upstream, clone]);
  if (hasPackages) await linkPackages(root, clone);
  cpSync(join(root, "build"), join(clone, "build"), { recursive: true, preserveTimestamps: true });

  return {
    clone,
    current: join(clone, "current"),
    publish,
    withdraw,

    /** Adds the folder of a release to the clone, with the build of this repository. @returns its path */
    unpack(version: string): string {
      const release = parseReleases(readFileSync(releases, "utf8")).find((one) => one.version === version);
      const path = join(clone, "releases", version);
      git(["fetch", "--quiet"], clone);
      git(["worktree", "add", "--quiet", "--detach", path, release?.commit ?? ""], clone);
      execFileSync("cp", ["-al", join(root, "build"), join(path, "build")]);
      return path;
    },

    /**
     * Runs `npm run upgrade`.
     * @param killAt the number of the step, the beginning of the line, or the event at which the whole process group is
     * killed
     */
    async upgrade(
      env: Record<string, string>,
      killAt?: number | string | Promise<unknown>,
      args = ["--no-backup"],
    ): Promise<UpgradeRun> {
      const child = spawn(process.execPath, ["src/cli/upgrade.ts", ...args], {
        cwd: clone,
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
      const lines: string[] = [];
      const kill = () => process.kill(-(child.pid as number), "SIGKILL");
      const fatalLine = typeof killAt === "number" ? `${killAt}/` : killAt;
      if (fatalLine instanceof Promise) void fatalLine.then(kill);
      createInterface({ input: child.stdout }).on("line", (line) => {
        lines.push(line);
        if (typeof fatalLine === "string" && line.startsWith(fatalLine)) kill();
      });
      createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
      const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
      return { code, lines, last: lines.at(-1) };
    },

    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
