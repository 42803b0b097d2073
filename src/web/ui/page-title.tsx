import { useMessages } from "./messages.ts";

/** The document's title; begins with "Error:" after an attempt that failed. */
export function PageTitle({ title, failed = false }: { title: string; failed?: boolean }) {
  const { form, product } = useMessages();
  return <title>{`${failed ? form.errorTitle : ""}${title} · ${product}`}</title>;
}
