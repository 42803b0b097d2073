/** Texts about copyright claims, the admins' decisions about them, and the note on the form to sign up. */
export const enCopyright = {
  registerNote: {
    before: "By signing up, you accept the ",
    terms: "terms of use",
    between: ". The ",
    privacy: "privacy page",
    after: " says what we store about you.",
  },
  copyright: {
    title: "Copyright Claim",
    intro:
      "Does the archive show your work, or the work of someone you act for, without permission? Send us a claim. An admin decides, and we email you the decision.",
    fromReport: "Is this your own work?",
    other: "For anything else, use Report on the item's page.",
    published: "We don't publish your claim. We use your name and email only to handle your claim.",
    fields: {
      item: { label: "Address of the item" },
      name: { label: "Your name" },
      email: { label: "Your email" },
      work: { label: "The original work" },
      goodFaith: {
        label:
          "I believe in good faith that this use was not allowed by the owner, their agent or the law, that what I say here is true, and that I am the owner or may act for them.",
      },
      signature: { label: "Signature" },
    },
    itemHint: "Open the item's page and copy its address from the browser.",
    workHint: "Say what the work is, who made it, and where we can see the original.",
    signatureHint: "Your full name. It counts as your signature.",
    send: "Send claim",
    sent: "Claim sent",
    sentDetail: "An admin will decide on your claim. We will email you the decision.",
  },
  takedowns: {
    title: "Copyright Claims",
    none: "No claims are waiting for a decision.",
    waiting: (count: number) =>
      count === 1
        ? "1 claim is waiting for a decision."
        : `${count} claims are waiting for a decision, oldest first.`,
    about: (title: string) => `Claim about “${title}”`,
    gone: "The item is no longer in the archive.",
    signed: (name: string) => `Signed: ${name}`,
    note: "Reason",
    accept: "Accept",
    acceptNote: "Reason (the contributor sees it)",
    acceptReason: "Removed after a copyright claim.",
    refuse: "Reject",
    refuseNote: "Reason for rejecting the claim (the claimant sees it)",
    accepted: "Claim accepted",
    acceptedDetail: (title: string) => `“${title}” is no longer in the archive. We will email the claimant.`,
    acceptedGoneDetail: (title: string) =>
      `“${title}” was already removed from the archive. We will email the claimant.`,
    refused: "Claim rejected",
    refusedDetail: (title: string) => `“${title}” stays in the archive. We will email the claimant.`,
  },
};
