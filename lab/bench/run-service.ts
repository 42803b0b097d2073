import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { ServiceFigures } from "./service-figures.ts";

/**
 * Measures the services in a process of their own.
 * @param env the variables that name the archive
 * @param calls how often each service is called
 */
export async function runService(env: Record<string, string>, calls: number): Promise<ServiceFigures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "service-figures.ts"), String(calls)], {
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(await text(child.stdout)) as ServiceFigures;
}
