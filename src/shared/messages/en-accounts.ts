/** Words of signing up and in, and of the pages about one's own account. */
export const enAccounts = {
  login: {
    title: "Login",
    submit: "Login",
    newHere: "New here?",
    register: "Make an account",
    forgotten: "Forgotten your password?",
    welcome: "Welcome back",
    welcomeDetail: (name: string) => `You are signed in as ${name}.`,
    goodbye: "Logged out",
    goodbyeDetail: "Your session on this device has ended.",
  },
  register: {
    title: "Register",
    submit: "Register",
    already: "Already have an account?",
    login: "Login",
    welcome: "Welcome to Proshno",
    welcomeDetail: "Your account is ready and you are signed in.",
    passwordHint: "At least 8 characters. Not a common password, and without your e-mail's name",
  },
  checkMail: {
    title: "Check your mail",
    signUp:
      "We have sent a mail to the address you gave. The link in it opens your account and works for 24 hours.",
    resetPassword:
      "If there is an account with this e-mail, we have sent a mail with a link to set a new password. It works for one hour.",
    changeEmail:
      "We have sent a mail to the new address. Open the link in it while you are logged in here; it works for 24 hours. Until then your e-mail stays as it is.",
    nothing: "Nothing came? Look in the spam folder, check how the address is spelled, and ask once more.",
    again: {
      signUp: "Register again",
      resetPassword: "Ask again",
      changeEmail: "Ask again",
    },
  },
  verifyEmail: {
    title: "Open your account",
    intro: (name: string, email: string) =>
      `${name}, your account with the e-mail ${email} is ready to open.`,
    passwordHint: "The one you chose when you registered: this is another browser",
    notYou: "If you did not ask for it, close this page: nothing is made then.",
    submit: "Open my account",
    expired: "This link works no more",
    expiredHint:
      "It was used already, or is too old. If your account is open, log in; otherwise register again.",
  },
  forgottenPassword: {
    title: "Forgotten password",
    intro: "Give the e-mail of your account. We send a link to set a new password.",
    submit: "Send the link",
  },
  resetPassword: {
    title: "Set a new password",
    submit: "Set password",
    done: "Password set",
    doneDetail: "You are logged out everywhere. Log in with the new password.",
    expired: "This link works no more",
    expiredHint: "It was used already, or is too old. Ask for another one.",
    again: "Ask for another link",
  },
  confirmEmail: {
    title: "Take this e-mail",
    intro: (email: string) => `From now on your account's e-mail is ${email}, once you press the button.`,
    submit: "Take this e-mail",
    expired: "This link works no more",
    expiredHint: "It was used already, is too old, or belongs to another account. Ask for another one.",
  },
  security: {
    title: "Security",
    email: "E-mail",
    changeEmail: "Change e-mail",
    password: "Password",
    passwordSet: "You have a password.",
    passwordNone: "You have no password yet.",
    changePassword: "Change password",
    setPassword: "Set a password",
    deleteAccount: "Delete my account",
    sessions: {
      title: "Where you are logged in",
      device: "Device",
      since: "Since",
      actions: "Actions",
      here: "this one",
      unknown: "Unknown device",
      named: (browser: string, system: string) => `${browser} on ${system}`,
      end: "Log out",
      endOthers: "Log out everywhere else",
      ended: "Logged out there",
      endedDetail: "That session has ended.",
      endedOthers: (count: number) =>
        count === 1 ? "1 session has ended." : `${count} sessions have ended.`,
    },
  },
  changePassword: {
    title: "Change password",
    submit: "Change password",
    changed: "Password changed",
    changedDetail: "You stay logged in here, and are logged out everywhere else.",
  },
  changeEmail: {
    title: "Change e-mail",
    now: (email: string) => `Now: ${email}`,
    fields: { email: { label: "New e-mail" } },
    submit: "Change e-mail",
    changed: "E-mail changed",
    changedDetail: (email: string) => `Your account's e-mail is ${email} from now on.`,
  },
  deleteAccount: {
    title: "Delete my account",
    intro:
      "Your profile, your password, your sessions, your newsletter and your reviews of this site go, and can't be brought back. What admins did to your account stays in their audit trail. What you contributed is your choice:",
    choices: {
      keep: "Leave it here, under “former member” in place of my name",
      remove: "Remove it too. Questions that others answered stay, because the answers are theirs",
    },
    submit: "Delete my account",
    done: "Account deleted",
    doneDetail: "Your account is gone. Thank you for having been here.",
  },
  formerMember: "Former member",
};
