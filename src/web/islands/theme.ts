/** Switches the theme at once. Without this script, the form reloads the page and typed text is lost. */
const form = document.querySelector<HTMLFormElement>("#theme");

form?.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  document.documentElement.dataset["theme"] = button.value;
  for (const other of form.querySelectorAll("button"))
    other.setAttribute("aria-pressed", String(other === button));
  // The server stores the choice in a cookie. Its response is a redirect to this page, which is not needed
  // here.
  const body = new URLSearchParams({ theme: button.value });
  fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => form.submit());
});
