import { DEFAULT_TIME_ZONE } from "../text/time-zone.ts";
import { enNotices } from "./en-notices.ts";
import { newRoles, secondFactorChanges } from "./en-mail-accounts.ts";
import { catalogue } from "./catalogue.ts";

interface NoBackup {
  /** When the last complete backup ended, in epoch milliseconds. */
  last: number | null;
  problem: string | null;
  /** A mail that a release before this setting planned has none. */
  timeZone?: string;
}

/** Writes a date, such as 22 November 2026. */
const dayIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(at);

/** A digest replaces many mails to an admin. */
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

interface NoticesMail {
  notices: Parameters<typeof enNotices.notices.sentence>[0][];
  /** How many more notices the page shows. */
  more: number;
  /** The token in the link that stops these mails. */
  token: string;
}

interface TakedownClaim {
  name: string;
  email: string;
  title: string;
  work: string;
}

/** Texts of the mails that the archive sends. */
export const enMail = {
  footer: (origin: string) => `Sent by Proshno, ${origin}`,
  /** The text of each mail. It is plain text, and a link is a path. */
  templates: {
    contact: ({ name, email, sub, mess }: { name: string; email: string; sub: string; mess: string }) => ({
      subject: `Contact message: ${sub}`,
      paragraphs: [`${name} (${email}) wrote on the contact page:`, mess],
      link: { label: "All contact messages", path: "/admin-dashboard/contact-messages" },
    }),
    takedownClaim: ({ name, email, title, work }: TakedownClaim) => ({
      subject: `Copyright claim: ${title}`,
      paragraphs: [
        `${name} (${email}) claims the copyright in “${title}”. The item stays in the archive until an admin decides.`,
        work,
      ],
      link: { label: "All copyright claims", path: "/admin-dashboard/takedowns" },
    }),
    waitingItems: ({ items, changes }: { items: number; changes: number }) => ({
      subject: "Items are waiting for a moderator",
      paragraphs: [
        "Hello,",
        `${[
          ...(items > 0 ? [items === 1 ? "One new item" : `${items} new items`] : []),
          ...(changes > 0 ? [changes === 1 ? "one change to an item" : `${changes} changes to items`] : []),
        ]
          .join(" and ")
          .replace(
            /^o/,
            "O",
          )} ${items + changes === 1 ? "has" : "have"} waited longer than a day in the areas that you moderate.`,
        "You get this email at most once a day. You can turn it off on the page Insight of the admin area.",
      ],
      link: { label: "Waiting items", path: "/admin-dashboard/manage-questions" },
    }),
    digest: ({ topic, count }: { topic: keyof typeof digests; count: number }) => ({
      subject: digests[topic].subject,
      paragraphs: [
        `${count === 1 ? `One ${digests[topic].one}` : `${count} ${digests[topic].one}s`} arrived in the last hour.`,
        "Each hour, we send the first few as separate emails. This email covers the rest.",
      ],
      link: digests[topic].link,
    }),
    takedownAccepted: ({ title }: { title: string }) => ({
      subject: `We accepted your claim: ${title}`,
      paragraphs: [
        "Hello,",
        `An admin accepted your copyright claim. “${title}” is no longer in the archive.`,
      ],
    }),
    takedownRefused: ({ title, note }: { title: string; note: string }) => ({
      subject: `We rejected your claim: ${title}`,
      paragraphs: ["Hello,", `An admin rejected your copyright claim about “${title}”. The reason:`, note],
      link: { label: "Write to us", path: "/contact" },
    }),
    // A stranger may have entered the address and the name, so the mail doesn't contain the name.
    verifyEmail: ({ token }: { token: string }) => ({
      subject: "Activate your account",
      paragraphs: [
        "Hello,",
        "Open this link to activate your account. You can use it once. It expires in 24 hours.",
        "If you didn't sign up, you can ignore this email. We won't create an account.",
      ],
      link: { label: "Activate my account", path: `/verify-email?token=${token}` },
    }),
    accountExists: (_none: object) => ({
      subject: "You already have an account",
      paragraphs: [
        "Someone tried to use this address on Proshno. It already has an account, so nothing changed.",
        "If it was you, log in with your password, or set a new one if you forgot it. If it wasn't you, you can ignore this email.",
      ],
      link: { label: "Set a new password", path: "/forgot-password" },
    }),
    resetPassword: ({ token }: { token: string }) => ({
      subject: "Set a new password",
      paragraphs: [
        "Hello,",
        "Open this link to set a new password. You can use it once. It expires in one hour.",
        "If you didn't ask for a new password, you can ignore this email. Your password stays the same.",
      ],
      link: { label: "Set a new password", path: `/reset-password?token=${token}` },
    }),
    changeEmail: ({ token }: { token: string }) => ({
      subject: "Confirm your new email address",
      paragraphs: [
        "Hello,",
        "To use this address for your account, log in and open this link. You can use it once. It expires in 24 hours.",
        "If you didn't ask for this change, you can ignore this email.",
      ],
      link: { label: "Confirm new email", path: `/change-email?token=${token}` },
    }),
    passwordChanged: ({ email }: { email: string }) => ({
      subject: "Your password was changed",
      paragraphs: [
        `The password of your account (${email}) was just changed. You are logged out everywhere else.`,
        "If you didn't do this, set a new password at once.",
      ],
      link: { label: "Set a new password", path: "/forgot-password" },
    }),
    passwordReset: ({ email, kept, ended }: { email: string; kept: string; ended: string }) => ({
      subject: "Your password was changed",
      paragraphs: [
        `Someone used a link that we sent to this address to set a new password for your account (${email}). You are logged out everywhere.`,
        ...(ended
          ? [`You can no longer log in with: ${ended}. To connect one again, log in and open Security.`]
          : []),
        ...(kept
          ? [
              `You can still log in with: ${kept}. If you don't recognise one of these logins, disconnect it under Security.`,
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
      subject: `${provider} is connected to your account`,
      paragraphs: [
        `You can now log in to your account (${email}) with ${provider}.`,
        `If you didn't do this, disconnect ${provider} under Security and change your password.`,
      ],
      link: { label: "Security", path: "/dashboard/security" },
    }),
    providerDisconnected: ({ email, provider }: { email: string; provider: string }) => ({
      subject: `${provider} is no longer connected to your account`,
      paragraphs: [
        `You can no longer log in to your account (${email}) with ${provider}. Use your password.`,
        "If you didn't do this, change your password at once.",
      ],
      link: { label: "Security", path: "/dashboard/security" },
    }),
    newsletterConfirm: ({ token }: { token: string }) => ({
      subject: "Confirm your subscription",
      paragraphs: [
        "Someone asked for Proshno's newsletter at this address. If it was you, open this link to subscribe. You can use it once. It expires in 7 days.",
        "If you didn't ask for the newsletter, you can ignore this email. We won't send it.",
      ],
      link: { label: "Confirm my subscription", path: `/newsletter/confirm?token=${token}` },
    }),
    newsletterWelcome: ({ leaveToken }: { leaveToken: string }) => ({
      subject: "You are on the list",
      paragraphs: [
        "We will send Proshno's newsletter to this address once a month, with new papers and answers.",
        "To unsubscribe, open the link below.",
      ],
      link: { label: "Unsubscribe", path: `/newsletter/unsubscribe?token=${leaveToken}` },
      unsubscribe: `/newsletter/unsubscribe?token=${leaveToken}`,
    }),
    notices: ({ notices, more, token }: NoticesMail) => {
      const { notices: words, noticeMail: mail } = enNotices;
      const lines = notices.map((one) =>
        [words.sentence(one), ...(one.reason ? [words.reason(one.reason)] : [])].join("\n"),
      );
      const unsubscribe = `/notices/unsubscribe?token=${token}`;
      return {
        subject: mail.subject(notices.length + more, lines[0]?.split("\n")[0] ?? ""),
        paragraphs: [mail.hello, ...lines, ...(more > 0 ? [mail.more(more)] : [])],
        link: { label: mail.link, path: "/dashboard/notices" },
        unsubscribe,
        stop: { label: mail.stop, path: unsubscribe },
      };
    },
    brokenLink: ({ id, title }: { id: string; title: string }) => ({
      subject: `Broken link: ${title}`,
      paragraphs: [
        `Readers reported that the link in your contribution “${title}” no longer works.`,
        "Perhaps the file was moved or deleted, or is no longer shared with everyone who has the link. You can replace the link.",
      ],
      link: { label: "Correct the link", path: `/dashboard/edit/${id}` },
    }),
    noBackup: ({ last, problem, timeZone = DEFAULT_TIME_ZONE }: NoBackup) => ({
      subject: "The archive has no new backup",
      paragraphs: [
        last === null
          ? "The archive has never had a complete backup. If its machine is lost, everything is lost."
          : `The last complete backup of the archive ended on ${dayIn(timeZone, last)}, more than two days ago.`,
        ...(problem === null ? [] : [`The last attempt failed: ${problem}`]),
        "An operator can make a backup with npm run backup, and a daily backup with the setting PROSHNO_BACKUP.",
      ],
      link: { label: "Backups", path: "/admin-dashboard/backups" },
    }),
    roleGranted: ({ role }: { role: keyof typeof newRoles }) => ({
      subject: newRoles[role].subject,
      paragraphs: [
        "Hello,",
        newRoles[role].can,
        "If you didn't expect this, you can ignore this email or write to us on the contact page.",
      ],
      link: newRoles[role].link,
    }),
    emailChanged: ({ email }: { email: string }) => ({
      subject: "Your email was changed",
      paragraphs: [
        `Your account's email is now ${email}. We no longer send emails to this address.`,
        "If you didn't do this, write to us at once.",
      ],
      link: { label: "Contact", path: "/contact" },
    }),
  },
};

export const mailMessages = catalogue({ en: enMail });
