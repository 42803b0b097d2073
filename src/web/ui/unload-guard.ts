/** Returns a function that begins or ends the question of the browser before the person leaves or reloads the page. */
export function createUnloadGuard(): (isBusy: boolean) => void {
  let leaving: AbortController | undefined;
  return (isBusy) => {
    if (!isBusy) {
      leaving?.abort();
      leaving = undefined;
    } else if (!leaving) {
      leaving = new AbortController();
      window.addEventListener("beforeunload", (event) => event.preventDefault(), leaving);
    }
  };
}
