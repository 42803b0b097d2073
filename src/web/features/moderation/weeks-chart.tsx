import { type Status, statuses } from "../../../shared/items/status.ts";
import { ChartAxes } from "../../ui/chart-axes.tsx";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { TimeOf } from "../../ui/time-of.tsx";

export interface WeekCounts {
  /** The start of the week, in ISO 8601. */
  from: string;
  counts: Record<Status, number>;
}

const BAR = 36;
const STEP = 48;
const HEIGHT = 160;
/** The order of the bars, from the bottom up. */
const stacked: readonly Status[] = ["Approved", "Pending", "Cancelled"];

const sum = ({ counts }: WeekCounts): number => statuses.reduce((total, status) => total + counts[status], 0);

/**
 * Contributions by week and status, as stacked bars with a pattern for each status. A table below, closed at
 * first, shows the same numbers.
 */
export function WeeksChart({ weeks }: { weeks: WeekCounts[] }) {
  const { statistics, status: words } = useMessages();
  const locale = useLocale();
  const most = Math.max(1, ...weeks.map(sum));
  return (
    <div className="admin-weeks">
      <figure>
        <ChartAxes
          heights={statistics.axis}
          top={most.toLocaleString(locale)}
          bottom="0"
          from={weeks[0]?.from ?? ""}
          to={weeks.at(-1)?.from ?? ""}
          times={statistics.week}
        >
          <svg
            viewBox={`0 0 ${weeks.length * STEP} ${HEIGHT + 2}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${statistics.chart}. ${statistics.chartHint}`}
          >
            <Patterns />
            <path className="top" d={`M0 1H${weeks.length * STEP}`} />
            {weeks.map((week, index) => (
              <Bar key={week.from} week={week} x={index * STEP + (STEP - BAR) / 2} scale={HEIGHT / most} />
            ))}
            <path className="ground" d={`M0 ${HEIGHT + 1}H${weeks.length * STEP}`} />
          </svg>
        </ChartAxes>
        <figcaption>
          {stacked.map((status) => (
            <span key={status} className="key">
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <rect className={status.toLowerCase()} x="1" y="1" width="14" height="14" />
              </svg>
              {words[status]}
            </span>
          ))}
        </figcaption>
      </figure>
      <details className="drawer">
        <summary>{statistics.asTable}</summary>
        <WeeksTable weeks={weeks} />
      </details>
    </div>
  );
}

function Bar({ week, x, scale }: { week: WeekCounts; x: number; scale: number }) {
  let top = HEIGHT;
  return stacked.map((status) => {
    const height = week.counts[status] * scale;
    top -= height;
    return height > 0 ? (
      <rect key={status} className={status.toLowerCase()} x={x} y={top} width={BAR} height={height} />
    ) : null;
  });
}

/** The statuses also differ by pattern: solid, hatched and dotted. */
export function Patterns() {
  return (
    <defs>
      <pattern id="weeks-pending" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" className="ground-of-pending" />
        <path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5" className="hatch" />
      </pattern>
      <pattern id="weeks-cancelled" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" className="ground-of-cancelled" />
        <circle cx="3" cy="3" r="1.4" className="dot" />
      </pattern>
    </defs>
  );
}

function WeeksTable({ weeks }: { weeks: WeekCounts[] }) {
  const { statistics, status: words } = useMessages();
  return (
    <table aria-label={statistics.chart}>
      <thead>
        <tr>
          <th scope="col">{statistics.week}</th>
          {stacked.map((status) => (
            <th key={status} scope="col">
              {words[status]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map((week) => (
          <tr key={week.from}>
            <th scope="row">
              <TimeOf iso={week.from} />
            </th>
            {stacked.map((status) => (
              <td key={status} data-label={words[status]}>
                {week.counts[status]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
