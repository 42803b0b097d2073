/** Words of links that lead nowhere. */
export const enLinks = {
  brokenLink: {
    button: "Link broken",
    title: "Thank you for telling",
    detail: {
      noted: "Once more readers say that this link leads nowhere, those who run the archive look at it.",
      again: "You have told of this link before. It counts once.",
      queued: "Those who run the archive will look at this link.",
    },
  },
};
