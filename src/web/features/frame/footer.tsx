import type { ReactNode } from "react";
import { emailHref, phoneHref, socialNames } from "../../../shared/people/contact-details.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import type { Theme } from "../../../shared/people/theme.ts";
import { useContactDetails } from "../../page/contact-details.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { SocialIcon } from "./icons.tsx";
import { NewsletterBox } from "./newsletter-box.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

const socialPlaces = ["facebook", "youtube", "linkedin"] as const;

/**
 * Link lists, newsletter box, social icons, theme and copyright (spec §2). On a phone, the lists are closed.
 * @param from the address of this page
 */
export function Footer({ theme, from }: { theme: Theme; from: string }) {
  const { frame, crumbs } = useMessages();
  const locale = useLocale();
  const { phone, email, address, hours, ...details } = useContactDetails();
  const social = socialPlaces.filter((place) => details[place]);
  return (
    <footer className="site-footer">
      <div className="site-bar site-columns">
        <Fold id="site-touch" title={frame.touch}>
          <address>
            {phone && <a href={phoneHref(phone)}>{phone}</a>}
            {email && <a href={emailHref(email)}>{email}</a>}
            {address && <p>{address}</p>}
            {hours && <p>{hours}</p>}
            {!phone && !email && <a href="/contact">{frame.write}</a>}
          </address>
        </Fold>
        <FooterLinks
          id="site-categories"
          title={frame.categories}
          links={standaloneKinds.map(({ pages, words }) => [pages.lists[0] as string, words[locale].many])}
        />
        <FooterLinks
          id="site-links"
          title={frame.links}
          links={[
            ["/find-questions", frame.findQuestions],
            ["/universities", crumbs.universities],
            ["/wanted", frame.wanted],
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
      <div className="site-bar site-end">
        <p>{frame.copyright(new Date().getFullYear())}</p>
        <ThemeSwitch theme={theme} from={from} />
        {social.length > 0 && (
          <ul className="site-social" aria-label={frame.social}>
            {social.map((place) => (
              <li key={place}>
                <a href={details[place]} rel="noopener noreferrer">
                  <SocialIcon place={place} />
                  <span className="visually-hidden">{socialNames[place]}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  );
}

/**
 * Copyright, the most important links and the theme. On a wide screen they are on one line.
 * @param from the address of this page
 */
export function ShortFooter({ theme, from }: { theme: Theme; from: string }) {
  const { frame } = useMessages();
  return (
    <footer className="site-footer short">
      <div className="site-bar">
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
        <ThemeSwitch theme={theme} from={from} />
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
      <Fold id={id} title={title}>
        <ul>
          {links.map(([href, label]) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </Fold>
    </nav>
  );
}

interface FoldProps {
  /** The id of the heading. */
  id: string;
  title: string;
  children: ReactNode;
}

/**
 * A column of the footer on a wide screen, and a closed part on a phone. A browser that can't open the part by its style
 * sheet shows closed parts on a wide screen, too.
 */
function Fold({ id, title, children }: FoldProps) {
  return (
    <div className="site-fold">
      <h2 id={id}>{title}</h2>
      <details>
        <summary>{title}</summary>
        {children}
      </details>
    </div>
  );
}
