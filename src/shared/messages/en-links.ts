/** Words of links that are in the archive already, and of those that lead nowhere. */
export const enLinks = {
  sameLink: {
    title: "This link is already in the archive",
    isThere: "It is the link of:",
    awaits: "Somebody else sent it, and it is already awaiting moderation.",
    hint: "Nothing was sent yet. If yours is something else, such as another part of the same file, send it anyway.",
    sendAnyway: "Send anyway",
    same: "The same link:",
  },
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
