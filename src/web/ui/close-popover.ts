import type { SyntheticEvent } from "react";

/** Closes the popover around a pressed link or a sent form: React loads no new page, which would close it. */
export function closePopover({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>(":popover-open")?.hidePopover();
}
