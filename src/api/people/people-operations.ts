import { z } from "zod";
import { type Changed, presentPerson, type SignedIn } from "../../server/people/index.ts";
import type { Actor } from "../../shared/people/policy.ts";
import {
  personEmailSchema,
  profileSchema,
  reviewSchema,
  saveUserSchema,
  signInSchema,
  signUpSchema,
} from "../../shared/schemas/people.ts";
import { moderatorSchema } from "../../shared/schemas/moderator.ts";
import { confirmSchema, secondFactorSchema } from "../../shared/schemas/second-factor.ts";
import { validate } from "../../shared/schemas/validate.ts";
import {
  confirmedSchema,
  insertedSchema,
  modifiedSchema,
  nothingSchema,
  personSchema,
  reviewAnswerSchema,
  signedInSchema,
  signedOutSchema,
  signedUpSchema,
} from "../answers.ts";
import type { Operation, Reply } from "../operation.ts";
import type { ApiContext } from "../library/resource-operations.ts";

const modified = (changed: boolean, matched = true) => ({
  acknowledged: true,
  matchedCount: matched ? 1 : 0,
  modifiedCount: changed ? 1 : 0,
});

const withCookies = (setCookies: string[]): [string, string][] =>
  setCookies.map((cookie) => ["set-cookie", cookie]);

/** The calls for login, people and reviews (spec §7). */
export function peopleOperations({ services, origin }: ApiContext): Operation[] {
  const { accounts, signUp, proof, people, reviews } = services;
  function signedIn({ person, setCookies, half }: SignedIn): Reply {
    const body = { user: half ? null : presentPerson(person, origin), secondFactor: half };
    return { body, headers: withCookies(setCookies) };
  }

  return [
    {
      id: "signUp",
      method: "post",
      paths: ["/auth/sign-up/email"],
      summary:
        "Sign up and log in. If the site verifies emails, it emails a link that does both (202, without a user).",
      tag: "Accounts",
      access: "anyone",
      body: signUpSchema,
      answer: signedUpSchema,
      status: 201,
      async handle({ body, visit }) {
        const outcome = await signUp.signUp(body, visit);
        const { setCookies } = outcome;
        if (outcome.checkMail) return { status: 202, body: { user: null }, headers: withCookies(setCookies) };
        const user = presentPerson(outcome.person, origin);
        return { status: 201, body: { user }, headers: withCookies(setCookies) };
      },
    },
    {
      id: "signIn",
      method: "post",
      paths: ["/auth/sign-in/email"],
      summary:
        "Log in with email and password. The response sets the session cookie. If secondFactor is true, there is no user " +
        "until the client sends the code.",
      tag: "Accounts",
      access: "anyone",
      body: signInSchema,
      answer: signedInSchema,
      handle: async ({ body, visit }) => signedIn(await accounts.signIn(body, visit)),
    },
    {
      id: "giveSignInCode",
      method: "post",
      paths: ["/auth/second-factor"],
      summary: "Complete a login with a code from the authenticator app or a recovery code",
      tag: "Accounts",
      access: "anyone",
      body: secondFactorSchema,
      answer: signedInSchema,
      handle: async ({ body, visit }) => signedIn(await proof.giveCode(body, visit)),
    },
    {
      id: "confirmSignIn",
      method: "post",
      paths: ["/auth/confirm"],
      summary: "Confirm the login for ten minutes with the password, and with a code if two-step login is on",
      tag: "Accounts",
      access: "signedIn",
      body: confirmSchema,
      answer: confirmedSchema,
      async handle({ actor, body, visit }) {
        return {
          body: { success: true },
          headers: withCookies(await proof.confirm(actor, body, visit)),
        };
      },
    },
    {
      id: "signOut",
      method: "post",
      paths: ["/auth/sign-out"],
      summary: "Log out and end the session",
      tag: "Accounts",
      access: "anyone",
      body: nothingSchema,
      answer: signedOutSchema,
      async handle({ visit, body }) {
        validate(nothingSchema, body);
        return { body: { success: true }, headers: withCookies(await accounts.signOut(visit.headers)) };
      },
    },
    {
      id: "getUser",
      method: "get",
      paths: ["/users/{email}"],
      summary: "Read a person's record: your own, or anyone's as an admin",
      tag: "People",
      access: "self",
      answer: personSchema,
      handle: async ({ actor, params }) => ({
        body: presentPerson(await accounts.get(actor, params["email"] as string), origin),
      }),
    },
    {
      id: "putUser",
      method: "put",
      paths: ["/users"],
      summary: "Save the logged-in person's email and display name",
      tag: "People",
      access: "self",
      body: saveUserSchema,
      answer: modifiedSchema,
      handle: async ({ actor, body }) => ({
        body: modified((await accounts.saveUser(actor, body)).modified),
      }),
    },
    {
      id: "postUser",
      method: "post",
      paths: ["/users"],
      summary: "Save the logged-in person's email and display name after sign-up",
      tag: "People",
      access: "self",
      body: saveUserSchema,
      answer: insertedSchema,
      status: 201,
      handle: async ({ actor, body }) => ({
        status: 201,
        body: { acknowledged: true, insertedId: (await accounts.saveUser(actor, body)).id },
      }),
    },
    {
      id: "updateUser",
      method: "put",
      paths: ["/updateUser"],
      summary: "Save the logged-in person's profile",
      tag: "People",
      access: "self",
      body: profileSchema,
      answer: modifiedSchema,
      async handle({ actor, body }) {
        await accounts.updateProfile(actor, body);
        return { body: modified(true) };
      },
    },
    changeOperation("makeAdmin", "/users/admin", "Make the person with this email an admin", (actor, input) =>
      people.grantAdmin(actor, input),
    ),
    changeOperation(
      "revokeAdmin",
      "/users/admin/revoke",
      "Make the admin with this email a student. The last admin stays an admin.",
      (actor, input) => people.revokeAdmin(actor, input),
    ),
    {
      id: "makeModerator",
      method: "put",
      paths: ["/users/moderator"],
      summary:
        "Make the person with this email a moderator of everything or of some areas, or replace a moderator's areas. modifiedCount is 0 if nothing changed.",
      tag: "People",
      access: "admin",
      body: moderatorSchema,
      answer: modifiedSchema,
      async handle({ actor, body }) {
        const { modified: changed, matched } = await people.grantModerator(actor, body);
        return { body: modified(changed, matched) };
      },
    },
    changeOperation(
      "revokeModerator",
      "/users/moderator/revoke",
      "Make the moderator with this email a student",
      (actor, input) => people.revokeModerator(actor, input),
    ),
    changeOperation(
      "suspendUser",
      "/users/admin/suspend",
      "Suspend the person with this email and end their sessions",
      (actor, input) => people.suspend(actor, input),
    ),
    changeOperation(
      "reinstateUser",
      "/users/admin/reinstate",
      "Let the suspended person with this email log in again",
      (actor, input) => people.reinstate(actor, input),
    ),
    {
      id: "listReviews",
      method: "get",
      paths: ["/review"],
      summary: "List reviews of the site, newest first",
      tag: "Reviews",
      access: "anyone",
      answer: z.array(reviewAnswerSchema),
      handle: async () => ({ body: await reviews.list() }),
    },
    {
      id: "postReview",
      method: "post",
      paths: ["/review"],
      summary: "Review the site",
      tag: "Reviews",
      access: "signedIn",
      body: reviewSchema,
      answer: insertedSchema,
      status: 201,
      handle: async ({ actor, body, visit }) => ({
        status: 201,
        body: { acknowledged: true, insertedId: await reviews.create(actor, body, visit.client) },
      }),
    },
  ];
}

/** A call by which an admin changes the account with an email. */
function changeOperation(
  id: string,
  path: string,
  summary: string,
  change: (actor: Actor, input: unknown) => Promise<Changed>,
): Operation {
  return {
    id,
    method: "put",
    paths: [path],
    summary: `${summary}. modifiedCount is 0 if nothing changed.`,
    tag: "People",
    access: "admin",
    body: personEmailSchema,
    answer: modifiedSchema,
    async handle({ actor, body }) {
      const { modified: changed, matched } = await change(actor, body);
      return { body: modified(changed, matched) };
    },
  };
}
