import type { Services } from "../server/services.ts";

/**
 * Loads the sample archive into an empty one.
 * @returns lines that tell how to sign in, empty where nothing was loaded
 */
export async function prepareSample({ resources, sample }: Services): Promise<string[]> {
  if (!(await resources.isEmpty())) return [];
  const made = await sample.add({ unlessRemoved: true });
  // Another server of the same archive was first, or an operator took the sample away.
  if (!made) return [];
  const { admin, student } = made;
  return [
    "",
    "This is a first start, so a sample archive was loaded. Sign in as",
    `  admin    ${admin.email}  ${admin.password}`,
    `  student  ${student.email}  ${student.password}`,
    "These passwords are shown this once. `npm run sample -- remove` takes the sample away.",
  ];
}
