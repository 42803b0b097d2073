import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { createUnloadGuard } from "../../ui/unload-guard.ts";

/**
 * Asks the person before they leave the page, reload it, or follow a link of the menu.
 * @param isBusy whether leaving now loses something
 */
export function useAskBeforeLeaving(isBusy: boolean, question: string): void {
  const [guard] = useState(createUnloadGuard);
  useEffect(() => {
    guard(isBusy);
    return () => guard(false);
  }, [guard, isBusy]);
  // The pages of this app follow each other without a load, so the browser doesn't ask.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isBusy && currentLocation.pathname !== nextLocation.pathname && !window.confirm(question),
  );
  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);
}
