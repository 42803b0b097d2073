import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { operator, socialLinks } from "../../../shared/site.ts";
import type { Theme } from "../../../shared/theme.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { SocialIcon } from "./icons.tsx";
import { NewsletterBox } from "./newsletter-box.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Link lists, newsletter box, social icons, theme and copyright (spec §2). @param from this page's address */
export function Footer({ theme, from }: { theme: Theme; from: string }) {
  const { frame, contact } = useMessages();
  const locale = useLocale();
  return (
    <footer className="site-footer">
      <div className="bar footer-columns">
        <div>
          <h2>{frame.touch}</h2>
          <address>
            <a href={`tel:${operator.phone.replaceAll(" ", "")}`}>{operator.phone}</a>
            <a href={`mailto:${operator.email}`}>{operator.email}</a>
            <p>{operator.address}</p>
            <p>{contact.hoursText}</p>
          </address>
        </div>
        <FooterLinks
          id="footer-categories"
          title={frame.categories}
          links={standaloneKinds.map(({ pages, words }) => [pages.lists[0] as string, words[locale].many])}
        />
        <FooterLinks
          id="footer-links"
          title={frame.links}
          links={[
            ["/find-questions", frame.findQuestions],
            ["/forum", frame.forum],
            ["/contact", frame.contact],
            ["/api/docs", frame.api],
            ["/privacy", frame.privacy],
            ["/terms", frame.terms],
            ["/copyright", frame.claim],
          ]}
        />
        <NewsletterBox from={from} />
      </div>
      <div className="bar footer-end">
        <p>{frame.copyright(new Date().getFullYear())}</p>
        <ThemeSwitch theme={theme} from={from} />
        <ul className="social" aria-label={frame.social}>
          {socialLinks.map(({ name, href }) => (
            <li key={name}>
              <a href={href} rel="noopener noreferrer">
                <SocialIcon name={name} />
                <span className="visually-hidden">{name}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}

/** Copyright, the most needed links and the theme, on one line where there is room. @param from this page's address */
export function ShortFooter({ theme, from }: { theme: Theme; from: string }) {
  const { frame } = useMessages();
  return (
    <footer className="site-footer short">
      <div className="bar">
        <p>{frame.copyright(new Date().getFullYear())}</p>
        <nav aria-label={frame.links}>
          <ul>
            {(["contact", "privacy", "terms"] as const).map((name) => (
              <li key={name}>
                <a href={`/${name}`}>{frame[name]}</a>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeSwitch theme={theme} from={from} isCompact />
      </div>
    </footer>
  );
}

interface FooterLinksProps {
  id: string;
  title: string;
  links: [href: string, label: string][];
}

function FooterLinks({ id, title, links }: FooterLinksProps) {
  return (
    <nav className={id} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links.map(([href, label]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
