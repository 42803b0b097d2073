import { enDesk } from "../../../src/shared/messages/en-desk.ts";
import type { CountedPerson } from "./counted-person.ts";

/** How a moderator decides on items. */
export interface DeskWay {
  isPhone: boolean;
  begin: (person: CountedPerson) => Promise<void>;
  /** Decides on the open item: every fifth is returned. @param index from 0 */
  decide: (person: CountedPerson, index: number) => Promise<void>;
}

const RETURNED = 5;
const isReturned = (index: number): boolean => index % RETURNED === RETURNED - 1;
const nothing = () => Promise.resolve();

/** The ways of `npm run lab -- desk`. */
export const deskWays: Record<string, DeskWay> = {
  keyboard: {
    isPhone: false,
    begin: nothing,
    async decide(person, index) {
      if (isReturned(index)) await person.press("1");
      await person.press(isReturned(index) ? "r" : "a");
    },
  },
  mouse: {
    isPhone: false,
    begin: nothing,
    async decide(person, index) {
      const { page } = person;
      if (isReturned(index)) await person.click(page.locator(".desk-reason").first());
      await person.click(page.locator(".desk-decide button").nth(isReturned(index) ? 0 : 1));
    },
  },
  phone: {
    isPhone: true,
    begin: (person) => person.click(person.page.locator(".desk-open").first()),
    async decide(person, index) {
      const { page } = person;
      await person.click(page.locator(".desk-decide button").nth(isReturned(index) ? 0 : 1));
      if (!isReturned(index)) return;
      await person.click(page.locator("dialog .desk-reason").first());
      await person.click(page.getByRole("button", { name: enDesk.decide.send }));
    },
  },
};
