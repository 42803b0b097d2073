import { useMessages } from "../../ui/messages.ts";

/**
 * The form that subscribes to the newsletter (spec §5: a valid email, not empty).
 * @param from the page that shows the thanks
 */
export function NewsletterBox({ from }: { from: string }) {
  const { newsletter } = useMessages();
  return (
    <div>
      <h2>{newsletter.title}</h2>
      <form method="post" action="/newsletter">
        <input type="hidden" name="from" value={from} />
        <p id="newsletter-intro">{newsletter.intro}</p>
        <label htmlFor="newsletter-email">{newsletter.email}</label>
        <div className="search-row">
          <input
            id="newsletter-email"
            type="email"
            name="email"
            required
            autoComplete="email"
            maxLength={254}
            aria-describedby="newsletter-intro"
          />
          <button>{newsletter.subscribe}</button>
        </div>
      </form>
    </div>
  );
}
