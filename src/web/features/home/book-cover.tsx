import type { ReactNode } from "react";

/** A drawing for the topic of each sample book, in the order of the messages. */
const drawings: ReactNode[] = [
  // A tree.
  <path
    key="tree"
    d="M94 148 68 172m38-24 26 24m-72 14-12 20m24-20 12 20M92 142a8 8 0 1 1 16 0 8 8 0 1 1-16 0zm-36 38a8 8 0 1 1 16 0 8 8 0 1 1-16 0zm72 0a8 8 0 1 1 16 0 8 8 0 1 1-16 0zm-86 34a8 8 0 1 1 16 0 8 8 0 1 1-16 0zm36 0a8 8 0 1 1 16 0 8 8 0 1 1-16 0z"
  />,
  // An AND gate and an inverter.
  <path
    key="gate"
    d="M30 158h32m-32 32h32m0-48h28a32 32 0 0 1 0 64H62zm60 32h14m0-16v32l26-16zm26 16a5 5 0 1 1 10 0 5 5 0 1 1-10 0zm10 0h8"
  />,
  // A ledger.
  <path
    key="ledger"
    d="M40 138h120v84H40zm0 18h120M96 138v84m32-84v84M48 172h36m-36 16h28m-28 16h34m24-32h12m-12 16h14m-14 16h10m18-32h14m-14 16h10m-10 16h12"
  />,
  // A plane and its normal.
  <path key="plane" d="m36 196 44-34h88l-44 34zm66-18v-46m-6 10 6-10 6 10m-6 36 34 0m-9-5 9 5-9 5" />,
  // A damped wave.
  <path
    key="wave"
    d="M30 180h140M40 138v84m0-42c6-56 18-56 24 0s18 40 24 0 16-28 22 0 14 18 20 0 12-10 18 0 8 4 14 0"
  />,
  // Computers around a switch.
  <path
    key="network"
    d="M86 172h28v18H86zm14 0v-22m0 40v20m-14-29H58m56 0h28m-54-49h24v16H88zm0 78h24v14H88zm-54-38h24v16H34zm108 0h24v16h-24z"
  />,
];

export interface BookCoverProps {
  index: number;
  title: string;
  subject: string;
  label: string;
}

/** The cover of an invented book. */
export function BookCover({ index, title, subject, label }: BookCoverProps) {
  const lines = title.split(/ (?=[A-Z])/);
  return (
    <svg className={`home-book home-hue-${index % 3}`} viewBox="0 0 200 280" role="img" aria-label={label}>
      <path className="board" d="M0 6a6 6 0 0 1 6-6h188a6 6 0 0 1 6 6v268a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6z" />
      <path className="spine" d="M14 0v280" />
      <path className="label" d="M30 28h152v80H30z" />
      {lines.map((line, at) => (
        <text key={line} x="106" y={(lines.length > 1 ? 62 : 75) + at * 26}>
          {line}
        </text>
      ))}
      <g className="drawing">{drawings[index % drawings.length]}</g>
      <text className="subject" x="106" y="256">
        {subject}
      </text>
    </svg>
  );
}
