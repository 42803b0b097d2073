/** Texts for signing up, logging in, and the pages of a person's own account. */
export const enAccounts = {
  login: {
    title: "Login",
    submit: "Log in",
    newHere: "New here?",
    goOn: "Log in or sign up to continue.",
    register: "Sign up",
    forgotten: "Forgot your password?",
    ended:
      "Your session has ended. You logged out on another device, your password changed, or an admin changed your rights or suspended your account. Log in again.",
    welcome: "Welcome back",
    welcomeDetail: (name: string) => `You are logged in as ${name}.`,
    goodbye: "Logged out",
    goodbyeDetail: "You are logged out on this device.",
  },
  register: {
    title: "Register",
    submit: "Sign up",
    already: "Already have an account?",
    login: "Log in",
    welcome: "Welcome to Proshno",
    welcomeDetail: "Your account is ready and you are logged in.",
    passwordHint:
      "At least 8 characters. Don't use a common password or the part of your email before the @.",
  },
  checkMail: {
    title: "Check your email",
    signUp:
      "We sent an email to the address you entered. Open the link in it within 24 hours to activate your account.",
    resetPassword:
      "If there is an account with this email, we sent you a link to set a new password. The link works for one hour.",
    changeEmail:
      "We sent an email to the new address. Open the link in it within 24 hours, while you are logged in here. Until then, your email stays the same.",
    nothing: "No email? Check your spam folder and the spelling of the address. Then request a new email.",
    again: {
      signUp: "Sign up again",
      resetPassword: "Ask for a new link",
      changeEmail: "Ask for a new email",
    },
  },
  verifyEmail: {
    title: "Activate your account",
    intro: (name: string, email: string) => `Hello ${name}, activate your account for ${email}.`,
    passwordHint:
      "Enter the password you chose when you signed up. We ask because you are using a different browser.",
    notYou: "If you didn't sign up, close this page. We won't create an account.",
    submit: "Activate my account",
    expired: "This link no longer works",
    expiredHint:
      "The link was already used or has expired. If your account is active, log in. If not, sign up again.",
  },
  forgottenPassword: {
    title: "Forgot your password?",
    intro: "Enter the email of your account. We will send you a link to set a new password.",
    submit: "Send link",
  },
  resetPassword: {
    title: "Set a new password",
    submit: "Set password",
    logins: "You can also log in with:",
    login: (provider: string) => `${provider}, connected on`,
    ends: "A new password disconnects this login. You can connect it again later.",
    stays: "This login stays connected.",
    disconnect: "Disconnect all of these logins. Choose this if you don't recognise one of them.",
    done: "Password set",
    doneDetail: "You are logged out everywhere. Log in with your new password.",
    expired: "This link no longer works",
    expiredHint: "The link was already used or has expired. Ask for a new one.",
    again: "Ask for a new link",
  },
  confirmEmail: {
    title: "Confirm your new email address",
    intro: (email: string) => `Press the button to change your account's email to ${email}.`,
    submit: "Confirm new email",
    expired: "This link no longer works",
    expiredHint:
      "The link was already used, has expired, or belongs to a different account. Ask for a new one.",
  },
  security: {
    title: "Security",
    email: "Email",
    changeEmail: "Change email",
    password: "Password",
    passwordSet: "You have a password.",
    passwordNone: "You don't have a password yet.",
    changePassword: "Change password",
    setPassword: "Set a password",
    deleteAccount: "Delete my account",
    sessions: {
      title: "Where you are logged in",
      device: "Device",
      since: "Since",
      actions: "Actions",
      here: "this device",
      named: (browser = "Unknown browser", system?: string) => (system ? `${browser} on ${system}` : browser),
      end: "Log out",
      endOthers: "Log out everywhere else",
      ended: "Device logged out",
      endedDetail: "The session on that device has ended.",
      endedOthers: (count: number) =>
        count === 1 ? "1 session has ended." : `${count} sessions have ended.`,
    },
  },
  changePassword: {
    title: "Change password",
    submit: "Change password",
    changed: "Password changed",
    changedDetail: "You are still logged in here. You are logged out everywhere else.",
  },
  changeEmail: {
    title: "Change email",
    now: (email: string) => `Current email: ${email}`,
    fields: { email: { label: "New email" } },
    submit: "Change email",
    changed: "Email changed",
    changedDetail: (email: string) => `Your account's email is now ${email}.`,
  },
  deleteAccount: {
    title: "Delete my account",
    intro:
      "We delete your profile, password, sessions, newsletter subscription and reviews of this site. You can't get them back. The audit trail still shows what admins did to your account. Choose what happens to your contributions:",
    choices: {
      keep: "Keep them, and show “Former member” instead of my name",
      remove: "Delete them too, except questions that other people have answered",
    },
    submit: "Delete my account",
    done: "Account deleted",
    doneDetail: "Your account is deleted. Thank you for using Proshno.",
  },
  formerMember: "Former member",
};
