import type { SyntheticEvent } from "react";

/** Closes the popover around what was pressed or sent: where React runs, no new page comes to close it. */
export function closePopover({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>(":popover-open")?.hidePopover();
}
