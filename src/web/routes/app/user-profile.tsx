import { Link } from "react-router";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import { photoAddress } from "../../../shared/files/files.ts";
import { ownLoader } from "../../page/loaders.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/user-profile.ts";

/** Spec §9: how complete a profile is, in percent, with and without a department. */
const WITH_DEPARTMENT = 100;
const WITHOUT_DEPARTMENT = 40;

export const loader = ownLoader(async ({ services, actor }) => {
  const person = await services.accounts.get(actor, actor.email);
  const { displayName, email, department } = person;
  return { displayName, email, photoURL: photoAddress("", person), department };
});

/** The person's photo, name, email and department, and how complete the profile is (spec §2). */
export default function UserProfile({ loaderData }: Route.ComponentProps) {
  const { displayName, email, photoURL, department } = loaderData;
  const { profile, labels } = useMessages();
  return (
    <>
      <PageTitle title={profile.title} />
      <h1>{profile.title}</h1>
      <Avatar name={displayName} photoURL={photoURL} large />
      <p>
        <strong>{profile.completed(department ? WITH_DEPARTMENT : WITHOUT_DEPARTMENT)}</strong>
      </p>
      <dl className="facts-list">
        <dt>{labels["displayName"]}</dt>
        <dd>{displayName}</dd>
        <dt>{labels["email"]}</dt>
        <dd>{email}</dd>
        <dt>{labels["department"]}</dt>
        <dd>{department ? departmentLabel(department) : profile.missing}</dd>
      </dl>
      <Link className="button" to="/dashboard/edit-profile">
        {profile.edit}
      </Link>
    </>
  );
}
