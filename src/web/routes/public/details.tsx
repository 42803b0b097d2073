import { redirect } from "react-router";
import { DomainError } from "../../../shared/problems/errors.ts";
import { childKind, kindNamed } from "../../../shared/kinds/index.ts";
import { byHelpfulness } from "../../../shared/items/helpfulness.ts";
import type { Item, PaperTexts, Toast, Votes } from "../../page/context.ts";
import { addAnswer } from "../../features/form/add-answer.ts";
import { ItemFields } from "../../features/form/item-fields.tsx";
import { Answers } from "../../features/details/answers.tsx";
import { CopyNote } from "../../features/details/copy-note.tsx";
import { Cover } from "../../items/cover.tsx";
import { headingText, useHeading } from "../../features/details/heading.ts";
import { useItemCrumbs } from "../../features/details/item-crumbs.ts";
import { ContributedBy } from "../../features/details/item-facts.tsx";
import { ItemHead } from "../../features/details/item-head.tsx";
import { courseOf } from "../../items/course-crumbs.ts";
import { detailsHref, langOf, fullTitleOf, titleOf } from "../../items/item-names.ts";
import { ItemRating } from "../../features/details/item-rating.tsx";
import { PaperHead } from "../../features/details/paper-head.tsx";
import { PaperPages } from "../../features/paper/paper-pages.tsx";
import { PaperScript, PaperViews, PrintButton } from "../../features/paper/paper-views.tsx";
import { Related, RELATED, relatedQueries } from "../../features/details/related.tsx";
import { Share } from "../../features/details/share.tsx";
import { OpenedCourse } from "../../items/opened-course.tsx";
import { SaveLink } from "../../items/save-link.tsx";
import { slots } from "../../items/slots.tsx";
import { Viewer, ViewerScript } from "../../items/viewer.tsx";
import { draftKeyOf } from "../../page/draft-key.ts";
import { kindAt } from "../../addresses/kind-at.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import type { Page, PostedPage } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import type { Route } from "./+types/details.ts";

export const loader = pageLoader(async (page) => {
  const { pattern, url, params, services, actor, origin, present } = page;
  const kind = kindAt(pattern);
  const id = params["id"] as string;
  const instead = await services.resources.shownInstead(actor, kind.name, id);
  if (instead !== undefined) throw redirect(`${kind.pages.details}/${instead}`);
  const row = await services.resources.get(actor, kind.name, id);
  const item = present(row);
  const noVotes: Record<string, Votes> = {};
  const [answers, votes, own, isSaved, related, texts, copy] = await Promise.all([
    kind.answers ? services.resources.listChildren(actor, kind.name, id) : [],
    kind.answers ? services.feedback.votesBelow(actor, id) : noVotes,
    services.feedback.ownRating(actor, id),
    actor !== undefined && services.saved.isSaved(actor, id),
    relatedTo(page, item),
    item.file && row.fileKey ? textsOf(page, row.fileKey, item.file.pageCount === 0) : undefined,
    services.driveCopies.stateOf(actor, row),
  ]);
  const sorted = byHelpfulness(answers, (answer) => votes[answer.id]);
  const ownIds = sorted
    .filter(({ uploaderId }) => uploaderId === (actor?.id ?? ""))
    .map((answer) => answer.id);
  const reader = actor ? (page.policy.rate(actor, row) ? "other" : "owner") : "visitor";
  return {
    item,
    answers: sorted.map(present),
    votes,
    ownIds,
    own,
    isSaved,
    related,
    texts,
    copy,
    reader: reader as "visitor" | "owner" | "other",
    draft: actor && draftKeyOf(page),
    path: url.pathname,
    origin,
  };
});

/** The text of the item's file, if the address requests it (`?view=text`), or if there are no page images. */
function textsOf(
  { url, services, actor }: Page,
  fileKey: string,
  isDocument: boolean,
): Promise<PaperTexts> | undefined {
  if (!isDocument && url.searchParams.get("view") !== "text") return undefined;
  const part = /^[1-9]\d{0,3}$/.exec(url.searchParams.get("page") ?? "");
  return services.recognition.pageTexts(actor, fileKey, part ? Number(part[0]) : 1);
}

/** Related items, from the first rule that finds any. */
async function relatedTo({ services, actor, present }: Page, item: Item) {
  for (const query of relatedQueries(item)) {
    // A later rule is used only if the earlier ones found nothing.
    const filter = { ...query, status: "Approved" as const };
    const rows = await services.resources.newest(actor, item.kind, filter, RELATED);
    const items = rows.filter(({ id }) => id !== item._id).map(present);
    if (items.length > 0) return { query, items };
  }
  return { query: {}, items: [] };
}

/** The other forms of the page besides the answer form, by the name of their `act`. */
const acts = new Map([
  ["rate", giveRating],
  ["vote", giveVote],
  ["brokenLink", reportBrokenLink],
]);

export const action = pageAction(
  async (page) => {
    const act = textOf(page.form, "act");
    const toast = await (acts.get(act) ?? giveAnswer)(page);
    const part = act === "rate" ? "#ratings" : act === "vote" ? "#answers" : "";
    return redirectWithToast(page, page.url.pathname + part, toast);
  },
  ({ pattern, locale }) => childKind(kindAt(pattern))?.words[locale].fields ?? {},
);

async function giveRating({
  pattern,
  params,
  form,
  services,
  actor,
  visit,
  messages,
}: PostedPage): Promise<Toast> {
  const rating = textOf(form, "rating");
  const id = params["id"] as string;
  await services.feedback.rate(actor, kindAt(pattern).name, id, { rating }, visit.client);
  return { title: messages.rating.saved, detail: messages.rating.savedDetail(rating) };
}

async function giveVote({ pattern, form, services, actor, visit, messages }: PostedPage): Promise<Toast> {
  const child = childKind(kindAt(pattern));
  if (!child) throw new DomainError("wrong_method");
  const helpful = textOf(form, "helpful");
  await services.feedback.vote(actor, child.name, textOf(form, "answerId"), { helpful }, visit.client);
  const { saved, savedDetail, takenBack, takenBackDetail } = messages.votes;
  if (helpful === "none") return { title: takenBack, detail: takenBackDetail };
  return { title: saved, detail: helpful === "yes" ? savedDetail.yes : savedDetail.no };
}

async function reportBrokenLink(page: PostedPage): Promise<Toast> {
  const { pattern, params, services, actor, visit, messages } = page;
  const id = params["id"] as string;
  const kindName = kindAt(pattern).name;
  const outcome = await services.feedback.reportBrokenLink(actor, kindName, id, visit.client);
  return { title: messages.brokenLink.title, detail: messages.brokenLink.detail[outcome] };
}

async function giveAnswer(page: PostedPage): Promise<Toast> {
  const child = childKind(kindAt(page.pattern));
  if (!child) throw new DomainError("wrong_method");
  return addAnswer(page, child);
}

/** One item: its file, its facts and, under a question, its answers (spec §2). */
export default function Details({ loaderData, actionData }: Route.ComponentProps) {
  const { item, answers, votes, ownIds, own, isSaved, related, texts, copy, reader, draft, path, origin } =
    loaderData;
  const address = origin + detailsHref(item);
  const name = headingText(useHeading(item));
  const { edit, removal } = useMessages();
  const child = childKind(kindNamed(item.kind));
  const attempt = actionData as Attempt | undefined;
  const Body = slots[item.kind]?.Body;
  const act = attempt?.values["act"];
  const answerAttempt = act === "rate" || act === "brokenLink" ? undefined : attempt;
  const approved = item.status === "Approved";
  const course = courseOf(item);
  return (
    <main id="main" className={item.file ? "page details-page paper" : "page details-page"}>
      <PageTitle title={name} failed={attempt !== undefined} description={null} />
      <ItemHead item={item} origin={origin} address={address} />
      <header className="details-head">
        <Breadcrumbs crumbs={useItemCrumbs(item)} origin={origin} current={name} />
        {!approved && (
          <p>
            <Stamp status={item.status} />
          </p>
        )}
        {item.isRemoved && <p>{removal.removed}</p>}
        {item.reason && <p lang={langOf(item.reason)}>{removal.reason(item.reason)}</p>}
        {item.mayBeSentAgain && (
          <p>
            <a className="button" href={`/dashboard/edit/${item._id}`}>
              {edit.sendAgain}
            </a>
          </p>
        )}
        <CopyNote copy={copy} />
        {act === "brokenLink" && attempt && (
          <ErrorSummary problems={attempt.problems} message={attempt.message} />
        )}
        {!Body && (
          <PaperHead item={item} answerCount={answers.length}>
            <PrintButton item={item} />
          </PaperHead>
        )}
      </header>
      <div className="details-main">{Body ? <Body item={item} /> : <Paper item={item} texts={texts} />}</div>
      <div className="details-side">
        {!Body && <ContributedBy item={item} />}
        {approved && (
          <div className="button-row">
            <SaveLink item={item} title={fullTitleOf(item)} className="button quiet" isSaved={isSaved} />
            <Share item={item} address={address} />
          </div>
        )}
        {child && (
          <Answers
            id={item._id}
            kind={child}
            answers={answers}
            votes={votes}
            ownIds={ownIds}
            attempt={answerAttempt}
            isRefused={attempt !== undefined && act === undefined}
            draft={draft}
            open={approved}
            path={path}
            Pages={PaperPages}
          >
            <ItemFields kind={child} attempt={answerAttempt} />
          </Answers>
        )}
        {approved && (
          <ItemRating
            item={item}
            own={own}
            reader={reader}
            attempt={act === "rate" ? attempt : undefined}
            path={path}
          />
        )}
        <Related item={item} {...related} />
      </div>
      <PaperScript items={[item, ...answers]} />
      {child && course && <OpenedCourse course={{ ...course, title: titleOf(item) }} />}
    </main>
  );
}

/** The pages of the paper. For a link, a cover is shown until the reader opens the host's viewer. */
function Paper({ item, texts }: { item: Item; texts: PaperTexts | undefined }) {
  const cover = !item.file && <Cover item={item} title={titleOf(item)} isLarge />;
  return (
    <>
      <PaperViews item={item} texts={texts} />
      {item.previewUrl ? <Viewer item={item} cover={cover} /> : cover}
      <ViewerScript items={[item]} />
    </>
  );
}
