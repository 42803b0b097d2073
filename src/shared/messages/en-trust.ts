import type { TrustNumber } from "../moderating/trust-settings.ts";
import { catalogue } from "./catalogue.ts";

const items = (count: number): string => (count === 1 ? "1 item" : `${count.toLocaleString("en")} items`);

/** Texts of the pages about trusted contributors. */
export const enTrust = {
  trusted: {
    intro:
      "New items of a trusted contributor are published at once. They wait under “Published, Not Yet Checked”, where a moderator checks them. Items with a link, with a possible duplicate, or with a file that we can't draw still wait for a moderator. So do all items above the daily limit.",
    suspension:
      "If a moderator rejects or removes an item of a trusted contributor, we suspend the trust. You can renew it here.",
    rules: "Rules",
    isOn: "Publish items of trusted contributors at once",
    off: "This is off. All items wait for a moderator.",
    fields: {
      items: { label: "Number of last items that count" },
      exceptions: { label: "Items that may have been changed or rejected" },
      perDay: { label: "Items of one person that we publish at once in a day" },
    } satisfies Record<TrustNumber, { label: string }>,
    save: "Save rules",
    saved: "Rules saved",
    savedDetail: "The rules apply to new items.",
    list: "Trusted contributors",
    none: "No contributor is trusted yet.",
    candidates: "People who qualify",
    candidatesIntro: "The list has the 200 people with the most approved items, as far as they qualify.",
    noCandidates: "Nobody else qualifies now.",
    person: "Person",
    facts: "Last items",
    factsOf: (unchanged: number, decided: number) => `${unchanged} of ${items(decided)} approved unchanged`,
    state: "Trust",
    holds: "Trusted",
    suspended: "Suspended because of:",
    suspendedWithout: "Suspended. The item no longer exists.",
    actions: "Actions",
    trust: "Trust",
    renew: "Trust again",
    end: "End trust",
    trustedTitle: "Saved",
    trustedDetail: (email: string) => `We publish new items of ${email} at once, as far as the rules allow.`,
    endedDetail: (email: string) => `New items of ${email} wait for a moderator.`,
    unchangedTitle: "Nothing changed",
    unchangedDetail: (email: string) => `${email} has no account or already had this status.`,
    find: "Find a person",
    email: "Email of the person",
    show: "Show contributions",
    notFound: "No account has this email.",
    doesNotQualify: "This person doesn't qualify.",
  },
  notChecked: {
    intro: "These items are public, because their contributors are trusted. Check each one.",
    count: (count: number, total: number) =>
      count === total
        ? `${items(total)} to check, oldest first`
        : `${items(count)} of ${total.toLocaleString("en")}`,
    none: "Nothing is left to check.",
    noneFound: "No item matches the filter.",
    kind: "Kind",
    every: "All kinds",
    contributor: "Contributor's email",
    name: "Item",
    check: "Mark as checked",
    checked: "Checked",
    checkedDetail: (title: string) => `“${title}” stays published.`,
    unchangedTitle: "Nothing changed",
    unchangedDetail: (title: string) => `“${title}” was already checked or is no longer published.`,
    takeOut: "Take out",
  },
};

export const trustMessages = catalogue({ en: enTrust });
