/** Texts about broken links. */
export const enLinks = {
  brokenLink: {
    button: "Report broken link",
    title: "Thank you for the report",
    detail: {
      noted: "An admin will check the link if more readers report it.",
      again: "You already reported this link. Each person counts once.",
      queued: "An admin will check this link.",
    },
  },
};
