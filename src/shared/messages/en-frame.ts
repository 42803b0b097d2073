/** Words of the header, the footer and the newsletter. */
export const enFrame = {
  frame: {
    skip: "Skip to the content",
    menu: "Main menu",
    openMenu: "Menu",
    search: "Search",
    searchLabel: "Search everything",
    searchHint: "Course code",
    contact: "Contact",
    adminDashboard: "Admin Dashboard",
    login: "Login",
    account: (name: string) => `Account of ${name}`,
    dashboard: "Dashboard",
    logout: "Log Out",
    notice: "Notice",
    dismiss: "Dismiss this notice",
    touch: "Get In Touch",
    categories: "Useful Category",
    links: "Important Links",
    findQuestions: "Find All Questions",
    forum: "Forum",
    api: "API reference",
    privacy: "Privacy",
    terms: "Terms of Use",
    claim: "Copyright Claim",
    social: "Proshno elsewhere",
    copyright: (year: number) => `© 2022–${year} Proshno`,
    theme: {
      label: "Theme",
      options: { system: "System", light: "Light", dark: "Dark" },
    },
  },
  /** For a logged-in student who opens the admin area. */
  adminsOnly: {
    title: "This area is for admins",
    sentence: (email: string | undefined) =>
      `You are logged in${email ? ` as ${email}` : ""}. This is not an admin account. ` +
      "To use another account, log out first.",
  },
  newsletter: {
    title: "Newsletter",
    intro: "New papers and answers, once a month.",
    email: "Email",
    subscribe: "Subscribe",
    thanks: "Thanks for subscribing!",
    /** The same for an address that is on the list and one that is not. */
    thanksDetail: "This address is on our list.",
    thanksMail: "We send a link to this address. Open it, and you are on our list.",
    confirm: {
      title: "Confirm your subscription",
      intro: (email: string) => `Shall the newsletter come to ${email}?`,
      submit: "Yes, send it",
      notYou: "If you did not ask for it, close this page: nothing will come.",
      done: "You are on the list",
      doneDetail: "Every newsletter holds a link that ends it.",
      expired: "This link works no more",
      expiredHint: "It was used already, or is too old. If nothing comes, subscribe once more.",
      again: "Subscribe",
    },
    unsubscribe: {
      title: "Unsubscribe",
      intro: (email: string) => `Shall the newsletter no longer come to ${email}?`,
      submit: "Unsubscribe",
      done: "You are not on our list",
      doneDetail: "No newsletter will come any more. You are welcome back at any time.",
    },
  },
};
