import { useMessages } from "../../ui/messages.ts";
import styles from "./reader.css?url";

/**
 * The template for the window of `islands/reader`. The browser loads the style sheet of the template only
 * when the window opens.
 */
export function PaperReader() {
  const { reading: words } = useMessages();
  const said = {
    "data-page": words.page("{page}", "{count}"),
    "data-loading": words.loading("{page}", "{count}"),
    "data-lost": words.lost("{page}", "{count}"),
  };
  return (
    <template id="paper-reader" data-styles={styles}>
      <dialog className="paper-reader" aria-label={words.reader("{pages}")}>
        <div className="paper-reader-bar">
          <form>
            <label htmlFor="reader-page">{words.jump}</label>
            <input id="reader-page" type="number" inputMode="numeric" min={1} />
            <span data-of={words.of("{count}")} />
          </form>
          <Act name="out" label={words.zoomOut} path="M6 12h12" />
          <Act name="in" label={words.zoomIn} path="M6 12h12M12 6v12" />
          <Act name="close" label={words.close} path="M6 6l12 12M18 6 6 18" />
        </div>
        <div className="paper-reader-stage" role="group" aria-label={words.sheet} />
        <div className="paper-reader-bar">
          <Act name="previous" label={words.previous} path="M15 5l-7 7 7 7" />
          <p role="status" {...said} />
          <Act name="next" label={words.next} path="M9 5l7 7-7 7" />
        </div>
      </dialog>
    </template>
  );
}

/**
 * @param name the name of the action in the script
 * @param path the drawing of its icon
 */
function Act({ name, label, path }: { name: string; label: string; path: string }) {
  return (
    <button type="button" className="quiet" data-act={name} aria-label={label}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
