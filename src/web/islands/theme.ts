/** Switches the theme at once. The form alone would load the page again and lose typed text. */
const form = document.querySelector<HTMLFormElement>("#theme");

form?.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  document.documentElement.dataset["theme"] = button.value;
  for (const other of form.querySelectorAll("button"))
    other.setAttribute("aria-pressed", String(other === button));
  // The server keeps the choice in a cookie; its answer, the way back to this page, is not needed.
  const body = new URLSearchParams({ theme: button.value });
  fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => form.submit());
});
