/** The acts that run at once after the person confirmed that it's them. The page that asks for the proof names the act. */
export const heldActs = ["makeAdmin", "makeModerator"] as const;
export type HeldAct = (typeof heldActs)[number];

/** An act with the fields of its form. */
export interface Held {
  act: HeldAct;
  form: URLSearchParams;
}

/** The act as parameters of the address of the page that asks for the proof. Passwords and empty fields are left out. */
export function heldParams(act: HeldAct, form: FormData): string {
  const fields = new URLSearchParams();
  for (const [name, value] of form)
    if (typeof value === "string" && value !== "" && name !== "act" && !name.startsWith("password"))
      fields.append(name, value);
  return new URLSearchParams({ act, form: fields.toString() }).toString();
}

/** The act in an address, as `heldParams` wrote it. */
export function heldIn({ searchParams }: URL): Held | undefined {
  const act = heldActs.find((name) => name === searchParams.get("act"));
  return act && { act, form: new URLSearchParams(searchParams.get("form") ?? "") };
}
