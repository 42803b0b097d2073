import { z } from "zod";
import { authorize } from "../../../shared/people/authorize.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { MailService } from "../../platform/index.ts";
import type { WaitingMailsRepo } from "./waiting-mails.repo.ts";

export interface WaitingMailsDependencies {
  waitingMailsRepo: WaitingMailsRepo;
  mail: Pick<MailService, "send">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** Items that wait longer than this are in the mail, and a person gets at most one mail in this time, in ms. */
const DAY = 86_400_000;

const choiceSchema = z.strictObject({ mails: z.enum(["on", "off"], { error: "choice" }) });

/** A daily mail to moderators and admins if items of their areas wait longer than a day. It has counts only. */
export function createWaitingMailsService({ waitingMailsRepo, mail, clock }: WaitingMailsDependencies) {
  return {
    /**
     * Mails each person for whom items wait, at most once in a day. Several processes may run this at the same time.
     * @returns the number of mails
     */
    async plan(): Promise<number> {
      const at = clock();
      const since = at - DAY;
      let mailed = 0;
      for (const person of await waitingMailsRepo.due(since)) {
        const waiting = await waitingMailsRepo.waiting(authorize(person, "setStatus"), since);
        if (waiting.items + waiting.changes === 0) continue;
        const isFirst = await waitingMailsRepo.mark(person.id, { at, since }, (within) =>
          mail.send([{ to: person.email, template: "waitingItems", params: { ...waiting } }], within),
        );
        if (isFirst) mailed += 1;
      }
      return mailed;
    },

    /** Whether the reader gets these mails. @throws DomainError sign_in_required, forbidden */
    async isOn(actor: Actor): Promise<boolean> {
      return !(await waitingMailsRepo.isOff(authorize(actor, "setStatus").id));
    },

    /**
     * Turns the reader's own mails on or off.
     * @param input `{mails: "on" | "off"}`
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async choose(actor: Actor, input: unknown): Promise<void> {
      const by = authorize(actor, "setStatus");
      const { mails } = validate(choiceSchema, input);
      await waitingMailsRepo.setOff(by, mails === "off");
    },
  };
}
