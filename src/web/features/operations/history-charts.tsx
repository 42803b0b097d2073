import type { Operations } from "../../page/context.ts";
import type { Messages } from "../../../shared/messages/index.ts";
import { ChartAxes } from "../../ui/chart-axes.tsx";
import { useMessages } from "../../ui/messages.ts";
import { TimeOf } from "../../ui/time-of.tsx";

export type HistoryParts = Operations["parts"];
type Point = NonNullable<HistoryParts[number]["point"]>;
type Words = Messages["operations"];

interface Series {
  title: (words: Words) => string;
  format: (words: Words, value: number) => string;
  value: (point: Point) => number | null;
  /** Whether the lowest value is the interesting one. By default it is the highest. */
  isLow?: true;
  /** The value at the top of the chart. By default it is the highest value. */
  top?: number;
}

const WIDTH = 480;
const HEIGHT = 120;

const count = ({ count: format }: Words, value: number) => format(value);
const bytes = ({ bytes: format }: Words, value: number) => format(value);

const series: Series[] = [
  {
    title: (words) => words.requests,
    format: (words, value) => words.rate(value),
    value: (point) => point.requestsPerMinute,
  },
  { title: (words) => words.errors, format: count, value: (point) => point.errors },
  {
    title: (words) => words.p95,
    format: (words, value) => words.duration(value),
    value: (point) => point.p95Ms,
  },
  {
    title: (words) => words.cacheHits,
    format: (words, value) => words.share(value),
    value: (point) => point.cacheHits,
    isLow: true,
    top: 1,
  },
  { title: (words) => words.queued, format: count, value: (point) => point.queued },
  { title: (words) => words.dead, format: count, value: (point) => point.dead },
  { title: (words) => words.pagesWaiting, format: count, value: (point) => point.pagesWaiting },
  { title: (words) => words.diskFree, format: bytes, value: (point) => point.diskFree, isLow: true },
  { title: (words) => words.memory, format: bytes, value: (point) => point.memory },
];

/**
 * One chart for each measurement, and a table below, closed at first, with the same numbers.
 * @param step the length of a part, in ms
 */
export function HistoryCharts({ parts, step }: { parts: HistoryParts; step: number }) {
  const { operations: words } = useMessages();
  return (
    <div className="operations-history">
      {series.map((one) => (
        <Chart key={one.title(words)} one={one} parts={parts} step={step} />
      ))}
      <details className="drawer">
        <summary>{words.table}</summary>
        <HistoryTable parts={parts} />
      </details>
    </div>
  );
}

const iso = (time: number) => new Date(time).toISOString();

function Chart({ one, parts, step }: { one: Series; parts: HistoryParts; step: number }) {
  const { operations: words } = useMessages();
  const values = parts.map(({ point }) => (point ? one.value(point) : null));
  const known = values.filter((value) => value !== null);
  const title = one.title(words);
  const say = (value: number | undefined) => (value === undefined ? words.noValue : one.format(words, value));
  const highest = known.length > 0 ? Math.max(...known) : undefined;
  const extreme = one.isLow
    ? words.lowest(say(known.length > 0 ? Math.min(...known) : undefined))
    : words.highest(say(highest));
  const top = one.top ?? highest ?? 1;
  const latest = words.latest(say(known.at(-1)));
  return (
    <figure>
      <figcaption>
        <strong>{title}</strong>
        <span>{latest}</span>
        <span>{extreme}</span>
      </figcaption>
      <ChartAxes
        top={one.format(words, top)}
        bottom={one.format(words, 0)}
        from={iso(parts[0]?.at ?? 0)}
        to={iso((parts.at(-1)?.at ?? 0) + step)}
        hasTime
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT + 2}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}. ${latest}. ${extreme}.`}
        >
          <path className="area" d={areas(values, top)} />
          <path className="line" d={lines(values, top)} />
          <path className="ground" d={`M0 ${HEIGHT + 1}H${WIDTH}`} />
        </svg>
      </ChartAxes>
    </figure>
  );
}

/** One digit after the point is enough for a drawing. */
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The runs of values without a gap, as horizontal steps from left to right. */
function runs(values: (number | null)[], top: number): { from: number; steps: number[]; width: number }[] {
  const width = WIDTH / values.length;
  const found: { from: number; steps: number[]; width: number }[] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    const y = rounded(HEIGHT - (value / (top || 1)) * (HEIGHT - 2));
    const last = found.at(-1);
    if (last && last.from + last.steps.length === index) last.steps.push(y);
    else found.push({ from: index, steps: [y], width });
  });
  return found;
}

/** Chart lines break where nothing was measured. */
const lines = (values: (number | null)[], top: number): string =>
  runs(values, top)
    .map(({ from, steps, width }) =>
      steps
        .map((y, index) => {
          const x = rounded((from + index) * width);
          return `${index === 0 ? `M${x} ${y}` : `V${y}`}H${rounded(x + width)}`;
        })
        .join(""),
    )
    .join("");

const areas = (values: (number | null)[], top: number): string =>
  runs(values, top)
    .map(({ from, steps, width }) => {
      const start = rounded(from * width);
      const edge = steps.map((y, index) => `V${y}H${rounded((from + index + 1) * width)}`).join("");
      return `M${start} ${HEIGHT}${edge}V${HEIGHT}Z`;
    })
    .join("");

function HistoryTable({ parts }: { parts: HistoryParts }) {
  const { operations: words } = useMessages();
  const measured = parts.filter(({ point }) => point !== undefined).toReversed();
  return (
    <table aria-label={words.title}>
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          {series.map((one) => (
            <th key={one.title(words)} scope="col">
              {one.title(words)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {measured.map(({ at, point }) => (
          <tr key={at}>
            <th scope="row">
              <TimeOf iso={iso(at)} time />
            </th>
            {series.map((one) => {
              const value = point ? one.value(point) : null;
              const title = one.title(words);
              return (
                <td key={title} data-label={title}>
                  {value === null ? words.noValue : one.format(words, value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
