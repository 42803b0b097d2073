/** Words of the mails that the archive sends. */
export const enMail = {
  footer: (origin: string) => `Sent by Proshno, ${origin}`,
  /** Each gives the words of one mail: plain text, a link by its path. */
  templates: {
    contact: ({ name, email, sub, mess }: { name: string; email: string; sub: string; mess: string }) => ({
      subject: `Contact message: ${sub}`,
      paragraphs: [`${name} (${email}) wrote in the contact form:`, mess],
      link: { label: "All contact messages", path: "/admin-dashboard/contact-messages" },
    }),
  },
};
