import type { ContactDetails } from "../people/contact-details.ts";
import { catalogue } from "./catalogue.ts";

/** A part of a legal text: a heading, paragraphs, and a list of terms with their explanations. */
export interface LegalSection {
  heading: string;
  paragraphs?: string[];
  facts?: { term: string; text: string }[];
  link?: { href: string; label: string };
}

const CONTACT_PAGE = { href: "/contact", label: "Contact page" };

/** The data that the site stores about people. It must describe exactly what the product does. */
function privacySections({ name, email, address }: ContactDetails): LegalSection[] {
  const responsible = [name ?? "The operator of this site", address, email].filter(Boolean).join(", ");
  return [
    {
      heading: "In short",
      paragraphs: [
        "You can read and download without an account. We show no advertising, don't track visitors and load no scripts from other sites. We store only what the archive needs to work. You can delete your account yourself.",
      ],
    },
    {
      heading: "Who is responsible",
      paragraphs: [`${responsible}.`],
      ...(email ? {} : { link: CONTACT_PAGE }),
    },
    {
      heading: "What we store",
      facts: [
        {
          term: "Your account",
          text: "We store your name, email and role, dates such as your sign-up date, and whether your email is verified. We also store what you add: a photo or its address, department, roll and university. We store your password as an Argon2id hash, which nobody can turn back into the password. If you log in with a provider, we store the id that the provider uses for you.",
        },
        {
          term: "Two-step login",
          text: "If you turn it on, we store the encrypted secret of your authenticator app and hashes of your recovery codes.",
        },
        {
          term: "Where you are logged in",
          text: "For each browser, we store when you logged in and the browser's name (its user agent). A login lasts at most 30 days. We delete the record of an expired login when you next log in.",
        },
        {
          term: "What you do here",
          text: "We store your contributions and their dates, your answers, votes, ratings, reviews and reports, and your requests to delete items.",
        },
        {
          term: "Files behind Google Drive links",
          text: "This archive may copy the public file behind a Google Drive link that you share, and treat the copy like an uploaded file. We don't store the file's name in Google Drive. We delete the copy when its item is removed, or when you change the link. If you stop sharing the file in Google Drive, the copy stays until you do one of these.",
        },
        {
          term: "Files you upload",
          text: "We store the file, its original name, and pictures of its pages. Everyone who can see the item can download the file. Before we store a photo, we remove the data about where, when and with which camera it was taken. We convert HEIC, AVIF and TIFF pictures to JPEG or PDF. We remove scripts, commands and attached files from a PDF and change nothing else, so it may contain the author's name. A DOCX or PPTX stays as it is and may contain names too. We convert your profile photo and blog covers into new pictures, and store only those. Only you and admins see your profile photo. If you don't use an upload, and it is in no batch, we delete it after about a day. When your account is deleted, we delete the original names of your files and the record that you uploaded them.",
        },
        {
          term: "Batches: papers that you collect before you send them",
          text: "Only you see the files, links and details of a batch. For each photo in it, we store when it was taken, its size and how light it is, to find photos of one paper. We delete this when you send or remove the paper, or when you take joined photos apart. We delete a batch with its files when you remove it, or 30 days after your last change.",
        },
        {
          term: "Your messages to us",
          text: "We store contact messages and copyright claims with the name and email address that you enter. We keep them until an operator deletes them. We store the decision on a claim with the claim.",
        },
        {
          term: "Notices",
          text: "We store the notices about your contributions, when you read them, and how often you want emails about them. We keep your newest 500 notices, and delete all of them with your account.",
        },
        {
          term: "Courses and saved lists",
          text: "We store the papers that you ask for, the courses that you follow, and your saved lists with their names. Others see only how many people want a paper or follow a course. We delete a request 90 days after we told you about its paper, and everything with your account.",
        },
        {
          term: "Newsletter",
          text: "We store your email and the dates when you subscribed and confirmed. We delete all of this when you unsubscribe.",
        },
        {
          term: "Audit trail",
          text: "We record each admin action on an account or item, and each deletion of an account, with the email addresses at that time. These records stay after an account is deleted.",
        },
        {
          term: "Limits",
          text: "We count attempts per IP address and per account. We store the counts under a code that nobody can turn back into the IP address or account. We delete expired counts.",
        },
        {
          term: "Emails",
          text: "Each email waits in a queue. We delete it from the queue when it is sent. If we can't send an email, it stays in the queue until an operator deletes it. If an email contains a link with a code, we store a hash of the code with your email until you use the link or it expires.",
        },
        {
          term: "Server log",
          text: "The log records server errors and emails that we couldn't send. It contains no email addresses and no IP addresses. To find an error, an operator can also log the requested pages, without email addresses. A proxy in front of the server may keep its own log.",
        },
      ],
    },
    {
      heading: "Cookies",
      paragraphs: [
        "Only this site can use these cookies. Scripts can't read them, and they don't track you. You can read everything without cookies.",
        "Your browser also stores unsent text and the ten courses that you opened or followed last. The home page asks our server for the newest papers of three of them, without your login. When you log out, your browser deletes all of this.",
      ],
      facts: [
        { term: "proshno", text: "Keeps you logged in for up to 30 days." },
        {
          term: "proshno-device",
          text: "Shows that your account logged in from this browser before, so that strangers who try to guess your password can't lock you out. It lasts one year.",
        },
        { term: "theme", text: "Remembers the light or dark theme when you choose one. It lasts one year." },
        {
          term: "toast",
          text: "Holds a message for the next page, such as “Saved”. It lasts one minute.",
        },
        {
          term: "While you log in or sign up",
          text: "These cookies remember where you are when you use a provider or an emailed link. They expire when you finish or soon after.",
        },
      ],
    },
    {
      heading: "Who sees what",
      paragraphs: [
        "Everyone sees your name on your approved contributions, answers and reviews. Visitors see at most the first letter and the domain of your email. Logged-in readers see your full email address on your blogs. We show votes and ratings only as numbers.",
        "Admins see names, emails, all contributions, reports, contact messages and claims. Nobody sees your password or codes.",
      ],
    },
    {
      heading: "Other sites",
      paragraphs: [
        "Many files are in Google Drive or on other sites. When you open a preview, a download or a link, your browser contacts that site, and the site learns your IP address. Covers and photos may also be on other sites. If you log in with a provider, it learns that you log in here. We don't sell your data or give it to others.",
      ],
    },
    {
      heading: "What you can do",
      paragraphs: [
        "You can see and change your profile, email and password. You can see where you are logged in and log out of each device. You can edit your contributions or ask us to delete them. Every newsletter has a link to unsubscribe.",
        "You can delete your account. We then delete your profile, logins, votes, ratings and reviews at once. You choose whether your contributions stay without your name or are deleted too. A question that other people answered stays in the archive without your name. Your reports also stay without your name.",
        `To get a copy of your data, or for anything else, write to ${email ?? "us on the contact page"}.`,
      ],
      link: { href: "/dashboard/security", label: "Account security" },
    },
  ];
}

function termsSections({ name, email }: ContactDetails): LegalSection[] {
  return [
    {
      heading: "What Proshno is",
      paragraphs: [
        `Proshno is an archive of past exam questions, answers, syllabi, notes, books, lab material and blogs. Students share them with each other free of charge.${name ? ` ${name} runs it.` : ""} By using it, you accept these terms.`,
      ],
    },
    {
      heading: "Your account",
      paragraphs: [
        "Only you may use your account. Use your own email and keep your password secret. You may delete your account at any time. We may suspend an account that harms people or the archive.",
      ],
    },
    {
      heading: "Your contributions",
      paragraphs: [
        "Share only your own work or work that you are allowed to share. Your work stays yours. You allow the archive to show it to everyone and to offer it for download for as long as it is in the archive.",
        "Don't share papers of future exams, advertising, or anything that insults, threatens or exposes people.",
        "Most contributions wait until a moderator approves them. Answers appear at once. Moderators may correct, cancel or remove contributions that break these terms, and can give you the reason. You may edit your contributions and ask us to delete them.",
      ],
    },
    {
      heading: "Copyright",
      paragraphs: [
        "If the archive shows your work without your permission, send a copyright claim. An admin decides on the claim. If the admin accepts it, we remove the item at once. If you think we removed your contribution by mistake, write to us on the contact page.",
      ],
      link: { href: "/copyright", label: "Copyright claim" },
    },
    {
      heading: "No warranty",
      paragraphs: [
        "Papers and answers come from students and may be wrong or incomplete. Check important facts yourself. The archive may be offline at times and may close.",
      ],
    },
    {
      heading: "Fair use",
      paragraphs: [
        "Don't overload the archive, bypass its limits or collect people's data from it. Everyone may use its API within the same limits.",
      ],
      link: { href: "/api/docs", label: "API reference" },
    },
    {
      heading: "Changes and questions",
      paragraphs: [
        `These terms may change. This page shows the current terms. Send questions to ${email ?? "us on the contact page"}.`,
      ],
      ...(email ? {} : { link: CONTACT_PAGE }),
    },
  ];
}

/** Texts of the pages on privacy and terms. */
export const enLegal = {
  privacy: { title: "Privacy", sections: privacySections },
  terms: { title: "Terms of Use", sections: termsSections },
};

export const legalMessages = catalogue({ en: enLegal });
