import island from "../../islands/theme.ts?worker&url";
import { type Theme, themes } from "../../../shared/theme.ts";
import { useMessages } from "../../ui/messages.ts";

/** Light, dark, or as the device. A form, so that it works without JavaScript. @param from this page's path */
export function ThemeSwitch({ theme, from }: { theme: Theme; from: string }) {
  const { label, options } = useMessages().frame.theme;
  return (
    <form id="theme" className="theme-switch" method="post" action="/theme">
      <input type="hidden" name="from" value={from} />
      <fieldset>
        <legend>{label}</legend>
        {themes.map((one) => (
          <button key={one} name="theme" value={one} aria-pressed={one === theme}>
            {options[one]}
          </button>
        ))}
      </fieldset>
      <script type="module" src={island} />
    </form>
  );
}
