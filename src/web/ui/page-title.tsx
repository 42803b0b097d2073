import { useMessages } from "./messages.ts";

export interface PageTitleProps {
  title: string;
  failed?: boolean;
  /**
   * The description for search engines. The default is the description of the site; null if another component
   * sets the description.
   */
  description?: string | null;
}

/** The document's title and description. After a failed attempt, the title begins with "Error:". */
export function PageTitle({ title, failed = false, description }: PageTitleProps) {
  const { form, product, about } = useMessages();
  return (
    <>
      <title>{`${failed ? form.errorTitle : ""}${title} · ${product}`}</title>
      {description !== null && <meta name="description" content={description ?? about} />}
    </>
  );
}
