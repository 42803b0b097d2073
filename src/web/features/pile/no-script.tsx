import type { ReactNode } from "react";
import { usePileMessages } from "./pile-messages.ts";

/** Says that piles need JavaScript, and leads to the form for one paper, which works without it. */
export function NoScript({ children }: { children?: ReactNode }) {
  const { noScript } = usePileMessages();
  return (
    <noscript>
      <p className="notice">
        {noScript.needed} <a href="/dashboard/add-question">{noScript.addOne}</a>
      </p>
      {children}
    </noscript>
  );
}
