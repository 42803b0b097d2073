import { Link } from "react-router";
import { type Status, statuses } from "../../../shared/items/status.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { listHref } from "../../addresses/list-href.ts";

export interface StatusTabsProps {
  /** The path of the list. */
  path: string;
  /** The shown status; undefined if all items are shown. */
  status: Status | undefined;
  counts: Record<Status, number>;
  total: number;
}

/** Links to the items of each status, with their counts. */
export function StatusTabs({ path, status: shown, counts, total }: StatusTabsProps) {
  const { ownList, status: names } = useMessages();
  const locale = useLocale();
  const tabs = [
    { status: undefined, name: ownList.all, count: total },
    ...statuses.map((status) => ({ status, name: names[status], count: counts[status] })),
  ];
  return (
    <nav className="own-tabs" aria-label={ownList.byStatus}>
      {tabs.map(({ status, name, count }) => (
        <Link
          key={name}
          to={listHref(path, { status })}
          aria-current={status === shown ? "page" : undefined}
          preventScrollReset
        >
          {name} <span>{count.toLocaleString(locale)}</span>
        </Link>
      ))}
    </nav>
  );
}
