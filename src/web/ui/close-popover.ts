import type { SyntheticEvent } from "react";

/** Closes the popover around a clicked link or a sent form, because React does not load a new page. */
export function closePopover({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>(":popover-open")?.hidePopover();
}
