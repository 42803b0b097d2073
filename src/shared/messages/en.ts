import { isPlainSemester, semesterKey } from "../facets/normal-forms.ts";
import { enAccounts } from "./en-accounts.ts";
import { enBackupPage } from "./en-backup-page.ts";
import { enChanges } from "./en-changes.ts";
import { serverBusy, tooManyTries } from "./en-limits.ts";
import { enContactDetails } from "./en-contact-details.ts";
import { enDriveCopies } from "./en-drive-copies.ts";
import { enFeedback } from "./en-feedback.ts";
import { enFileOrLink, enFiles, fileSize } from "./en-files.ts";
import { enFrame } from "./en-frame.ts";
import { enCopyright } from "./en-copyright.ts";
import { enHome } from "./en-home.ts";
import { enLinks } from "./en-links.ts";
import { enModeration } from "./en-moderation.ts";
import { enOperations } from "./en-operations.ts";
import { enRecognition } from "./en-recognition.ts";
import { enModerators } from "./en-moderators.ts";
import { enPeople } from "./en-people.ts";
import { enReading } from "./en-reading.ts";
import { enSecondFactor } from "./en-second-factor.ts";
import { enReports } from "./en-reports.ts";
import { errors, notSaved, problems, tooLarge } from "./en-problems.ts";
import { enSimilar } from "./en-similar.ts";
import { enSearch } from "./en-search.ts";
import { enSignIn, enSignInProblems } from "./en-sign-in.ts";
import { enUniversities } from "./en-universities.ts";
import { enUploads } from "./en-uploads.ts";

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** A number as an ordinal, such as 1st, 2nd, 3rd or 11th. */
const ordinal = (number: number): string => `${number}${endings[ordinals.select(number)] ?? "th"}`;

/** @param isMore whether there can be more than `count` */
const counted = (count: number, isMore: boolean): string =>
  `${count.toLocaleString("en")}${isMore ? "+" : ""}`;

export const en = {
  crumbs: { label: "Breadcrumbs", universities: "Universities", noUniversity: "No university" },
  ...enAccounts,
  ...enBackupPage,
  ...enPeople,
  ...enModerators,
  ...enModeration,
  ...enChanges,
  ...enOperations,
  ...enRecognition,
  ...enDriveCopies,
  ...enSearch,
  ...enSecondFactor,
  ...enFrame,
  ...enHome,
  ...enFeedback,
  ...enCopyright,
  ...enContactDetails,
  ...enReports,
  ...enReading,
  ...enLinks,
  ...enSimilar,
  ...enUniversities,
  errors,
  notSaved,
  problems,
  tooLarge,
  tooManyTries,
  serverBusy,
  files: enFiles,
  fileOrLink: enFileOrLink,
  uploads: enUploads,
  signIn: enSignIn,
  signInProblems: enSignInProblems,
  internal: "Something went wrong on our side. We logged the error. Nothing was saved.",
  /** Shown while a page of the dashboard or the admin area loads (spec §2). */
  loading: "Loading...",
  product: "Proshno",
  /** The description of the site for search engines. */
  about:
    "Past exam questions, answers, syllabi, notes, books, lab material and blogs, shared by university students " +
    "in Bangladesh. Free to read on any phone.",
  tagline: "Question Bank Where Students can find Solution",
  status: { Pending: "Pending", Approved: "Approved", Cancelled: "Cancelled" },
  /** Labels of fields that belong to no kind. */
  labels: {
    name: "Full name",
    displayName: "Name",
    email: "Email",
    password: "Password",
    passwordAgain: "Re-enter password",
    passwordNow: "Current password",
    code: "Code",
    contributions: "Your contributions",
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
    term: "Term",
    set: "Set",
  },
  wrong: {
    title: "Something went wrong. please check again...",
    image: "A torn page",
    notFound: "There is no page at this address, or you don't have access to it.",
    back: "Go back and change what you sent.",
    toForm: "Back to the form",
    ours: "This was our fault. We logged the error. Try again in a moment.",
    home: "Go to Home",
  },
  form: {
    summary: "Please check these fields",
    errorTitle: "Error: ",
    optional: "(optional)",
    choose: "Choose",
    chosenPicture: "The picture you chose",
    send: "Send",
    draftRestored: "Draft restored",
    draftDiscard: "Discard",
    draftDiscarded: "Draft discarded",
    filledBy: (code: string) => `Filled in the details of ${code} from the archive`,
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
    /**
     * The description of a list for search engines.
     * @param many the kind's name in the plural
     */
    about: (many: string) =>
      `${many} shared by university students in Bangladesh. Search, read and download them.`,
    search: "Search",
    filters: "Filters",
    close: "Close",
    all: "All",
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
    /**
     * The name of a filter, such as "Year 2022".
     * @param value the value as shown; a value such as "Set A" needs no label
     */
    filter: (label: string, value: string) => (value.startsWith(label) ? value : `${label} ${value}`),
    removeFilter: (name: string) => `Remove filter: ${name}`,
    nothing: "No results for these filters.",
    nothingHint:
      "Try fewer words or clear the filters. If you have the missing item, share it: others are looking for it too.",
    contribute: "Contribute the first one",
    contributeMissing: "Contribute a missing item",
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
    /** @param semester the semester as typed, or its normal form */
    semester: (semester: string) => {
      const key = semesterKey(semester);
      const [, level, term] = /^L(\d)T(\d)$/.exec(key) ?? [];
      if (level) return `Level ${level}, Term ${term}`;
      return isPlainSemester(key) ? `${ordinal(Number(key))} semester` : semester;
    },
    set: (set: string) => `Set ${set}`,
    /**
     * @param label the field's label, such as "Edition"
     * @param value the value as typed: "2", "2nd", or "2nd edition", which needs no label
     */
    numbered: (label: string, value: string) =>
      value.toLowerCase().includes(label.toLowerCase()) ? value : `${label}\u00a0${value}`,
    answers: (count: number) => (count === 1 ? "1 answer" : `${count.toLocaleString("en")} answers`),
    /** The number of answers at the top of a paper's page. */
    answersHere: (count: number) =>
      count === 0 ? "no answers yet" : count === 1 ? "1 answer" : `${count.toLocaleString("en")} answers`,
    answersTitle: "Answers",
    answerNumber: (number: string) => `Answer to question ${number}`,
    editMyAnswer: "Edit my answer",
    answerWithPhotos: "Crop several photos and join them into one PDF",
    signInToAnswer: "Log in to answer",
    sharedBy: "Shared by",
    by: (name: string) => `by ${name}`,
    coverOf: (title: string) => `Cover of ${title}`,
    added: "Added",
  },
  forum: {
    title: "Forum | Share your Idea",
    development: "Under Development",
    hint: "Until the forum opens, post your answers on the paper's page.",
  },
  contact: {
    title: "Contact Us",
    details: "Where to find us",
    phone: "Phone",
    email: "Email",
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
    sentDetail: "An admin will read it.",
  },
  dashboard: {
    title: "Dashboard",
    menu: "Dashboard menu",
    contributeMany: "Contribute many papers",
    piles: "Your batches",
    groups: { library: "Library", contribute: "Contribute", account: "Account" },
    welcome: "Welcome",
    hello: (name: string) => `Hello, ${name}`,
    number: "Number",
    details: "Details",
    preview: "Preview",
    status: "Status",
    open: "Open",
    published: "Your contribution is published. A moderator will check it later.",
    sent: "Your contribution is Pending until a moderator approves it. You can find it in your list.",
    answered: "Your answer now appears below the question.",
  },
  admin: {
    panel: "Admin Panel",
    menu: "Admin menu",
    groups: { queue: "Queue", archive: "Archive", people: "People", site: "Site" },
    dashboard: "Dashboard",
    welcome: "Welcome to the admin panel. Choose a page from the menu.",
    waiting: (count: number) => (count === 1 ? "1 pending" : `${count} pending`),
    number: "Number",
    uploader: "Uploader email",
    status: "Status",
    update: "Update",
    reason: "Reason (the contributor sees it)",
    statusOf: (title: string) => `Status of ${title}`,
    updated: "update",
    updatedDetail: (title: string, status: string) => `The status of “${title}” is now ${status}.`,
    unchangedDetail: (title: string, status: string) => `Nothing changed: “${title}” was already ${status}.`,
    filter: "Show",
    all: "All",
    shown: (count: number) => (count === 1 ? "1 shown" : `${count.toLocaleString("en")} shown`),
    none: "There are no items here.",
    makeAdmin: "Make Admin",
    makeAdminTitle: "Make Admin Role",
    makeAdminPlaceholder: "Enter Email to make admin",
    madeAdmin: "Make Admin successfully",
    madeAdminDetail: (email: string) => `${email} is now an admin.`,
    notMadeAdmin: "Oops! Not working",
    alreadyAdmin: (email: string) => `${email} is already an admin.`,
    noSuchPerson: (email: string) =>
      `There is no account with the email ${email}. Ask the person to sign up first.`,
    messages: "Contact Messages",
    noMessages: "No messages yet. Messages from the contact page appear here.",
  },
};

export type Messages = typeof en;
