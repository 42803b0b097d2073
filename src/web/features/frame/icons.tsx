import type { ReactNode } from "react";
import type { socialNames } from "../../../shared/people/contact-details.ts";
import type { Theme } from "../../../shared/people/theme.ts";

/** An icon of 24 by 24 px in the colour of the text. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

export const SearchIcon = () => (
  <Icon>
    <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);

export const BellIcon = () => (
  <Icon>
    <path d="M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4" />
  </Icon>
);

const drawings: Record<keyof typeof socialNames, ReactNode> = {
  facebook: <path d="M15 4h-1.5A3.5 3.5 0 0 0 10 7.5V21M6.5 12H14" />,
  youtube: (
    <path d="M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM10 9.5v5l4.5-2.5z" />
  ),
  linkedin: <path d="M5 10v9M5 5v1M10 19v-9M10 14a3.5 3.5 0 0 1 7.5 0v5" />,
};

/** The icon of a social site, drawn for this site. */
export const SocialIcon = ({ place }: { place: keyof typeof socialNames }) => <Icon>{drawings[place]}</Icon>;

const themeDrawings: Record<Theme, ReactNode> = {
  system: <path d="M4 5h16v11H4zM12 16v4M8 20h8" />,
  light: (
    <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M19 5l-1.5 1.5M6.5 17.5 5 19" />
  ),
  dark: <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />,
};

/** The icon of a theme: a screen, a sun or a moon. */
export const ThemeIcon = ({ theme }: { theme: Theme }) => <Icon>{themeDrawings[theme]}</Icon>;
