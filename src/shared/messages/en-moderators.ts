import { departmentLabel } from "../courses/departments.ts";

/** Texts about moderators and their areas. */
export const enModerators = {
  /** The titles of pages whose other texts are in `en-trust.ts` and `en-insight.ts`. */
  moderatorPages: {
    notChecked: "Published, Not Yet Checked",
    insight: "Insight",
    trusted: "Trusted Contributors",
    reasons: "Reasons for returning",
    courses: "Courses",
    mayFix: "The contributor may fix it and send it again",
  },
  moderators: {
    title: "Moderators",
    intro:
      "A moderator decides on the items of their areas: a university, a department, or a department of one university. Items without a university or department wait for admins and for moderators of everything.",
    none: "There is no moderator yet.",
    person: "Person",
    areas: "Moderates",
    actions: "Actions",
    everything: "Everything",
    areaOf: ({ university, department }: { university: string; department: string }) =>
      [departmentLabel(department), university || "all universities"]
        .filter((part) => part !== "")
        .join(", "),
    suspended: "Suspended",
    change: "Change areas",
    newTitle: "Make a moderator",
    changeTitle: "Change the areas of a moderator",
    email: "Email of the person",
    everythingLabel: "The whole archive",
    everythingHint: "We ignore the areas below if you choose this.",
    chosen: "These areas",
    chosenHint: "Name a university, a department, or both. Leave the other lines empty.",
    university: (number: number) => `University ${number}`,
    department: (number: number) => `Department ${number}`,
    scope: "What the person moderates",
    submit: "Make moderator",
    save: "Save areas",
    granted: "Saved",
    grantedDetail: (email: string, isEverything: boolean) =>
      `${email} is a moderator of ${isEverything ? "the whole archive" : "these areas"}. A new moderator must log in again.`,
    unchanged: "Nothing changed",
    unchangedDetail: (email: string) =>
      `${email} has no account, is an admin, or already moderates these areas.`,
  },
};
