import { insightMessages } from "../../../shared/messages/en-insight.ts";
import type { Insight } from "../../page/context.ts";
import { langOf } from "../../items/item-names.ts";
import { Email } from "../../ui/email.tsx";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { TimeOf } from "../../ui/time-of.tsx";
import { BarsChart } from "./bars-chart.tsx";

/** The start of a week in ISO 8601, instead of epoch milliseconds. */
type InIso<Week> = Omit<Week, "from"> & { from: string };

export interface TimesChartProps {
  title: string;
  /** The text if nothing happened in these weeks. */
  none: string;
  weeks: InIso<Insight["waits"][number]>[];
  hasPatterns?: boolean;
}

/** The times within which half, and nine of ten, of some things were done in each week. */
export function TimesChart({ title, none, weeks, hasPatterns = false }: TimesChartProps) {
  const words = useMessages(insightMessages);
  const locale = useLocale();
  const headings = [words.count, words.half, words.most];
  const text = (ms: number | undefined) => (ms === undefined ? "–" : words.duration(ms));
  if (weeks.every(({ count }) => count === 0)) return <p className="empty">{none}</p>;
  return (
    <BarsChart
      label={title}
      heights={words.timeAxis}
      series={[
        { name: words.half, pattern: "approved" },
        { name: words.most, pattern: "pending" },
      ]}
      weeks={weeks.map(({ from, p50 = 0, p90 = 0 }) => ({ from, values: [p50, p90] }))}
      format={words.duration}
      hasPatterns={hasPatterns}
    >
      <table aria-label={title}>
        <Head headings={[words.week, ...headings]} />
        <tbody>
          {weeks.toReversed().map(({ from, count, p50, p90 }) => (
            <tr key={from}>
              <th scope="row">
                <TimeOf iso={from} />
              </th>
              {[count.toLocaleString(locale), text(p50), text(p90)].map((value, index) => (
                <td key={headings[index]} data-label={headings[index]}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </BarsChart>
  );
}

/** The number of decisions in each week, and in the table the number of each moderator. */
export function DecisionsChart({
  title,
  weeks,
}: {
  title: string;
  weeks: InIso<Insight["decisions"][number]>[];
}) {
  const words = useMessages(insightMessages);
  const locale = useLocale();
  if (weeks.every(({ count }) => count === 0)) return <p className="empty">{words.decisionsNone}</p>;
  const rows = weeks
    .toReversed()
    .flatMap(({ from, moderators }) => moderators.map((one) => ({ from, ...one })));
  return (
    <BarsChart
      label={title}
      heights={words.decisionAxis}
      series={[{ name: words.count, pattern: "approved" }]}
      weeks={weeks.map(({ from, count }) => ({ from, values: [count] }))}
      format={(count) => count.toLocaleString(locale)}
    >
      <table aria-label={title}>
        <Head headings={[words.week, words.moderator, words.count]} />
        <tbody>
          {rows.map(({ from, email, count }) => (
            <tr key={`${from} ${email}`}>
              <th scope="row">
                <TimeOf iso={from} />
              </th>
              <td data-label={words.moderator}>
                {email === null ? words.commandLine : <Email address={email} />}
              </td>
              <td data-label={words.count}>{count.toLocaleString(locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </BarsChart>
  );
}

/** The reasons of rejected items with their numbers, as bars in a table. */
export function ReasonsTable({ title, reasons }: { title: string; reasons: Insight["reasons"] }) {
  const words = useMessages(insightMessages);
  const locale = useLocale();
  if (reasons.length === 0) return <p className="empty">{words.reasonsNone}</p>;
  const most = Math.max(...reasons.map(({ count }) => count));
  return (
    <div className="admin-weeks">
      <table aria-label={title}>
        <Head headings={[words.reason, words.share, words.count]} />
        <tbody>
          {reasons.map(({ reason, count }) => (
            <tr key={reason ?? ""}>
              <th scope="row" {...(reason === null ? {} : { lang: langOf(reason) })}>
                {reason ?? words.noReason}
              </th>
              <td data-label={words.share}>
                <svg className="share" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
                  <rect className="approved" width={(count / most) * 100} height="12" />
                </svg>
              </td>
              <td data-label={words.count}>{count.toLocaleString(locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
