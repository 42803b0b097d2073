import { invalid } from "../../../shared/errors.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { formFields, textOf } from "../../page/forms.ts";
import type { PostedPage } from "../../page/page.ts";
import { postFiles, requireFiles } from "./post-files.ts";
import { pileKindNames, questionFacets } from "./pile-kinds.ts";

/** The acts of the forms of a pile, as the value of `act`. */
export const acts = {
  add: "add",
  answers: "answers",
  save: "save",
  takeOut: "takeOut",
  putBack: "putBack",
  sendAnyway: "sendAnyway",
  keepWhole: "keepWhole",
  split: "split",
  removeRow: "removeRow",
  send: "send",
  stopRest: "stopRest",
  remove: "remove",
} as const;

/**
 * Runs a form of the page of a pile, for browsers without JavaScript.
 * @returns the act
 * @throws DomainError as the service of piles
 */
export async function postPile(page: PostedPage, id: string): Promise<string> {
  const { services, actor, form } = page;
  const { piles } = services;
  const row = textOf(form, "row");
  const act = textOf(form, "act");
  switch (act) {
    case acts.add:
      requireFiles(page);
      await postFiles(page, id);
      break;
    case acts.answers: {
      const given = formFields(form);
      const values = questionFacets.map((name): [string, string] => [name, given[name] ?? ""]);
      await piles.answer(actor, id, { values: Object.fromEntries(values) });
      break;
    }
    case acts.save: {
      const { act: _act, row: _row, kind = "question", ...fields } = formFields(form);
      const isKind = pileKindNames.includes(kind);
      const known = Object.entries(fields).filter(([name]) => isKind && kindNamed(kind).fields[name]);
      await piles.setRows(actor, id, { rows: [row], kind, values: Object.fromEntries(known) });
      break;
    }
    case acts.takeOut:
    case acts.putBack:
      await piles.setRows(actor, id, { rows: [row], leftOut: act === acts.takeOut });
      break;
    case acts.sendAnyway:
      await piles.setRows(actor, id, { rows: [row], sendAnyway: true });
      break;
    case acts.keepWhole:
      await piles.setRows(actor, id, { rows: [row], keepWhole: true });
      break;
    case acts.split:
      await piles.split(actor, id, { row, at: textOf(form, "at").split(",").map(Number) });
      break;
    case acts.removeRow:
      await piles.removeRows(actor, id, { rows: [row] });
      break;
    case acts.send:
      await piles.send(actor, id, form.has("rest") ? { rest: true } : {});
      break;
    case acts.stopRest:
      await piles.send(actor, id, { rows: [], rest: false });
      break;
    case acts.remove:
      await piles.remove(actor, id);
      break;
    default:
      throw invalid("act", "invalid");
  }
  return act;
}
