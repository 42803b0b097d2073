import { problemTexts } from "../../../shared/messages/index.ts";
import { deskMessagesIn } from "../../../shared/messages/desk.ts";
import type { PlainMany } from "../../features/desk/plain-many.tsx";
import { type BulkAction, bulkActions } from "../../features/desk/bulk-effect.tsx";
import type { Page } from "../../page/page.ts";

type ManyRequest = Omit<PlainMany, "counts" | "problem">;

/** A decision about many items in the fields of a form or an address; undefined without one. */
export function manyRequestOf(fields: URLSearchParams | FormData): ManyRequest | undefined {
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const action = bulkActions.find((one) => one === text("many"));
  if (!action) return undefined;
  const picks = fields.getAll("pick").filter((value) => typeof value === "string");
  const isAll = text("all") === "1";
  return {
    action,
    picks: isAll ? [] : picks,
    isAll,
    reason: action === "return" ? text("other") || text("reason") : "",
    field: action === "set" ? text("field") : "",
    value: action === "set" ? text("value") : "",
    until: text("until"),
  };
}

/** The input of the service, unvalidated. */
export function manyInput(request: ManyRequest, filter: object) {
  const { action, picks, isAll, reason, field, value, until } = request;
  const items = picks.map((pick) => {
    const [id = "", version, change] = pick.split(".");
    return { id, ...(version && { version }), ...(change && { change }) };
  });
  return {
    action,
    ...(isAll ? { filter } : { items }),
    ...(/^\d{1,16}$/.test(until) && { until: Number(until) }),
    ...(action === "return" && { reason }),
    ...(action === "set" && { values: field === "" ? undefined : { [field]: value } }),
  };
}

/** The preview of a decision about many items, if the address asks for one. */
export async function previewMany(
  { services, url, messages, locale, asDomainError }: Page,
  actor: NonNullable<Page["actor"]>,
  filter: Record<string, string>,
): Promise<PlainMany | undefined> {
  const request = manyRequestOf(url.searchParams);
  if (!request) return undefined;
  const { plain } = deskMessagesIn(locale);
  const missing = firstMissing(request);
  if (missing) return { ...request, counts: undefined, problem: plain.problems[missing] };
  if (request.action === "set" && request.value === "")
    return { ...request, counts: undefined, problem: undefined };
  const { sort: _sort, ...wanted } = filter;
  try {
    const counts = await services.deskDecisions.preview(actor, manyInput(request, wanted));
    return { ...request, counts, problem: undefined };
  } catch (error) {
    const known = asDomainError(error);
    if (known?.code !== "invalid_input") throw error;
    const problems = Object.values(problemTexts(messages, known.fields ?? {}));
    return { ...request, counts: undefined, problem: problems.join(" ") };
  }
}

/** The first choice that the moderator has not made yet. */
function firstMissing({
  action,
  picks,
  isAll,
  reason,
  field,
}: ManyRequest): "items" | "reason" | "field" | undefined {
  if (picks.length === 0 && !isAll) return "items";
  const needs: Partial<Record<BulkAction, boolean>> = { return: reason === "", set: field === "" };
  if (!needs[action]) return undefined;
  return action === "return" ? "reason" : "field";
}
