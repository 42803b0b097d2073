import { Form } from "react-router";
import { langOf } from "../../items/item-names.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/reviews.ts";

export const loader = adminLoader(({ services }) => services.reviews.list());

export const action = pageAction(async (page) => {
  const { pattern, form, services, actor, messages } = page;
  const { id = "", name = "" } = formFields(form);
  await services.reviews.remove(actor, id);
  const { removed, removedDetail } = messages.reviewList;
  return redirectWithToast(page, pattern, { title: removed, detail: removedDetail(name) });
});

/** Reviews of the site, newest first. An admin can remove them. */
export default function Reviews({ loaderData: reviews, actionData }: Route.ComponentProps) {
  const attempt = actionData as Attempt | undefined;
  const { review: words, reviewList } = useMessages();
  return (
    <>
      <PageTitle title={reviewList.title} failed={attempt !== undefined} />
      <h1>{reviewList.title}</h1>
      <Refusal attempt={attempt} />
      {reviews.length === 0 && <p className="empty">{reviewList.none}</p>}
      {reviews.map(({ _id, name, email, comment, rating }) => (
        <article className="review" key={_id}>
          <h2>{name}</h2>
          <p>
            {words.outOf(rating)} · {email}
          </p>
          <p className="prose" lang={langOf(comment)}>
            {comment}
          </p>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={_id} />
            <input type="hidden" name="name" value={name} />
            <button className="danger quiet">
              {reviewList.remove}
              <span className="visually-hidden">: {name}</span>
            </button>
          </Form>
        </article>
      ))}
    </>
  );
}
