import { maxMegabytes } from "../file-limits.ts";
import { isPlainSemester, semesterKey } from "../normal-forms.ts";
import { enAccounts } from "./en-accounts.ts";
import { enChanges } from "./en-changes.ts";
import { serverBusy, tooManyTries } from "./en-limits.ts";
import { enContactDetails } from "./en-contact-details.ts";
import { enFeedback } from "./en-feedback.ts";
import { enFiles, fileSize } from "./en-files.ts";
import { enFrame } from "./en-frame.ts";
import { enLegal } from "./en-legal.ts";
import { enHome } from "./en-home.ts";
import { enLinks } from "./en-links.ts";
import { enMail } from "./en-mail.ts";
import { enModeration } from "./en-moderation.ts";
import { enRecognition } from "./en-recognition.ts";
import { enPeople } from "./en-people.ts";
import { enReading } from "./en-reading.ts";
import { enSecondFactor } from "./en-second-factor.ts";
import { enReports } from "./en-reports.ts";
import { errors, problems, tooLarge } from "./en-problems.ts";
import { enSimilar } from "./en-similar.ts";
import { enSearch } from "./en-search.ts";
import { enSignIn, enSignInProblems } from "./en-sign-in.ts";
import { enUploads } from "./en-uploads.ts";

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** 1st, 2nd, 3rd, 4th, 11th … */
const ordinal = (number: number): string => `${number}${endings[ordinals.select(number)] ?? "th"}`;

/** @param isMore whether it is at least so many */
const counted = (count: number, isMore: boolean): string =>
  `${count.toLocaleString("en")}${isMore ? "+" : ""}`;

export const en = {
  ...enAccounts,
  ...enPeople,
  ...enModeration,
  ...enChanges,
  ...enRecognition,
  ...enSearch,
  ...enSecondFactor,
  ...enFrame,
  ...enHome,
  ...enFeedback,
  ...enLegal,
  ...enContactDetails,
  ...enReports,
  ...enReading,
  ...enLinks,
  ...enSimilar,
  errors,
  problems,
  tooLarge,
  tooManyTries,
  serverBusy,
  files: enFiles,
  uploads: enUploads,
  signIn: enSignIn,
  signInProblems: enSignInProblems,
  internal: "Something broke on our side. It has been noted. Nothing was saved.",
  /** While a page of the dashboard or the admin area is on its way (spec §2). */
  loading: "Loading...",
  product: "Proshno",
  /** What search engines tell of the site. */
  about:
    "Past exam questions, answers, syllabi, notes, books, lab material and blogs, shared by students of universities " +
    "in Bangladesh. Free to read, on any phone.",
  tagline: "Question Bank Where Students can find Solution",
  status: { Pending: "Pending", Approved: "Approved", Cancelled: "Cancelled" },
  /** Labels of fields that belong to no kind. */
  labels: {
    name: "Full name",
    displayName: "Name",
    email: "Email",
    password: "Password",
    passwordAgain: "Re-enter password",
    passwordNow: "Your password now",
    code: "Code",
    contributions: "What you contributed",
    photo: "Photo",
    photoURL: "Photo URL",
    department: "Department",
    roll: "Roll",
    university: "University",
    comment: "Comment",
    rating: "Rating",
    helpful: "Helpful",
    reason: "Reason",
    status: "Status",
    version: "Version",
    questionId: "Question",
    sub: "Subject",
    mess: "Message",
    page: "Page",
    size: "Page size",
    search: "Search",
    year: "Year",
    semester: "Semester",
    examType: "Exam",
  } as Record<string, string>,
  wrong: {
    title: "Something went wrong. please check again...",
    image: "A torn page",
    notFound: "There is no page at this address, or it is not for you to see.",
    back: "Go back to change what you sent.",
    toForm: "Back to the form",
    ours: "That was our fault, and it has been noted. Try again in a moment.",
    home: "Go to Home",
  },
  form: {
    summary: "Please check these",
    errorTitle: "Error: ",
    optional: "(optional)",
    choose: "Choose",
    chosenPicture: "The picture you chose",
    send: "Send",
    draftRestored: "Draft restored",
    draftDiscard: "Discard",
    draftDiscarded: "Draft discarded",
    filledBy: (code: string) => `Filled in what the archive knows of ${code}`,
  },
  fileOrLink: {
    title: "The file: a link to it, or the file itself",
    link: "Paste Drive link",
    file: "Take photos or choose a file",
    fileHint: `A PDF, or one picture as JPEG, PNG or WebP; at most ${maxMegabytes.paper} MB`,
    shown: "is there now, and stays where you give no other file and no link",
    kept: (name: string, bytes: number) => `${name}, ${fileSize(bytes)}, kept`,
    leaveOut: "Leave this file out",
  },
  yearPicker: {
    placeholder: "Select",
    choose: (label: string) => `Choose ${label}`,
    years: "Years",
    back: (years: number) => (years === 1 ? "Back 1 year" : `Back ${years} years`),
    forward: (years: number) => (years === 1 ? "Forward 1 year" : `Forward ${years} years`),
    today: "Today",
    clear: (label: string) => `Clear ${label}`,
    shown: (first: number, last: number) => `${first} to ${last}`,
    chosen: (year: number) => `${year} chosen`,
    refused: (first: number, last: number) => `Choose a year from ${first} to ${last}`,
    cleared: (label: string) => `${label} cleared`,
  },
  list: {
    /** What search engines tell of a list. @param many of the kind */
    about: (many: string) =>
      `${many} shared by students of universities in Bangladesh. Search, read and download them.`,
    search: "Search",
    filters: "Filters",
    close: "Close",
    all: "All",
    any: {
      year: "Select Year",
      semester: "Any semester",
      examType: "Any exam",
      university: "Any university",
    },
    apply: "Show",
    count: counted,
    applyCount: (count: number, isMore: boolean) => `Show ${counted(count, isMore)}`,
    option: (value: string, count: number, isMore: boolean) => `${value} (${counted(count, isMore)})`,
    found: (count: number, isMore: boolean, page: number, pages: number) =>
      `${counted(count, isMore)} found · page ${page} of ${pages}`,
    failed: "We couldn't load the list. Check your connection.",
    busy: "The server is busy. Try again in a moment.",
    retry: "Try again",
    clear: "Clear all",
    removeFilter: (name: string) => `Remove filter: ${name}`,
    nothing: "Nothing found for these filters.",
    nothingHint:
      "Try fewer words, or clear the filters. If you have what is missing, others look for it too.",
    contribute: "Contribute the first one",
    contributeMissing: "Contribute what is missing",
    pages: "Pages",
    previous: "previous",
    next: "next",
    pageNumber: (page: number) => `Page ${page}`,
  },
  item: {
    download: "Download",
    downloadOf: (bytes: number) => `Download ${fileSize(bytes)}`,
    fileSize,
    pagesOf: (title: string) => `Pages of ${title}`,
    page: (page: number, count: number) => `Page ${page} of ${count}`,
    enlarged: (page: string) => `${page}, enlarged`,
    preview: "Preview",
    previewOf: (title: string) => `Preview of ${title}`,
    openLink: "Open link",
    /** @param semester as written, or its normal form */
    semester: (semester: string) => {
      const key = semesterKey(semester);
      const [, level, term] = /^L(\d)T(\d)$/.exec(key) ?? [];
      if (level) return `Level ${level}, Term ${term}`;
      return isPlainSemester(key) ? `${ordinal(Number(key))} semester` : semester;
    },
    /** @param label of the field: "Edition" @param value as written: "2", "2nd", or "2nd edition", which needs no label */
    numbered: (label: string, value: string) =>
      value.toLowerCase().includes(label.toLowerCase()) ? value : `${label}\u00a0${value}`,
    answers: (count: number) => (count === 1 ? "1 answer" : `${count.toLocaleString("en")} answers`),
    answersTitle: "Answers",
    answerNumber: (number: string) => `Answer to question ${number}`,
    editMyAnswer: "Edit my answer",
    answerWithPhotos: "Several photos? Crop them and join them to one PDF",
    signInToAnswer: "Log in to answer",
    sharedBy: "Shared by",
    by: (name: string) => `by ${name}`,
    coverOf: (title: string) => `Cover of ${title}`,
    added: "Added",
  },
  forum: {
    title: "Forum | Share your Idea",
    development: "Under Development",
    hint: "Until it opens, questions and answers about a paper belong below that paper.",
  },
  contact: {
    title: "Contact Us",
    details: "Where to find us",
    phone: "Phone",
    email: "E-mail",
    store: "Store location",
    hours: "Hours",
    formTitle: "Get In Touch",
    note: "Your email address will not be published. Required fields are marked *",
    fields: {
      name: { label: "Name *" },
      email: { label: "Username or email *" },
      sub: { label: "Subject *" },
      mess: { label: "Message *" },
    },
    send: "Send Message",
    sent: "Message sent",
    sentDetail: "It is in the inbox of the people who run this archive.",
  },
  dashboard: {
    title: "Dashboard",
    menu: "Dashboard menu",
    welcome: "Welcome",
    hello: (name: string) => `Hello, ${name}`,
    intro: "What you have contributed, and what awaits a moderator.",
    mine: (count: number, pending: number) => `${count} contributed, ${pending} pending`,
    number: "Number",
    details: "Details",
    preview: "Preview",
    status: "Status",
    open: "Open",
    sent: "It is Pending until a moderator approves it. Find it in your list.",
    answered: "Your answer is listed below the question now.",
  },
  admin: {
    panel: "Admin Panel",
    menu: "Admin menu",
    dashboard: "Dashboard",
    welcome: "Welcome to the admin panel. Choose what to look after.",
    waiting: (count: number) => (count === 1 ? "1 pending" : `${count} pending`),
    number: "Number",
    uploader: "Uploader e-mail",
    status: "Status",
    update: "Update",
    reason: "Reason, for the contributor",
    statusOf: (title: string) => `Status of ${title}`,
    updated: "update",
    updatedDetail: (title: string, status: string) => `Status of “${title}” set to ${status}.`,
    unchangedDetail: (title: string, status: string) => `“${title}” was ${status} already.`,
    filter: "Show",
    all: "All",
    shown: (count: number) => (count === 1 ? "1 shown here" : `${count.toLocaleString("en")} shown here`),
    none: "None here.",
    makeAdmin: "Make Admin",
    makeAdminTitle: "Make Admin Role",
    makeAdminPlaceholder: "Enter Email to make admin",
    madeAdmin: "Make Admin successfully",
    madeAdminDetail: (email: string) => `${email} is an admin from now on.`,
    notMadeAdmin: "Oops! Not working",
    alreadyAdmin: (email: string) => `${email} is an admin already.`,
    noSuchPerson: (email: string) =>
      `There is no account with the e-mail ${email}. The person must register first.`,
    messages: "Contact Messages",
    noMessages: "No messages yet.",
  },
  mail: enMail,
};

export type Messages = typeof en;
