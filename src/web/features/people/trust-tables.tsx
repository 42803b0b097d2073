import { Form, Link } from "react-router";
import { trustMessages } from "../../../shared/messages/en-trust.ts";
import type { TrustOverview } from "../../page/context.ts";
import { langOf } from "../../items/item-names.ts";
import { Email } from "../../ui/email.tsx";
import { useMessages } from "../../ui/messages.ts";

type Candidate = TrustOverview["candidates"][number];
type Trusted = TrustOverview["trusted"][number];

const useWords = () => useMessages(trustMessages).trusted;

/** The trusted contributors, with the facts about their last items. */
export function TrustedTable({ label, people }: { label: string; people: Trusted[] }) {
  const words = useWords();
  return (
    <table aria-label={label}>
      <Head headings={[words.person, words.facts, words.state, words.actions]} />
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <Person person={person} />
            <td data-label={words.state}>
              <State person={person} />
            </td>
            <td data-label={words.actions}>
              <TrustForm person={person} acts={person.suspendedAt === null ? ["end"] : ["renew", "end"]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function State({ person: { suspendedAt, suspendedBy } }: { person: Trusted }) {
  const words = useWords();
  if (suspendedAt === null) return words.holds;
  if (!suspendedBy) return words.suspendedWithout;
  return (
    <>
      {words.suspended}{" "}
      <Link to={`/admin-dashboard/edit/${suspendedBy.id}`} lang={langOf(suspendedBy.title)}>
        {suspendedBy.title}
      </Link>
    </>
  );
}

/** People whom an admin may trust. */
export function CandidateTable({ label, people }: { label: string; people: Candidate[] }) {
  const words = useWords();
  return (
    <table aria-label={label}>
      <Head headings={[words.person, words.facts, words.actions]} />
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <Person person={person} />
            <td data-label={words.actions}>
              {person.isQualified ? <TrustForm person={person} acts={["trust"]} /> : words.doesNotQualify}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Person({ person: { email, displayName, facts } }: { person: Candidate }) {
  const words = useWords();
  return (
    <>
      <td data-label={words.person}>
        <span className="person">
          <strong>{displayName}</strong>
          <Email address={email} />
        </span>
      </td>
      <td data-label={words.facts}>{words.factsOf(facts.unchanged, facts.decided)}</td>
    </>
  );
}

function TrustForm({ person: { email }, acts }: { person: Candidate; acts: ("trust" | "renew" | "end")[] }) {
  const words = useWords();
  return (
    <Form className="changes" method="post" preventScrollReset>
      <input type="hidden" name="email" value={email} />
      {acts.map((act) => (
        <button key={act} name="act" value={act} className={act === "end" ? "danger quiet" : "quiet"}>
          {words[act]}
          <span className="visually-hidden">: {email}</span>
        </button>
      ))}
    </Form>
  );
}

function Head({ headings }: { headings: string[] }) {
  return (
    <thead>
      <tr>
        {headings.map((heading) => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}
