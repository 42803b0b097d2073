import { Form, useLocation, useNavigation } from "react-router";
import { ratings } from "../../../shared/schemas/people.ts";
import { draftKeyOf } from "../../page/draft-key.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { DraftNote } from "../../ui/draft-note.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField, TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Sheet } from "../../ui/sheet.tsx";
import type { Route } from "./+types/user-review.ts";

export const loader = ownLoader((page) => ({
  name: page.actor.displayName,
  email: page.actor.email,
  draft: draftKeyOf(page),
}));

export const action = pageAction(async (page) => {
  const { form, services, actor, visit, messages } = page;
  await services.reviews.create(actor, formFields(form), visit.client);
  const toast = { title: messages.review.added, detail: messages.review.addedDetail, sent: draftKeyOf(page) };
  return redirectWithToast(page, "/dashboard/user-review", toast);
});

/** The form for a review. Name and email are read-only; comment and rating are required (spec §5). */
export default function UserReview({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, draft } = loaderData;
  const { review, labels, form } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const sending = useNavigation().state === "submitting";
  const { key } = useLocation();
  const field = (fieldName: keyof typeof labels) => ({
    name: fieldName,
    label: labels[fieldName],
    problem: attempt?.problems[fieldName],
  });
  return (
    <Sheet title={review.title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {/* With this key, the form is new and empty after a review is sent. */}
      <Form method="post" noValidate key={key}>
        <DraftNote draft={draft} isRefused={attempt !== undefined} />
        <TextField name="name" label={review.fields.name.label} defaultValue={name} readOnly />
        <TextField {...field("email")} type="email" defaultValue={email} readOnly />
        <FormField {...field("comment")}>
          {(control) => <textarea {...control} defaultValue={attempt?.values["comment"]} maxLength={2_000} />}
        </FormField>
        <FormField {...field("rating")}>
          {(control) => (
            <select {...control} defaultValue={attempt?.values["rating"] ?? ""}>
              <option value="">{form.choose}</option>
              {ratings.map((rating) => (
                <option key={rating} value={rating}>
                  {review.outOf(rating)}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <button disabled={sending}>{review.submit}</button>
      </Form>
    </Sheet>
  );
}
