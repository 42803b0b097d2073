import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";

export default function Forum() {
  const { forum } = useMessages();
  return (
    <SheetPage title={forum.title}>
      <p className="empty">
        <strong>{forum.development}</strong>
        <br />
        {forum.hint}
      </p>
    </SheetPage>
  );
}
