/** Words of the second factor, and of showing that it is still oneself. */
export const enSecondFactor = {
  giveCode: {
    title: "Enter your code",
    app: {
      intro:
        "Your account has a second factor. Open your authenticator app and enter the code that it shows for Proshno.",
      hint: "Six digits",
      other: "Use a recovery code instead",
    },
    recovery: {
      intro: "Enter one of the ten recovery codes that you kept. It works once.",
      hint: "16 letters and digits, such as abcd-efgh-ijkl-mnop",
      other: "Use the authenticator app instead",
    },
    recoveryCode: "Recovery code",
    submit: "Login",
    lost: "Lost the phone and the recovery codes?",
    contact: "Write to those who run this archive",
  },
  confirm: {
    title: "Show that it is you",
    intro: (email: string) => `What you are about to do takes a fresh proof. You are logged in as ${email}.`,
    password: "Your password",
    submit: "Go on",
    done: "Thank you",
    doneDetail: "You can go on now. For ten minutes we won't ask again.",
    noPassword:
      "Your account has no password. Log out and log in again the way you did before, then do this within ten minutes.",
    logout: "Log out",
  },
  secondFactor: {
    title: "Second factor",
    isOn: "On: login asks for a code of your authenticator app.",
    isOff: "Off.",
    change: "Change",
    setUp: "Set up",
    intro:
      "With a second factor, login asks for your password and for a code that an app on your phone makes. Who steals the password alone stays outside.",
    adminsNeed: "Admins of this archive need a second factor. Set yours up, and the admin area opens.",
    needed:
      "You need an authenticator app, such as Aegis, 2FAS, Google Authenticator or Microsoft Authenticator.",
    begin: "Set up a second factor",
    scan: "1. Scan this picture with the app",
    qr: "QR code that tells the authenticator app your secret",
    orType: "Or choose “enter a key” in the app and type this, as a time-based key for Proshno:",
    enter: "2. Enter the code that the app shows now",
    codeHint: "Six digits",
    confirm: "Turn on",
    anew: "Start again with another picture",
    codes: {
      title: "Your recovery codes",
      intro:
        "Each opens your account once in place of the app, if you lose your phone. Print this page or write them down now: they are not shown again.",
      list: "Recovery codes",
      goOn: "I have kept them, go on",
    },
    on: {
      title: "Your second factor is on",
      left: (count: number) =>
        count === 1 ? "1 recovery code is left." : `${count} recovery codes are left.`,
      renew: "Make ten new recovery codes",
      renewHint: "The codes from before open nothing any more then.",
      turnOff: "Turn the second factor off",
      turnOffHint: "Login asks for your password alone then. Your other sessions end.",
      adminsNeed: "The admin area closes until you set up another one.",
    },
    turnedOff: "Second factor turned off",
    turnedOffDetail: "Login asks for your password alone from now on.",
  },
};
