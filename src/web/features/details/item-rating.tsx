import { ratings } from "../../../shared/schemas/people.ts";
import type { Item } from "../../page/context.ts";
import type { Attempt } from "../../page/forms.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Stars } from "../../ui/stars.tsx";

export interface ItemRatingProps {
  item: Item;
  /** The reader's own rating, from "1" to "5". */
  own: string | undefined;
  reader: "visitor" | "owner" | "other";
  attempt: Attempt | undefined;
  /** The path of this page. */
  path: string;
}

/** The average rating of an item with half stars, and the reader's own rating, which they can change. */
export function ItemRating({ item, own, reader, attempt, path }: ItemRatingProps) {
  const { rating: words } = useMessages();
  return (
    <section aria-labelledby="ratings">
      <h2 id="ratings">{words.title}</h2>
      {item.rating ? (
        <Stars rating={item.rating.average} words={words.average(item.rating.average, item.rating.count)} />
      ) : (
        <p>{words.none}</p>
      )}
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {reader === "owner" && <p className="by">{words.own}</p>}
      {reader === "visitor" && (
        <a className="button quiet" href={`/login?from=${encodeURIComponent(path)}`}>
          {words.signIn}
        </a>
      )}
      {reader === "other" && <RatingForm own={own} problem={attempt?.problems["rating"]} path={path} />}
    </section>
  );
}

interface RatingFormProps {
  own: string | undefined;
  problem: string | undefined;
  path: string;
}

function RatingForm({ own, problem, path }: RatingFormProps) {
  const { rating: words, review, form } = useMessages();
  return (
    <form className="details-rating-form" method="post" action={path} noValidate>
      <input type="hidden" name="act" value="rate" />
      <FormField name="rating" label={words.yours} problem={problem}>
        {(control) => (
          <select {...control} defaultValue={own ?? ""}>
            <option value="">{form.choose}</option>
            {ratings.map((rating) => (
              <option key={rating} value={rating}>
                {review.outOf(rating)}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <button className="quiet">{own ? words.change : words.rate}</button>
    </form>
  );
}
