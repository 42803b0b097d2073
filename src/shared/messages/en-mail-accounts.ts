const notYou = "If you didn't do this, set a new password at once and check two-step login under Security.";

/** Changes to the two-step login of an account. */
export const secondFactorChanges = {
  on: {
    subject: "Two-step login is on",
    paragraphs: [
      "You now need a code from your authenticator app each time you log in. You are logged out everywhere else.",
      notYou,
    ],
  },
  off: {
    subject: "Two-step login is off",
    paragraphs: [
      "You no longer need a code from your authenticator app to log in. You are logged out everywhere else.",
      notYou,
    ],
  },
  reset: {
    subject: "Two-step login was removed",
    paragraphs: [
      "An admin removed two-step login from your account. You are logged out everywhere.",
      "If you didn't ask for this, set a new password at once and write to us.",
    ],
  },
  newCodes: {
    subject: "New recovery codes",
    paragraphs: ["Your account has ten new recovery codes. The old codes no longer work.", notYou],
  },
  codeUsed: {
    subject: "A recovery code was used",
    paragraphs: [
      "Someone logged in with your password and one of your recovery codes. That code no longer works.",
      notYou,
    ],
  },
};

/** The mail about each new role: its rights, and a link to the first page. */
export const newRoles = {
  moderator: {
    subject: "You are now a moderator of Proshno",
    can: "You can approve or return what students contribute in your areas. Log in again, and you find the waiting items in the admin area.",
    link: { label: "Waiting items", path: "/admin-dashboard/manage-questions" },
  },
  admin: {
    subject: "You are now an admin of Proshno",
    can: "You can decide on contributions and look after the archive and its people. Log in again, and you find the admin area in your menu.",
    link: { label: "Admin area", path: "/admin-dashboard" },
  },
};
