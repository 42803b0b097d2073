/** Texts of the header, the footer and the newsletter. */
export const enFrame = {
  frame: {
    skip: "Skip to content",
    menu: "Main menu",
    openMenu: "Menu",
    notices: "Notices",
    unreadNotices: (count: number) => `Notices: ${count > 99 ? "99+" : count} unread`,
    search: "Search",
    searchLabel: "Search everything",
    searchHint: "Course code",
    contact: "Contact",
    adminDashboard: "Admin Dashboard",
    login: "Login",
    account: (name: string) => `${name}’s account`,
    dashboard: "Dashboard",
    logout: "Log Out",
    notice: "Notice",
    dismiss: "Dismiss this notice",
    touch: "Get In Touch",
    write: "Write to us",
    categories: "Useful Category",
    links: "Important Links",
    findQuestions: "Find All Questions",
    forum: "Forum",
    api: "API reference",
    privacy: "Privacy",
    terms: "Terms of Use",
    claim: "Copyright Claim",
    social: "Proshno on social media",
    copyright: (year: number) => `© 2022–${year} Proshno`,
    theme: {
      label: "Theme",
      options: { system: "System", light: "Light", dark: "Dark" },
    },
  },
  /** Shown to a logged-in student who opens the admin area. */
  adminsOnly: {
    title: "This area is for admins",
    sentence: (email: string | undefined) =>
      `You are logged in${email ? ` as ${email}` : ""}. This is not an admin account. ` +
      "To use a different account, log out first.",
  },
  newsletter: {
    title: "Newsletter",
    intro: "New papers and answers, once a month.",
    email: "Email",
    subscribe: "Subscribe",
    thanks: "Thanks for subscribing!",
    /** The text is the same for an address that has already subscribed. */
    thanksDetail: "This address is on our list.",
    thanksMail: "We will send a link to this address. Open it to join our list.",
    confirm: {
      title: "Confirm your subscription",
      intro: (email: string) => `Do you want to receive the newsletter at ${email}?`,
      submit: "Yes, send it",
      notYou: "If you didn't ask for the newsletter, close this page. We won't send it.",
      done: "You are on the list",
      doneDetail: "Every newsletter has a link to unsubscribe.",
      expired: "This link no longer works",
      expiredHint:
        "The link was already used or has expired. If you don't receive the newsletter, subscribe again.",
      again: "Subscribe",
    },
    unsubscribe: {
      title: "Unsubscribe",
      intro: (email: string) => `Do you want to stop receiving the newsletter at ${email}?`,
      submit: "Unsubscribe",
      done: "You are unsubscribed",
      doneDetail: "We will no longer send you the newsletter. You can subscribe again at any time.",
    },
  },
};
