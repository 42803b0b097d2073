import { DomainError } from "../../../shared/errors.ts";
import { departmentLabel } from "../../../shared/departments.ts";
import { childKind, kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../context.ts";
import { Answers } from "../../features/resources/answers.tsx";
import { langOf, titleOf } from "../../features/resources/item-names.ts";
import { slots } from "../../features/resources/slots.tsx";
import { kindAt } from "../../kind-at.ts";
import { useKindWords } from "../../kind-words.ts";
import { type Attempt, formFields, pageAction, pageLoader, redirectWithToast } from "../../page.ts";
import { DownloadIcon } from "../../ui/download-icon.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/details.ts";

export const loader = pageLoader(async ({ pattern, url, params, services, actor, present }) => {
  const kind = kindAt(pattern);
  const id = params["id"] as string;
  const item = present(await services.resources.get(actor, kind.name, id));
  const answers = kind.answers ? await services.resources.listChildren(actor, kind.name, id) : [];
  return { item, answers: answers.map(present), path: url.pathname, signedIn: actor !== undefined };
});

export const action = pageAction(
  async (page) => {
    const { pattern, url, params, form, services, actor, visit, messages, locale } = page;
    const child = childKind(kindAt(pattern));
    if (!child?.parent) throw new DomainError("wrong_method");
    const input = { ...formFields(form), [child.parent.idField]: params["id"] };
    await services.resources.create(actor, child.name, input, visit.client);
    const toast = { title: child.words[locale].added, detail: messages.dashboard.answered };
    return redirectWithToast(page, url.pathname, toast);
  },
  ({ pattern, locale }) => childKind(kindAt(pattern))?.words[locale].fields ?? {},
);

/** One item: its file, its facts and, below a question, its answers (spec §2). */
export default function Details({ loaderData, actionData }: Route.ComponentProps) {
  const { item, answers, path, signedIn } = loaderData;
  const child = childKind(kindNamed(item.kind));
  const attempt = actionData as Attempt | undefined;
  const Body = slots[item.kind]?.Body ?? PaperBody;
  const approved = item.status === "Approved";
  return (
    <main id="main" className="page">
      <PageTitle title={titleOf(item)} failed={attempt !== undefined} />
      {!approved && (
        <p>
          <Stamp status={item.status} />
        </p>
      )}
      <Body item={item} />
      {child && (
        <Answers
          kind={child}
          answers={answers}
          attempt={attempt}
          signedIn={signedIn}
          open={approved}
          path={path}
        />
      )}
    </main>
  );
}

function PaperBody({ item }: { item: Item }) {
  const { item: words } = useMessages();
  const title = titleOf(item);
  return (
    <>
      <h1 lang={langOf(title)}>{title}</h1>
      <Facts item={item} />
      <div className="button-row">
        <a className="button" href={item.downloadUrl} rel="noopener noreferrer">
          <DownloadIcon />
          {item.previewUrl ? words.download : words.openLink}
        </a>
      </div>
      {item.previewUrl && (
        <details className="viewer">
          <summary>{words.preview}</summary>
          <iframe
            src={item.previewUrl}
            title={words.previewOf(title)}
            loading="lazy"
            // The viewer is another site, so its own origin gives it nothing of ours.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-popups"
            referrerPolicy="no-referrer"
          />
        </details>
      )}
    </>
  );
}

function Facts({ item }: { item: Item }) {
  const kind = kindNamed(item.kind);
  const { item: words } = useMessages();
  const { fields: labels } = useKindWords(kind);
  const facts = Object.entries(kind.fields).flatMap(([name, field]) => {
    const value = item.fields[name];
    if (value === undefined || name === kind.title || field.type === "link") return [];
    const shown =
      field.type === "department" ? departmentLabel(value) : (labels[name]?.options?.[value] ?? value);
    return [[labels[name]?.label ?? name, shown] as const];
  });
  return (
    <dl className="facts-list">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="contents">
        <dt>{words.sharedBy}</dt>
        <dd>{item.userName}</dd>
      </div>
      <div className="contents">
        <dt>{words.added}</dt>
        <dd>
          <TimeOf iso={item.createdAt} />
        </dd>
      </div>
    </dl>
  );
}
