import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Reloads the data even if an action was refused, because the data may have changed. */
export function revalidateWhenRefused({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === 409;
}
