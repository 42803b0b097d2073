import { usePileMessages } from "./pile-messages.ts";

/** Says that piles need JavaScript, and leads to the form for one paper, which works without it. */
export function NoScript() {
  const { noScript } = usePileMessages();
  return (
    <noscript>
      <p className="pile-problem">
        {noScript.needed} <a href="/dashboard/add-question">{noScript.addOne}</a>
      </p>
    </noscript>
  );
}
