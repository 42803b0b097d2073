/** Texts about broken links. */
export const enLinks = {
  brokenLink: {
    button: "Report broken link",
    title: "Thank you for your report",
    detail: {
      noted: "An admin will check the link if more readers report it.",
      again: "You already reported this link. We count one report from each person.",
      queued: "An admin will check this link.",
    },
  },
};
