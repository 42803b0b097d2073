import island from "../../islands/theme.ts?worker&url";
import { type Theme, themes } from "../../../shared/people/theme.ts";
import { useMessages } from "../../ui/messages.ts";
import { ThemeIcon } from "./icons.tsx";

interface ThemeSwitchProps {
  theme: Theme;
  /** The path of this page. */
  from: string;
}

/**
 * Chooses the light theme, the dark theme, or the theme of the device. It is a form, so that it works without
 * JavaScript.
 */
export function ThemeSwitch({ theme, from }: ThemeSwitchProps) {
  const { label, options } = useMessages().frame.theme;
  return (
    <form id="theme" className="site-theme" method="post" action="/theme">
      <input type="hidden" name="from" value={from} />
      <fieldset>
        <legend className="visually-hidden">{label}</legend>
        {themes.map((one) => (
          <button key={one} name="theme" value={one} aria-pressed={one === theme} title={options[one]}>
            <ThemeIcon theme={one} />
            <span className="visually-hidden">{options[one]}</span>
          </button>
        ))}
      </fieldset>
      <script type="module" src={island} />
    </form>
  );
}
