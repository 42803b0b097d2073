import { AREA_LIMIT } from "../../../shared/moderating/areas.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import type { Toast } from "../../page/context.ts";
import type { HeldAct } from "../../page/held-act.ts";
import type { Page } from "../../page/page.ts";

type Form = Pick<FormData, "get">;
type ActPage = Pick<Page, "services" | "actor" | "messages">;
/** The result of an act: the toast, or the problem of the email. */
type Done = { toast: Toast } | { problem: string };

const textIn = (form: Form, name: string): string => String(form.get(name) ?? "");

/** The acts that give a person a role. They need a fresh proof, and run at once after it. */
export const roleActs = {
  async makeAdmin({ services, actor, messages: { admin } }: ActPage, form: Form): Promise<Done> {
    const email = textIn(form, "email");
    const { matched, modified } = await services.people.grantAdmin(actor, { email });
    if (modified) return { toast: { title: admin.madeAdmin, detail: admin.madeAdminDetail(email) } };
    return { problem: (matched ? admin.alreadyAdmin : admin.noSuchPerson)(email) };
  },

  async makeModerator(
    { services, actor, messages: { moderators: words } }: ActPage,
    form: Form,
  ): Promise<{ toast: Toast }> {
    const email = textIn(form, "email");
    const { modified } = await services.people.grantModerator(actor, { email, areas: areasIn(form) });
    if (!modified) return { toast: { title: words.unchanged, detail: words.unchangedDetail(email) } };
    const detail = words.grantedDetail(email, textIn(form, "scope") === "everything");
    return { toast: { title: words.granted, detail } };
  },
} satisfies Record<HeldAct, unknown>;

/** The areas of the posted form. Empty lines stay, so that a problem names its line. */
function areasIn(form: Form): unknown {
  const scope = textIn(form, "scope");
  if (scope === "everything") return scope;
  if (scope !== "areas") throw invalid("scope", "required");
  return Array.from({ length: AREA_LIMIT }, (_, index) => ({
    university: textIn(form, `areas.${index}.university`),
    department: textIn(form, `areas.${index}.department`),
  }));
}
