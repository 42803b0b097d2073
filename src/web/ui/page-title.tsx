import { useMessages } from "./messages.ts";

export interface PageTitleProps {
  title: string;
  failed?: boolean;
  /** For readers who find the page in a search. Left out: the site's description; null: the page has its own. */
  description?: string | null;
}

/** The document's title and description; the title begins with "Error:" after an attempt that failed. */
export function PageTitle({ title, failed = false, description }: PageTitleProps) {
  const { form, product, about } = useMessages();
  return (
    <>
      <title>{`${failed ? form.errorTitle : ""}${title} · ${product}`}</title>
      {description !== null && <meta name="description" content={description ?? about} />}
    </>
  );
}
