import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export default function Forum() {
  const { forum } = useMessages();
  return (
    <main id="main" className="page narrow">
      <PageTitle title={forum.title} />
      <h1>{forum.title}</h1>
      <p className="empty">
        <strong>{forum.development}</strong>
        <br />
        {forum.hint}
      </p>
    </main>
  );
}
