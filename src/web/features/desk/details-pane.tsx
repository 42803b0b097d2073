import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { ChangeDifference } from "../../items/change-difference.tsx";
import { langOf } from "../../items/item-names.ts";
import { useWholeName } from "../../items/similar.tsx";
import type { DeskItem } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { Decision } from "./decision.tsx";
import { draftOf, editsOf, isDoubtful, shownValue } from "./desk-state.ts";
import { DeleteItem } from "./delete-item.tsx";
import { deskTitle, namesOf, type ShownDetail, shownOf } from "./desk-view.ts";
import { DetailField } from "./detail-field.tsx";
import { DeskIcon, Key } from "./icons.tsx";
import { deskActs } from "./use-desk-keys.ts";
import type { LiveDesk } from "./use-desk.ts";

/** How many possible duplicates the pane names; the others are side by side. */
const NAMED = 3;

/** The details of the open item, and the decision. */
export function DetailsPane({ desk }: { desk: LiveDesk }) {
  const { item, state } = desk;
  const words = useMessages(deskMessages);
  const holder = state.rows.find(({ id }) => id === item?.id)?.holder ?? item?.holder;
  return (
    <section className="desk-details" aria-label={words.details}>
      <div className="desk-head">
        {item ? <Heading item={item} /> : <h2>{words.details}</h2>}
        {holder && !holder.isYou && (
          <span className="desk-mark desk-is-info">
            <DeskIcon name="eye" /> {words.row.has(holder.name)}
          </span>
        )}
      </div>
      {item && (
        <div className="desk-details-body" key={item.id}>
          <Facts item={item} desk={desk} />
        </div>
      )}
      {item && <Decision desk={desk} item={item} />}
    </section>
  );
}

function Heading({ item }: { item: DeskItem }) {
  const shown = shownOf(item);
  const { code, name, subject } = namesOf(shown);
  return (
    <h2 lang={langOf(deskTitle(shown))}>
      {code && <b>{code}</b>} {subject ?? name}
    </h2>
  );
}

interface OnlyLinkProps {
  desk: LiveDesk;
  name: "contributor" | "pile";
  value: string;
}

/** A link that filters the queue, unless the queue has this filter already. */
function OnlyLink({ desk, name, value }: OnlyLinkProps) {
  const { contributor } = useMessages(deskMessages);
  const { filter } = desk.state;
  if (filter[name] === value) return null;
  const href = `?${new URLSearchParams({ ...filter, [name]: value }).toString()}`;
  return (
    <>
      {" · "}
      <a href={href}>{name === "pile" ? contributor.pile : contributor.only}</a>
    </>
  );
}

function Facts({ item, desk }: { item: DeskItem; desk: LiveDesk }) {
  const { state, store } = desk;
  const { contributor, detail: words, similar, change } = useMessages(deskMessages);
  const wholeName = useWholeName();
  const draft = draftOf(state, item.id);
  const { userName } = shownOf(item);
  const refused = state.refused[item.id];
  const row = state.rows.find(({ id }) => id === item.id);
  const groups: [title: string | undefined, className: string, details: ShownDetail[]][] = [
    [words.toCheck, "desk-doubts", item.details.filter(isDoubtful)],
    [words.read, "", item.details.filter(({ state: one }) => one === "printed" || one === "likely")],
    [words.others, "", item.details.filter(({ state: one }) => one === "given" || one === "empty")],
  ];
  return (
    <>
      <p className="desk-by" lang={langOf(userName)}>
        {contributor.by(userName)}
        {row?.contributor.isFirst && `, ${contributor.first}`}
        {row?.contributor.id && <OnlyLink desk={desk} name="contributor" value={row.contributor.id} />}
        {row?.pile !== undefined && <OnlyLink desk={desk} name="pile" value={row.pile} />}
      </p>
      {item.returned?.reason && (
        <p className="desk-by">
          {contributor.sentAgain(item.returned.by)}{" "}
          <q lang={langOf(item.returned.reason)}>{item.returned.reason}</q>
        </p>
      )}
      {refused && (
        <p className="desk-refused" role="alert">
          {[refused.message, ...Object.values(refused.fields)].filter(Boolean).join(" ")}
        </p>
      )}
      {item.similar.length > 0 && (
        <div className="desk-similar">
          <p>
            <DeskIcon name="duplicate" />{" "}
            <strong>
              {item.similar[0]?._id === item.betterCopyOf
                ? similar.said(userName)
                : similar.count(item.similar.length)}
            </strong>
          </p>
          <ul>
            {item.similar.slice(0, NAMED).map((other) => {
              const name = wholeName(other);
              return (
                <li key={other._id} lang={langOf(name)}>
                  {name}
                </li>
              );
            })}
          </ul>
          <button
            type="button"
            className="quiet"
            aria-pressed={desk.compared !== undefined}
            onClick={deskActs(desk).compare}
          >
            {similar.open} <Key name="D" />
          </button>
        </div>
      )}
      {item.change && (
        <div className="desk-change">
          <h3>{change.title}</h3>
          {item.change.isStale && <p className="desk-refused">{change.stale}</p>}
          <ChangeDifference item={item} changed={item.change} />
        </div>
      )}
      {groups.map(
        ([title, className, details]) =>
          details.length > 0 && (
            <div key={title} className={`desk-group ${className}`}>
              <h3>
                {title} {className !== "" && <span className="desk-count">{details.length}</span>}
              </h3>
              {details.map((detail) => (
                <DetailField
                  key={detail.name}
                  item={item}
                  detail={detail}
                  value={shownValue(draft, item, detail)}
                  problem={refused?.fields[detail.name]}
                  onValue={(value) => store.setValue(item.id, detail.name, value)}
                  onFocus={() => desk.setFocused(detail)}
                />
              ))}
            </div>
          ),
      )}
      <div className="desk-by desk-more-acts">
        <a href={`/admin-dashboard/edit/${item.id}`}>{words.all}</a>
        <DeleteItem desk={desk} item={item} />
      </div>
      {Object.keys(editsOf(draft, item)).length > 0 && (
        <button type="button" className="plain" onClick={() => store.setDraft(item.id, { values: {} })}>
          {words.reset}
        </button>
      )}
    </>
  );
}
