import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { serverArgs, serverEnv } from "../../scripts/lib/server-process.mjs";

test("the systemd unit starts the server like npm start", () => {
  const unit = readFileSync(new URL("../../docs/proshno.service", import.meta.url), "utf8");
  expect(unit).toContain(`/.bin/node ${serverArgs.join(" ")}\n`);
  for (const name of Object.keys(serverEnv))
    expect(unit).toMatch(new RegExp(`^Environment=.*\\b${name}=`, "m"));
  for (const name of ["NODE_ENV", "MALLOC_ARENA_MAX"] as const)
    expect(unit).toContain(`${name}=${serverEnv[name]}`);
});
