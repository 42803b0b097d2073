import { maxMegabytes } from "../../../shared/files/file-limits.ts";
import { MAX_PICTURE_BYTES } from "../../../shared/files/file-limits.ts";
import { type FormEvent, useState } from "react";
import { Form, useNavigation } from "react-router";
import { departmentLabel, knownDepartments } from "../../../shared/courses/departments.ts";
import { PHOTO_FIELD, photoAddress } from "../../../shared/files/files.ts";
import { problemText } from "../../../shared/messages/index.ts";
import { draftKeyOf } from "../../page/draft-key.ts";
import { type Attempt, formFields, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import type { PostedPage } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField, TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { offeredUniversities, Suggesting } from "../../ui/suggesting.tsx";
import { PictureInput } from "../../ui/picture-input.tsx";
import type { Route } from "./+types/edit-profile.ts";

export const loader = ownLoader(async (page) => {
  const { services, actor } = page;
  const [person, universities] = await Promise.all([
    services.accounts.get(actor, actor.email),
    services.universities.known(),
  ]);
  const { displayName, email, photoURL, department, roll, university } = person;
  return {
    draft: draftKeyOf(page),
    photo: photoAddress("", person),
    photoURL,
    displayName,
    email,
    department: department && departmentLabel(department),
    roll,
    university,
    universities: offeredUniversities(universities),
  };
});

const DEPARTMENTS = knownDepartments.map(({ label }) => ({ value: label }));
const REMOVE_PHOTO = "removePhoto";

export const action = pageAction(async (page) => {
  const { form, services, actor, messages } = page;
  const { profile } = messages;
  if (textOf(form, "act") === REMOVE_PHOTO) {
    await services.photos.remove(actor);
    const removed = { title: profile.photoRemoved, detail: profile.photoRemovedDetail };
    return redirectWithToast(page, "/dashboard/edit-profile", removed);
  }
  // An uploaded photo replaces the photo address in the form.
  if (await givePhoto(page)) form.set("photoURL", "");
  await services.accounts.updateProfile(actor, formFields(form));
  const toast = { title: profile.updated, detail: profile.updatedDetail, sent: draftKeyOf(page) };
  return redirectWithToast(page, "/dashboard/user-profile", toast);
});

/**
 * Saves the photo of a form, even if the rest of the form is refused.
 * @returns whether the form has a photo
 */
async function givePhoto({ form, services, actor, visit }: PostedPage): Promise<boolean> {
  const file = form.get(PHOTO_FIELD);
  if (!(file instanceof File) || file.name === "") return false;
  await services.photos.give(actor, new Uint8Array(await file.arrayBuffer()), visit.client);
  return true;
}

/** Shows the saved photo even if the rest of the form was refused. */
export const shouldRevalidate = () => true;

/** Every field is required; the photo can be a file or an address. The email field is read-only (spec §5). */
export default function EditProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, labels } = useMessages();
  const { tooLarge, refuseTooLarge } = useTooLargePhoto();
  const attempt = tooLarge ?? (actionData as Attempt | undefined);
  const { photo, draft, universities, ...person } = loaderData;
  const sending = useNavigation().state === "submitting";
  const field = (name: keyof typeof person) => ({
    name,
    label: labels[name] as string,
    problem: attempt?.problems[name],
    defaultValue: attempt?.values[name] ?? person[name] ?? "",
  });
  const { defaultValue: photoURL, ...photoUrlField } = field("photoURL");
  const { defaultValue: department, ...departmentField } = field("department");
  const { defaultValue: university, ...universityField } = field("university");
  return (
    <Sheet title={profile.edit} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {photo && <CurrentPhoto name={person.displayName} photo={photo} />}
      <Form method="post" encType="multipart/form-data" noValidate onSubmit={refuseTooLarge}>
        <DraftNote draft={draft} isRefused={attempt !== undefined} />
        <FormField
          name={PHOTO_FIELD}
          label={labels[PHOTO_FIELD] as string}
          hint={profile.photoHint}
          problem={attempt?.problems[PHOTO_FIELD]}
          isOneOfTwo
        >
          {/* The new key replaces the input after each saved photo, so that the form does not send the same
              photo again. */}
          {(control) => <PictureInput key={photo} control={control} label={profile.chosenPhoto} isRound />}
        </FormField>
        <FormField {...photoUrlField} hint={profile.photoUrlHint} isOneOfTwo>
          {(control) => (
            <input
              {...control}
              key={photo}
              defaultValue={photoURL}
              type="url"
              inputMode="url"
              autoComplete="photo"
            />
          )}
        </FormField>
        <TextField {...field("displayName")} autoComplete="name" />
        <TextField
          {...field("email")}
          hint={profile.emailHint}
          defaultValue={person.email}
          type="email"
          autoComplete="off"
          readOnly
        />
        <FormField {...departmentField}>
          {(control) => <Suggesting control={control} value={department} offered={DEPARTMENTS} />}
        </FormField>
        <TextField {...field("roll")} autoComplete="off" />
        <FormField {...universityField}>
          {(control) => (
            <Suggesting
              control={control}
              value={university}
              offered={universities}
              autoComplete="organization"
            />
          )}
        </FormField>
        <button disabled={sending}>{profile.save}</button>
      </Form>
    </Sheet>
  );
}

function CurrentPhoto({ name, photo }: { name: string; photo: string }) {
  const { profile } = useMessages();
  return (
    <Form className="account-photo" method="post">
      <Avatar name={name} photoURL={photo} large alt={profile.photoOf(name)} />
      <button className="danger quiet" name="act" value={REMOVE_PHOTO}>
        {profile.removePhoto}
      </button>
    </Form>
  );
}

/** Reports a photo that is too large before the person pays for its upload. */
function useTooLargePhoto() {
  const messages = useMessages();
  const [tooLarge, setTooLarge] = useState<Attempt>();
  const refuseTooLarge = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const file = form.get(PHOTO_FIELD);
    if (!(file instanceof File) || file.size <= MAX_PICTURE_BYTES) return setTooLarge(undefined);
    event.preventDefault();
    const param = String(maxMegabytes.picture);
    const label = messages.labels[PHOTO_FIELD];
    const problem = problemText(messages, label, { code: "imageSize", param });
    setTooLarge({ problems: { [PHOTO_FIELD]: problem }, message: undefined, values: formFields(form) });
  };
  return { tooLarge, refuseTooLarge };
}
