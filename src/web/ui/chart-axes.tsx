import type { ReactNode } from "react";
import { TimeOf } from "./time-of.tsx";

export interface ChartAxesProps {
  /** Names the heights, such as "Decisions in a week"; absent if a heading names them. */
  heights?: string;
  /** The text of the value at the top, and of the one at the bottom. */
  top: string;
  bottom: string;
  /** The first and the last time, in ISO 8601. */
  from: string;
  to: string;
  /** Names the times, such as "Week starting". */
  times?: string;
  /** Whether the times show the time of day. */
  hasTime?: boolean;
  /** The drawing, from the bottom value to the top one. */
  children: ReactNode;
}

/** The two axes around a drawing, in words. */
export function ChartAxes(props: ChartAxesProps) {
  const { heights, top, bottom, from, to, times, hasTime = false, children } = props;
  return (
    <div className="chart-axes">
      {heights && <p className="chart-heights">{heights}</p>}
      <p className="chart-values">
        <span>{top}</span>
        <span>{bottom}</span>
      </p>
      {children}
      <p className="chart-times">
        <TimeOf iso={from} time={hasTime} />
        {times && <span>{times}</span>}
        <TimeOf iso={to} time={hasTime} />
      </p>
    </div>
  );
}
