import type { ContactDetails } from "../contact-details.ts";

/** A part of a legal text: its heading, paragraphs, and where it lists things, each with what is said of it. */
export interface LegalSection {
  heading: string;
  paragraphs?: string[];
  facts?: { term: string; text: string }[];
  link?: { href: string; label: string };
}

const CONTACT_PAGE = { href: "/contact", label: "Contact page" };

/** Whose texts people find on this site, and what it keeps of them. It must say what the product does, and no more. */
function privacySections({ name, email, address }: ContactDetails): LegalSection[] {
  const responsible = [name ?? "The operator of this site", address, email].filter(Boolean).join(", ");
  return [
    {
      heading: "In short",
      paragraphs: [
        "You read and download without an account. There is no advertising, no measuring of visitors, and no script from another site. What is kept is what the archive needs to work, and you can delete your account yourself.",
      ],
    },
    {
      heading: "Who is responsible",
      paragraphs: [`${responsible}.`],
      ...(email ? {} : { link: CONTACT_PAGE }),
    },
    {
      heading: "What is kept",
      facts: [
        {
          term: "Your account",
          text: "Name, e-mail, whether the e-mail was verified, role and dates; and what you add yourself: a photo or the address of one, department, roll and university. Your password is kept as an Argon2id hash, which nobody can read back. If you sign in with a provider, its number for you.",
        },
        {
          term: "Second factor",
          text: "If you turn it on: the secret of your authenticator app, encrypted, and hashes of your recovery codes.",
        },
        {
          term: "Where you are logged in",
          text: "For each browser: when you logged in, and how the browser names itself. A login ends after 30 days at the latest, and what is kept of it is deleted when you next log in.",
        },
        {
          term: "What you do here",
          text: "What you contribute and when, your answers, votes, ratings and reviews, your reports, and your requests to delete something.",
        },
        {
          term: "Files you upload",
          text: "The file, its original name, and pictures of its pages. Everyone who can see the item can download the file. We remove the place, the time and the camera from a photo before we store it. We store a PDF as it is, with the name of its author if it contains one; we only remove scripts, commands and attached files. We redraw a photo of yourself and the cover of a blog, and store nothing but the picture; only you and admins see your photo. We delete an upload that you don't use after about a day. When your account is deleted, we forget that you uploaded the file, and its original name.",
        },
        {
          term: "What you write to us",
          text: "Contact messages and copyright claims, with the name and the address that you give. They stay until those who run the archive delete them; a claim is kept with what was decided on it.",
        },
        {
          term: "Newsletter",
          text: "Your e-mail, and when you asked for it and confirmed it. It is deleted when you unsubscribe.",
        },
        {
          term: "Audit trail",
          text: "What admins do to accounts and items, and that an account was deleted, with the e-mails as they were then. It stays when the account is gone.",
        },
        {
          term: "Limits",
          text: "How often something was tried from a network address or for an account, under a code that can't be turned back into either. Counts that are over are deleted.",
        },
        {
          term: "Mails",
          text: "A mail waits in a queue, and is deleted from it once it is sent. One that can't be sent stays until those who run the archive drop it. Of a link that is mailed, a hash is kept with your e-mail until the link is used or has run out.",
        },
        {
          term: "Log of the server",
          text: "Faults of the server, and mails that failed. It is written without e-mails and network addresses. For a search for faults, the pages that are asked for can be added, without e-mails too. A proxy in front of the server may keep a log of its own.",
        },
      ],
    },
    {
      heading: "Cookies",
      paragraphs: [
        "Each is set by this site for itself, and scripts can't read it. None follows you. Without any you can still read everything.",
      ],
      facts: [
        { term: "proshno", text: "Keeps you logged in, for 30 days at most." },
        {
          term: "proshno-device",
          text: "Shows that your account logged in from this browser before, so that strangers who guess at your password can't lock you out. One year.",
        },
        { term: "theme", text: "Light or dark, once you choose one. One year." },
        {
          term: "toast",
          text: "What the next page tells you, such as that something was saved. One minute.",
        },
        {
          term: "While you log in or register",
          text: "Cookies that remember the step you are at, with a provider or by a mailed link. They end with that step, or soon by themselves.",
        },
      ],
    },
    {
      heading: "Who sees what",
      paragraphs: [
        "Everybody sees your name at what you contributed once it is approved, and at your answers and reviews. Visitors see your e-mail at most as its first letter and its domain; who is logged in sees it whole at your blogs. Votes and ratings are shown as numbers only.",
        "Admins see names, e-mails, all contributions, reports, contact messages and claims. Your passwords and codes nobody sees.",
      ],
    },
    {
      heading: "Other sites",
      paragraphs: [
        "Many files lie in Google Drive or on another site. Your browser goes there when you open a preview, a download or a link, and that site then learns your network address. Covers and photos may be pictures on other sites, too. If you log in with a provider, it learns that you do. Nothing of yours is sold or handed on.",
      ],
    },
    {
      heading: "What you can do",
      paragraphs: [
        "See and change your profile, e-mail and password; see where you are logged in, and end it; edit what you contributed, or ask for its deletion; leave the newsletter by the link in each one.",
        "Delete your account: your profile, logins, votes, ratings and reviews go at once. What you contributed stays without your name, or goes with you, as you choose; a question that others answered stays without your name. Reports stay without it.",
        `For a copy of what we store about you, or anything else, write to ${email ?? "us on the contact page"}.`,
      ],
      link: { href: "/dashboard/security", label: "Security of your account" },
    },
  ];
}

function termsSections({ name, email }: ContactDetails): LegalSection[] {
  return [
    {
      heading: "What this is",
      paragraphs: [
        `An archive of past exam questions, answers, syllabi, notes, books, lab material and blogs that students share with each other, free of charge.${name ? ` It is run by ${name}.` : ""} By using it you accept these terms.`,
      ],
    },
    {
      heading: "Your account",
      paragraphs: [
        "It is for you alone: give your own e-mail, and keep your password to yourself. You may delete it at any time. An account that is used to harm others or the archive may be suspended.",
      ],
    },
    {
      heading: "What you contribute",
      paragraphs: [
        "Share only what you made yourself or are allowed to share. It stays yours; you allow the archive to show it to everybody and to hand it out, for as long as it stands here.",
        "No papers of an exam that is yet to be held, nothing that insults, threatens or exposes somebody, and no advertising.",
        "Most contributions wait until a moderator has looked at them; answers appear at once. Moderators may correct, cancel or remove what breaks these terms, and can give you the reason. You may edit what you contributed, and ask for its deletion.",
      ],
    },
    {
      heading: "Copyright",
      paragraphs: [
        "If something here is your work and you did not allow it, send a copyright claim. An admin decides on it, and what is accepted is taken out of the archive at once. If you think that yours was taken out wrongly, write on the contact page.",
      ],
      link: { href: "/copyright", label: "Copyright claim" },
    },
    {
      heading: "No warranty",
      paragraphs: [
        "Papers and answers come from students and may be wrong or incomplete. Check what matters to you. The archive may be unreachable at times, and may end.",
      ],
    },
    {
      heading: "Fair use",
      paragraphs: [
        "Don't overload the archive, get around its limits, or collect people's data from it. Its interface for programs is open to everybody within the same limits.",
      ],
      link: { href: "/api/docs", label: "API reference" },
    },
    {
      heading: "Changes and questions",
      paragraphs: [
        `These terms may change; this page shows the current terms. Send questions to ${email ?? "us on the contact page"}.`,
      ],
      ...(email ? {} : { link: CONTACT_PAGE }),
    },
  ];
}

/** Words of the pages on privacy, terms and copyright, and of what admins decide there. */
export const enLegal = {
  privacy: { title: "Privacy", sections: privacySections },
  terms: { title: "Terms of Use", sections: termsSections },
  registerNote: {
    before: "By registering you accept the ",
    terms: "terms of use",
    between: ". The ",
    privacy: "privacy page",
    after: " says what is kept of you.",
  },
  copyright: {
    title: "Copyright Claim",
    intro:
      "Something here is your work, or of somebody you act for, and nobody allowed it? Tell those who run the archive. An admin decides, and you hear of it by mail.",
    fromReport: "Is it your own work?",
    other: "For anything else, use Report on the item's page.",
    published: "Your claim is not published. Its name and address are used for nothing else.",
    fields: {
      item: { label: "Address of the item" },
      name: { label: "Your name" },
      email: { label: "Your e-mail" },
      work: { label: "The work you claim" },
      goodFaith: {
        label:
          "I believe in good faith that this use was not allowed by the owner, their agent or the law, that what I say here is true, and that I am the owner or may act for them.",
      },
      signature: { label: "Signature" },
    },
    itemHint: "Copy it from the browser while the item's page is open.",
    workHint: "What it is, who made it, and where the original can be seen.",
    signatureHint: "Your full name. It counts as your signature.",
    send: "Send claim",
    sent: "Claim sent",
    sentDetail: "An admin will decide on it. You hear of it by mail.",
  },
  takedowns: {
    title: "Copyright Claims",
    none: "No claim awaits a decision.",
    waiting: (count: number) =>
      count === 1 ? "1 claim awaits a decision." : `${count} claims await a decision, the oldest first.`,
    about: (title: string) => `Claim to “${title}”`,
    gone: "The item is no longer in the archive.",
    signed: (name: string) => `Signed: ${name}`,
    note: "Reason",
    accept: "Accept",
    acceptNote: "Reason, for the contributor",
    acceptReason: "Taken out after a copyright claim.",
    refuse: "Refuse",
    refuseNote: "Why it is refused, for the claimant",
    accepted: "Claim accepted",
    acceptedDetail: (title: string) => `“${title}” is out of the archive. The claimant is told by mail.`,
    acceptedGoneDetail: (title: string) =>
      `“${title}” was out of the archive already. The claimant is told by mail.`,
    refused: "Claim refused",
    refusedDetail: (title: string) => `“${title}” stays. The claimant is told by mail.`,
  },
};
