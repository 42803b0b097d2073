/** Texts for two-step login, and for confirming a login before a sensitive action. */
export const enSecondFactor = {
  giveCode: {
    title: "Enter your code",
    app: {
      intro:
        "Your account uses two-step login. Open your authenticator app and enter the code that it shows for Proshno.",
      hint: "Six digits",
      other: "Use a recovery code instead",
    },
    recovery: {
      intro: "Enter one of your ten recovery codes. Each code works once.",
      hint: "16 letters and digits, such as abcd-efgh-ijkl-mnop",
      other: "Use the authenticator app instead",
    },
    recoveryCode: "Recovery code",
    submit: "Log in",
    lost: "Lost your phone and your recovery codes?",
    contact: "Write to us",
  },
  confirm: {
    title: "Confirm that it's you",
    intro: (email: string) => `To continue, confirm that it's you. You are logged in as ${email}.`,
    password: "Your password",
    submit: "Continue",
    held: {
      makeAdmin: (email: string) => `When you continue, ${email} becomes an admin.`,
      makeModerator: (email: string) => `When you continue, ${email} becomes a moderator, as you chose.`,
    },
    submitHeld: { makeAdmin: "Make Admin", makeModerator: "Make Moderator" },
    done: "Thank you",
    doneDetail: "You can continue now. We won't ask again for ten minutes.",
    noPassword:
      "Your account has no password. Log out, log in again the way you did before, and make this change within ten minutes.",
    logout: "Log out",
  },
  secondFactor: {
    title: "Two-step login",
    isOn: "On: when you log in, we ask for a code from your authenticator app.",
    isOff: "Off.",
    change: "Change",
    setUp: "Set up",
    intro:
      "With two-step login, you need your password and a code from an app on your phone to log in. Someone who only has your password can't log in.",
    adminsNeed: "Admins and moderators need two-step login. Set it up to open the admin area.",
    needed:
      "You need an authenticator app, such as Aegis, 2FAS, Google Authenticator or Microsoft Authenticator.",
    begin: "Set up two-step login",
    scan: "1. Scan this QR code with the app",
    qr: "QR code with the secret key for your authenticator app",
    orType: "Or choose “Enter a setup key” in the app and type this time-based key for Proshno:",
    enter: "2. Enter the code that the app shows",
    codeHint: "Six digits",
    confirm: "Turn on",
    anew: "Start again with a new QR code",
    codes: {
      title: "Your recovery codes",
      intro:
        "If you lose your phone, each code lets you log in once without the app. Print this page or write the codes down now: we won't show them again.",
      list: "Recovery codes",
      goOn: "I have saved my codes",
    },
    on: {
      title: "Two-step login is on",
      left: (count: number) =>
        count === 1 ? "You have 1 recovery code left." : `You have ${count} recovery codes left.`,
      renew: "Make ten new recovery codes",
      renewHint: "Your old codes will stop working.",
      turnOff: "Turn off two-step login",
      turnOffHint: "You will only need your password to log in. Your other sessions will end.",
      adminsNeed: "You can't open the admin area until you set up two-step login again.",
    },
    turnedOff: "Two-step login is off",
    turnedOffDetail: "You now only need your password to log in.",
  },
};
