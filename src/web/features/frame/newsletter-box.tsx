import { useMessages } from "../../ui/messages.ts";

/**
 * The form that subscribes to the newsletter (spec §5: a valid email, not empty).
 * @param from the page that shows the thanks
 */
export function NewsletterBox({ from }: { from: string }) {
  const { newsletter } = useMessages();
  return (
    <form className="site-newsletter" method="post" action="/newsletter">
      <input type="hidden" name="from" value={from} />
      <h2>
        <label htmlFor="newsletter-email">{newsletter.box}</label>
      </h2>
      <div className="search-row">
        <input
          id="newsletter-email"
          type="email"
          name="email"
          placeholder={newsletter.yourEmail}
          required
          autoComplete="email"
          maxLength={254}
        />
        <button>{newsletter.subscribe}</button>
      </div>
    </form>
  );
}
