import { departmentLabel } from "../../shared/courses/departments.ts";
import type { User } from "../../shared/people/policy.ts";
import type { Kind } from "../../shared/kinds/index.ts";
import { isCleanText } from "../../shared/schemas/text.ts";
import type { UploadedFile } from "./context.ts";
import type { Page } from "./page.ts";

export type ValueOrigin = "profile" | "lastContribution";

/** How the form of a new item begins. */
export interface FormStart {
  values: Record<string, string>;
  /** The origin of values that nobody typed, by field. */
  origins: Record<string, ValueOrigin>;
  /** The file that a browser without JavaScript sent first. */
  file?: UploadedFile | undefined;
}

const FROM_PERSON = ["university", "department"] as const;

/** The university and the department of the person's profile, or else of their last item of this kind. */
export async function formStart(kind: Kind, page: Page & { actor: User }): Promise<FormStart> {
  const { services, actor, present } = page;
  const start: FormStart = { values: {}, origins: {} };
  const typed: Partial<Record<(typeof FROM_PERSON)[number], string>> = {};
  const [person, own] = await Promise.all([
    services.accounts.get(actor, actor.email),
    services.resources.listOwn(actor, kind.name, actor.email, { size: 1 }),
  ]);
  const last = own.rows[0] && present(own.rows[0]).fields;
  for (const [field, { column }] of Object.entries(kind.fields)) {
    const name = FROM_PERSON.find((one) => one === column);
    if (!name) continue;
    const [value, origin] = person[name]
      ? ([person[name], "profile"] as const)
      : ([last?.[field] ?? "", "lastContribution"] as const);
    if (value === "") continue;
    typed[name] = value;
    start.values[field] = value;
    start.origins[field] = origin;
  }
  // A profile has the names as the person typed them.
  const named = await services.universities.named(typed);
  for (const [field, { column }] of Object.entries(kind.fields)) {
    if (!(field in start.values)) continue;
    if (column === "university") start.values[field] = named.university ?? "";
    if (column === "department") start.values[field] = departmentLabel(named.department ?? "");
  }
  return { ...start, ...withAddress(kind, start, page) };
}

/** The longest detail that is taken from an address, in UTF-16 code units. */
const LONGEST = 200;

/** The details in the address, for example of a missing paper. They come before the person's usual ones. */
function withAddress(kind: Kind, { values, origins }: FormStart, { url }: Page): FormStart {
  const named = Object.entries(kind.fields).flatMap(([name, { column }]) => {
    const value = column && url.searchParams.get(name);
    return value && value.length <= LONGEST && isCleanText(value) ? [[name, value] as const] : [];
  });
  const given = Object.fromEntries(
    named.map(([name, value]) => [name, name === "department" ? departmentLabel(value) : value]),
  );
  const kept = Object.entries(origins).filter(([name]) => !(name in given));
  return { values: { ...values, ...given }, origins: Object.fromEntries(kept) };
}
