import type { ReactNode } from "react";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";

/** Says that piles need JavaScript, and leads to the form for one paper, which works without it. */
export function NoScript({ children }: { children?: ReactNode }) {
  const { noScript } = useMessages(pileMessages);
  return (
    <noscript>
      <p className="notice">
        {noScript.needed} <a href="/dashboard/add-question">{noScript.addOne}</a>
      </p>
      {children}
    </noscript>
  );
}
