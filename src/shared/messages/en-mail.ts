const notYou =
  "If it was not you, set a new password at once, and look at your second factor under Security.";

/** What happened to somebody's second factor. */
const secondFactorChanges = {
  on: {
    subject: "Second factor turned on",
    paragraphs: [
      "From now on your account asks for a code of your authenticator app at each login. It is logged out everywhere else.",
      notYou,
    ],
  },
  off: {
    subject: "Second factor turned off",
    paragraphs: [
      "Your account no longer asks for a code of your authenticator app. It is logged out everywhere else.",
      notYou,
    ],
  },
  reset: {
    subject: "Second factor taken away",
    paragraphs: [
      "Those who run this archive have taken away the second factor of your account. It is logged out everywhere.",
      "If you did not ask them to, set a new password at once and write to them.",
    ],
  },
  newCodes: {
    subject: "New recovery codes",
    paragraphs: [
      "Ten new recovery codes were made for your account. Those from before open nothing any more.",
      notYou,
    ],
  },
  codeUsed: {
    subject: "A recovery code was used",
    paragraphs: ["Somebody gave your password and one of your recovery codes. That code is used up.", notYou],
  },
};

/** One digest replaces many mails to an admin. */
const digests = {
  contact: {
    subject: "Many contact messages",
    one: "contact message",
    link: { label: "All contact messages", path: "/admin-dashboard/contact-messages" },
  },
  takedown: {
    subject: "Many copyright claims",
    one: "copyright claim",
    link: { label: "All copyright claims", path: "/admin-dashboard/takedowns" },
  },
};

interface TakedownClaim {
  name: string;
  email: string;
  title: string;
  work: string;
}

/** Words of the mails that the archive sends. */
export const enMail = {
  footer: (origin: string) => `Sent by Proshno, ${origin}`,
  /** Each gives the words of one mail: plain text, a link by its path. */
  templates: {
    contact: ({ name, email, sub, mess }: { name: string; email: string; sub: string; mess: string }) => ({
      subject: `Contact message: ${sub}`,
      paragraphs: [`${name} (${email}) wrote in the contact form:`, mess],
      link: { label: "All contact messages", path: "/admin-dashboard/contact-messages" },
    }),
    takedownClaim: ({ name, email, title, work }: TakedownClaim) => ({
      subject: `Copyright claim: ${title}`,
      paragraphs: [
        `${name} (${email}) claims the copyright in “${title}”. It stays in the archive until an admin decides.`,
        work,
      ],
      link: { label: "All copyright claims", path: "/admin-dashboard/takedowns" },
    }),
    digest: ({ topic, count }: { topic: keyof typeof digests; count: number }) => ({
      subject: digests[topic].subject,
      paragraphs: [
        `${count === 1 ? `One ${digests[topic].one}` : `${count} ${digests[topic].one}s`} came in the last hour.`,
        "We mail the first few of an hour one by one. This digest counts the others.",
      ],
      link: digests[topic].link,
    }),
    takedownAccepted: ({ title }: { title: string }) => ({
      subject: `Your claim is accepted: ${title}`,
      paragraphs: [
        "Hello,",
        `An admin of this archive accepted your copyright claim. “${title}” is no longer shown here.`,
      ],
    }),
    takedownRefused: ({ title, note }: { title: string; note: string }) => ({
      subject: `Your claim is refused: ${title}`,
      paragraphs: [
        "Hello,",
        `An admin of this archive refused your copyright claim to “${title}”. The reason:`,
        note,
      ],
      link: { label: "Write to us", path: "/contact" },
    }),
    // A stranger may have typed the address and the name, so the mail repeats no name.
    verifyEmail: ({ token }: { token: string }) => ({
      subject: "Open your account",
      paragraphs: [
        "Hello,",
        "This link opens your account. It works once, within 24 hours.",
        "If you did not ask for an account, do nothing: no account is made then.",
      ],
      link: { label: "Open my account", path: `/verify-email?token=${token}` },
    }),
    accountExists: (_none: object) => ({
      subject: "You have an account already",
      paragraphs: [
        "Somebody, perhaps you, gave this address for an account. It has one already, so nothing was changed.",
        "Log in with your password, or set a new one if you have forgotten it. If it was not you, do nothing.",
      ],
      link: { label: "Set a new password", path: "/forgot-password" },
    }),
    resetPassword: ({ token }: { token: string }) => ({
      subject: "Set a new password",
      paragraphs: [
        "Hello,",
        "This link sets a new password. It works once, within one hour.",
        "If you did not ask for it, do nothing: your password stays as it is.",
      ],
      link: { label: "Set a new password", path: `/reset-password?token=${token}` },
    }),
    changeEmail: ({ token }: { token: string }) => ({
      subject: "Take this e-mail",
      paragraphs: [
        "Open this link while you are logged in, and this becomes your account's e-mail. It works once, within 24 hours.",
        "If you did not ask for it, do nothing.",
      ],
      link: { label: "Take this e-mail", path: `/change-email?token=${token}` },
    }),
    passwordChanged: ({ email }: { email: string }) => ({
      subject: "Your password was changed",
      paragraphs: [
        `The password of your account (${email}) was changed just now, and it is logged out everywhere else.`,
        "If it was not you, set a new password at once.",
      ],
      link: { label: "Set a new password", path: "/forgot-password" },
    }),
    passwordReset: ({ email, kept, ended }: { email: string; kept: string; ended: string }) => ({
      subject: "Your password was changed",
      paragraphs: [
        `Someone used a link from this mailbox to set a new password for your account (${email}). Your account is logged out everywhere.`,
        ...(ended
          ? [
              `These logins no longer open your account: ${ended}. To use one again, log in and connect it under Security.`,
            ]
          : []),
        ...(kept
          ? [
              `These logins still open your account: ${kept}. If you don't recognize one, disconnect it under Security.`,
            ]
          : []),
        "If you didn't do this, set a new password at once.",
      ],
      link: { label: "Set a new password", path: "/forgot-password" },
    }),
    secondFactor: ({ change }: { change: keyof typeof secondFactorChanges }) => ({
      ...secondFactorChanges[change],
      link: { label: "Security", path: "/dashboard/security" },
    }),
    providerConnected: ({ email, provider }: { email: string; provider: string }) => ({
      subject: `${provider} opens your account`,
      paragraphs: [
        `From now on your account (${email}) can be opened with ${provider}.`,
        "If it was not you, disconnect it under Security, and change your password.",
      ],
      link: { label: "Security", path: "/dashboard/security" },
    }),
    providerDisconnected: ({ email, provider }: { email: string; provider: string }) => ({
      subject: `${provider} no longer opens your account`,
      paragraphs: [
        `Your account (${email}) can't be opened with ${provider} any more, but with your password.`,
        "If it was not you, change your password at once.",
      ],
      link: { label: "Security", path: "/dashboard/security" },
    }),
    newsletterConfirm: ({ token }: { token: string }) => ({
      subject: "Confirm your subscription",
      paragraphs: [
        "Somebody, perhaps you, asked for Proshno's newsletter for this address. This link puts it on the list. It works once, within 7 days.",
        "If you did not ask for it, do nothing: no newsletter will come.",
      ],
      link: { label: "Confirm my subscription", path: `/newsletter/confirm?token=${token}` },
    }),
    newsletterWelcome: ({ leaveToken }: { leaveToken: string }) => ({
      subject: "You are on the list",
      paragraphs: [
        "Proshno's newsletter will come to this address: new papers and answers, once a month.",
        "If you do not want it any more, the link below ends it.",
      ],
      link: { label: "Unsubscribe", path: `/newsletter/unsubscribe?token=${leaveToken}` },
      unsubscribe: `/newsletter/unsubscribe?token=${leaveToken}`,
    }),
    brokenLink: ({ id, title }: { id: string; title: string }) => ({
      subject: `A link that leads nowhere: ${title}`,
      paragraphs: [
        `Readers say that the link of “${title}”, which you shared, leads nowhere any more.`,
        "Perhaps the file was moved or deleted, or is no longer shared with everybody who has the link. You can put another link in its place.",
      ],
      link: { label: "Correct the link", path: `/dashboard/edit/${id}` },
    }),
    emailChanged: ({ email }: { email: string }) => ({
      subject: "Your e-mail was changed",
      paragraphs: [
        `Your account's e-mail is ${email} from now on. Mails no longer come to this address.`,
        "If it was not you, write to us at once.",
      ],
      link: { label: "Contact", path: "/contact" },
    }),
  },
};
