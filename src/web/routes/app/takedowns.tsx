import { TAKEDOWN_NOTE_MAX } from "../../../shared/schemas/takedown.ts";
import { NoteForm } from "../../features/moderation/note-form.tsx";
import { langOf } from "../../items/item-names.ts";
import { ItemName } from "../../items/item-table.tsx";
import { StatusNote } from "../../items/status-note.tsx";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/takedowns.ts";

export const loader = adminLoader(async ({ services, actor, present }) => {
  const open = await services.takedowns.list(actor);
  return open.map(({ claim: { id, itemTitle, name, email, work, signature, createdAt }, item }) => ({
    id,
    itemTitle,
    name,
    email,
    work,
    signature,
    sentAt: new Date(createdAt).toISOString(),
    item: item && present(item),
  }));
});

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, messages } = page;
    const { id, outcome, note } = formFields(form);
    const { title, hid, ...decided } = await services.takedowns.decide(actor, { id, outcome, note });
    const { accepted, acceptedDetail, acceptedGoneDetail, refused, refusedDetail } = messages.takedowns;
    const toast =
      decided.outcome === "refused"
        ? { title: refused, detail: refusedDetail(title) }
        : { title: accepted, detail: (hid ? acceptedDetail : acceptedGoneDetail)(title) };
    return redirectWithToast(page, pattern, toast);
  },
  ({ messages }) => ({
    note: { label: messages.takedowns.note },
  }),
);

type Claim = Route.ComponentProps["loaderData"][number];

/** Copyright claims that wait for a decision, oldest first. */
export default function Takedowns({ loaderData: claims, actionData }: Route.ComponentProps) {
  const { takedowns } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const failed = attempt?.values["id"];
  const place = `${attempt?.values["outcome"]}-${failed}`;
  const { note, ...others } = attempt?.problems ?? {};
  const problems = { ...others, ...(note ? { [place]: note } : {}) };
  return (
    <>
      <PageTitle title={takedowns.title} failed={attempt !== undefined} />
      <h1>{takedowns.title}</h1>
      {attempt && <ErrorSummary problems={problems} message={attempt.message} />}
      {claims.length === 0 ? (
        <p className="empty">{takedowns.none}</p>
      ) : (
        <p>{takedowns.waiting(claims.length)}</p>
      )}
      {claims.map((claim) => (
        <ClaimCard key={claim.id} claim={claim} attempt={failed === claim.id ? attempt : undefined} />
      ))}
    </>
  );
}

function ClaimCard({ claim, attempt }: { claim: Claim; attempt: Attempt | undefined }) {
  const { takedowns } = useMessages();
  const { id, item, itemTitle, name, email, work, signature, sentAt } = claim;
  return (
    <article className="review" aria-labelledby={`claim-${id}`}>
      <h2 id={`claim-${id}`} lang={langOf(itemTitle)}>
        {takedowns.about(itemTitle)}
      </h2>
      {item ? (
        <p className="admin-reported-item">
          <ItemName item={item} />
          <StatusNote item={item} isAdmins />
        </p>
      ) : (
        <p>{takedowns.gone}</p>
      )}
      <p>
        {name} · <a href={`mailto:${email}`}>{email}</a> · <TimeOf iso={sentAt} time />
      </p>
      <p className="prose" lang={langOf(work)}>
        {work}
      </p>
      <p className="by">{takedowns.signed(signature)}</p>
      <div className="item-actions">
        {(["accepted", "refused"] as const).map((outcome) => (
          <NoteForm
            key={outcome}
            id={`${outcome}-${id}`}
            label={outcome === "accepted" ? takedowns.acceptNote : takedowns.refuseNote}
            name="note"
            max={TAKEDOWN_NOTE_MAX}
            initial={outcome === "accepted" ? takedowns.acceptReason : ""}
            attempt={attempt?.values["outcome"] === outcome ? attempt : undefined}
            button={outcome === "accepted" ? takedowns.accept : takedowns.refuse}
            about={itemTitle}
            isDanger={outcome === "accepted"}
            fields={{ id, outcome }}
          />
        ))}
      </div>
    </article>
  );
}
