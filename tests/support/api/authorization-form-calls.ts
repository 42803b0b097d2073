import { insertPerson, unique } from "../archive/factories.ts";
import { TEST_PASSWORD, VISIT } from "../platform/archive.ts";
import type { Call } from "./authorization-calls.ts";
import { post } from "./authorization-page-calls.ts";
import { UNKNOWN } from "./authorization-rows.ts";
import type { MatrixWorld } from "./authorization-world.ts";

const profile = (email: string) => ({
  photoURL: "https://example.edu/p.png",
  displayName: `Name ${unique()}`,
  email,
  department: "CSE",
  roll: "1",
  university: "BUET",
});

/** The fields of a form that sets a password; empty if there are no other fields. */
const passwords = (others?: Record<string, string>): Record<string, string> =>
  others ? { ...others, password: TEST_PASSWORD, passwordAgain: TEST_PASSWORD } : {};

/** An action on a person, on the page of users. */
function changing(
  archive: MatrixWorld["archive"],
  path: string,
  act: string,
  person: Parameters<typeof insertPerson>[2],
): Call {
  return async (me) => {
    const email = await insertPerson(archive, undefined, person);
    return () => post(me, path, { email, act });
  };
}

/** The request that sends a form about the person, an account or a mail. */
export function formCall(archive: MatrixWorld["archive"], path: string, about: string): Call {
  const forms: Record<string, Call> = {
    "to sign in": (me) => () => post(me, path, { from: "/" }),
    "to connect": (me) => () => post(me, path, { purpose: "connect" }),
    "a provider that is not connected": (me) => () => post(me, path, {}),
    "the right password": (me) => () =>
      post(me, path, { email: "signer@example.edu", password: TEST_PASSWORD }),
    "a wrong password": (me) => () =>
      post(me, path, { email: "signer@example.edu", password: "not the password" }),
    "a new email": (me) => () => {
      const account = { name: "New", email: `registered${unique()}@example.edu` };
      return post(me, path, { ...account, password: TEST_PASSWORD, passwordAgain: TEST_PASSWORD });
    },
    "then their own record": (me) => async () => {
      const ended = await post(me, path, {});
      return ended === 303 ? (await me.get(`/api/users/${me.email}`)).status : ended;
    },
    "a dead link": (me) => () =>
      post(me, path, { token: "dead", ...passwords(path.startsWith("/reset") ? {} : undefined) }),
    "an email": (me) => () => post(me, path, { email: `nobody${unique()}@example.edu` }),
    "no email": (me) => () => post(me, path, { email: "" }),
    "one click": async (me) => {
      const email = `reader${unique()}@example.edu`;
      await archive.services.newsletter.subscribe({ email }, VISIT.client);
      const { leaveToken } = await archive.db.read
        .selectFrom("subscription")
        .select("leaveToken")
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      return () => post(me, `${path}?token=${leaveToken}`, { "List-Unsubscribe": "One-Click" });
    },
    "every other session": (me) => () => post(me, path, { act: "endOthers" }),
    "the same password again": (me) => () => post(me, path, passwords({ passwordNow: TEST_PASSWORD })),
    "the password": (me) => () => post(me, path, { password: TEST_PASSWORD }),
    "a secret": (me) => () => post(me, path, { act: "begin" }),
    "a wrong code": (me) => () => post(me, path, { act: "enrol", code: "12345" }),
    "new recovery codes": (me) => () => post(me, path, { act: "codes" }),
    "turn off": (me) => () => post(me, path, { act: "off" }),
    "a wrong password now": (me) => () => {
      const wrong = { passwordNow: "not the password" };
      if (path.endsWith("confirm")) return post(me, path, { password: "not the password" });
      if (path.endsWith("password")) return post(me, path, passwords(wrong));
      const more = path.endsWith("email") ? { email: me.email } : { contributions: "keep" };
      return post(me, path, { ...wrong, ...more });
    },
    "a message": (me) => () => post(me, path, { name: "N", email: "n@example.edu", sub: "S", mess: "M" }),
    "a student's email": async (me) => {
      const email = await insertPerson(archive);
      const areas = path.endsWith("/moderators") ? { scope: "areas", "areas.0.department": "CSE" } : {};
      return () => post(me, path, { email, ...areas });
    },
    "their own profile": (me) => () => post(me, path, profile(me.email)),
    "another user's profile": (me) => () => post(me, path, profile("signer@example.edu")),
    "their university": (me) => () => post(me, path, { university: "BUET", department: "EEE" }),
    "a review": (me) => () => post(me, path, { name: "N", email: me.email, comment: "Good", rating: "4.5" }),
    grantAdmin: changing(archive, path, "grantAdmin", {}),
    revokeAdmin: changing(archive, path, "revokeAdmin", { role: "admin" }),
    revokeModerator: async (me) => {
      const email = await insertPerson(archive);
      await archive.services.people.grantModeratorAsOperator({ email, areas: "everything" });
      return () => post(me, path, { email, act: "revokeModerator" });
    },
    suspend: changing(archive, path, "suspend", {}),
    reinstate: changing(archive, path, "reinstate", { suspendedAt: 1 }),
    anything: (me) => () => post(me, path.replace(":id", UNKNOWN), { any: "thing" }),
  };
  const call = forms[about];
  if (!call) throw new Error(`Add the form of "POST ${path} | ${about}" to authorization-form-calls.ts.`);
  return call;
}
