import type { Services } from "../server/services.ts";

/**
 * Loads the sample archive into an empty archive.
 * @returns lines that say how to log in; no lines if nothing was loaded
 */
export async function prepareSample({ resources, sample }: Services): Promise<string[]> {
  if (!(await resources.isEmpty())) return [];
  const made = await sample.add({ unlessRemoved: true });
  // Another server loaded the sample first, or an operator removed it.
  if (!made) return [];
  const { admin, student } = made;
  return [
    "",
    "This is the first start, so we loaded a sample archive. Log in as",
    `  admin    ${admin.email}  ${admin.password}`,
    `  student  ${student.email}  ${student.password}`,
    "These passwords are shown only once. `npm run sample -- remove` removes the sample.",
  ];
}
