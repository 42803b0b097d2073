import { expect } from "vitest";
import { apiOperations } from "../../../src/api/api.ts";
import { type Engine, openTestArchive } from "../platform/archive.ts";
import { type Answer, openSite } from "./site.ts";

export type World = Awaited<ReturnType<typeof openWorld>>;

/** An archive with its site, a visitor, two students and an admin. Close it after the tests. */
export async function openWorld(engine: Engine) {
  const archive = await openTestArchive(engine);
  const site = openSite(archive);
  const operations = apiOperations({ services: archive.services, origin: archive.origin });

  async function person(name: string, role: "student" | "admin" = "student") {
    const { actor, cookie } = await archive.signUp(name, role);
    return { ...actor, cookie, ...site.as(cookie) };
  }

  return {
    archive,
    site,
    operations,
    visitor: site.as(),
    student: await person("Rahim"),
    other: await person("Karim"),
    admin: await person("Admin", "admin"),
    person,

    /** Asserts that a response has the documented status and shape. @returns the body */
    documented(call: string, answer: Answer): any {
      const [method, path] = call.split(" ");
      const operation = operations.find(
        (one) => one.method === method?.toLowerCase() && one.paths.includes(path as string),
      );
      if (!operation) throw new Error(`No operation ${call}`);
      expect(answer.status, answer.text).toBe(operation.status ?? 200);
      expect(operation.answer.parse(answer.body)).toEqual(answer.body);
      return answer.body;
    },
  };
}
