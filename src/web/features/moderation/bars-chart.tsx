import type { ReactNode } from "react";
import { insightMessages } from "../../../shared/messages/en-insight.ts";
import { ChartAxes } from "../../ui/chart-axes.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Patterns } from "./weeks-chart.tsx";

export interface BarsChartProps {
  label: string;
  /** Names the heights, such as "Decisions in a week". */
  heights: string;
  /** The bars of each week, from left to right. The pattern tells them apart. */
  series: readonly { name: string; pattern: "approved" | "pending" }[];
  weeks: readonly { from: string; values: readonly number[] }[];
  /** The text of a value. */
  format: (value: number) => string;
  /** Whether this chart defines the patterns; only one chart of a page does. */
  hasPatterns?: boolean;
  /** The table with the same numbers. */
  children: ReactNode;
}

const STEP = 48;
const HEIGHT = 160;
const WIDTH = 36;

/** A value of each week as bars, with a table below, closed at first. */
export function BarsChart(props: BarsChartProps) {
  const { label, heights, series, weeks, format, hasPatterns = false, children } = props;
  const words = useMessages(insightMessages);
  const most = Math.max(...weeks.flatMap(({ values }) => values), 1);
  const width = WIDTH / series.length;
  return (
    <div className="admin-weeks">
      <figure>
        <ChartAxes
          heights={heights}
          top={format(most)}
          bottom={format(0)}
          from={weeks[0]?.from ?? ""}
          to={weeks.at(-1)?.from ?? ""}
          times={words.week}
        >
          <svg
            viewBox={`0 0 ${weeks.length * STEP} ${HEIGHT + 2}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${label}. ${words.chartHint}`}
          >
            <path className="top" d={`M0 1H${weeks.length * STEP}`} />
            {hasPatterns && <Patterns />}
            {weeks.map(({ from, values }, index) =>
              series.map(({ name, pattern }, place) => {
                const height = ((values[place] ?? 0) / most) * HEIGHT;
                const x = index * STEP + (STEP - WIDTH) / 2 + place * width;
                return height > 0 ? (
                  <rect
                    key={from + name}
                    className={pattern}
                    x={x}
                    y={HEIGHT - height}
                    width={width}
                    height={height}
                  />
                ) : null;
              }),
            )}
            <path className="ground" d={`M0 ${HEIGHT + 1}H${weeks.length * STEP}`} />
          </svg>
        </ChartAxes>
        <figcaption>
          {series.map(({ name, pattern }) => (
            <span key={name} className="key">
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <rect className={pattern} x="1" y="1" width="14" height="14" />
              </svg>
              {name}
            </span>
          ))}
        </figcaption>
      </figure>
      <details className="drawer">
        <summary>
          {words.asTable}
          <span className="visually-hidden">: {label}</span>
        </summary>
        {children}
      </details>
    </div>
  );
}
