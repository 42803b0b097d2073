import { insertItem, insertPerson, payloadOf, unique } from "../archive/factories.ts";
import { TEST_PASSWORD } from "../platform/archive.ts";
import { contributionCalls } from "./authorization-kind-calls.ts";
import { courseCalls } from "./authorization-course-calls.ts";
import { ownCalls } from "./authorization-own-calls.ts";
import { deskCalls } from "./authorization-desk-calls.ts";
import { linkServiceCalls } from "./authorization-link-services.ts";
import { moderationServiceCalls } from "./authorization-moderation-services.ts";
import { trustServiceCalls } from "./authorization-trust-calls.ts";
import { wantedCalls } from "./authorization-wanted-calls.ts";
import { pileCalls } from "./authorization-pile-calls.ts";
import { serviceCalls } from "./authorization-service-calls.ts";
import { searchCalls } from "./authorization-search-calls.ts";
import { emailIn, meets, status } from "./authorization-observe.ts";
import type { Cell } from "./authorization-rows.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";

/** Prepares the data of a cell without a policy check. @returns sends the request and resolves to the cell */
export type Call = (me: Person) => Promise<() => Promise<Cell>> | (() => Promise<Cell>);

const UNKNOWN = "nobody@example.edu";
const SUSPENDED = 1;

/** The request for each row of the table; the keys are the rows' names. */
export function matrixCalls(world: MatrixWorld): Record<string, Call> {
  return {
    ...peopleCalls(world),
    ...contributionCalls(world, "question", [
      "postQuestion",
      "list_question",
      "myQuestions",
      "question",
      "QuestionStatusUpdate",
    ]),
    ...contributionCalls(world, "book", ["postBooks", "list_book", "myBooks", "book", "BookStatusUpdate"]),
    ...contributionCalls(world, "note", ["postNotes", "list_note", "mynotes", "note", "notesStatusUpdate"]),
    ...contributionCalls(world, "lab", ["postLabs", "list_lab", "myLabs", "lab", "LabStatusUpdate"]),
    ...contributionCalls(world, "syllabus", [
      "postSyllabus",
      "list_syllabus",
      "mySyllabus",
      "syllabus",
      "SyllabusStatusUpdate",
    ]),
    ...contributionCalls(world, "blog", ["postBlogs", "list_blog", "myBlogs", "blog", "BlogStatusUpdate"]),
    ...answerCalls(world),
    ...serviceCalls(world),
    ...moderationServiceCalls(world),
    ...trustServiceCalls(world),
    ...linkServiceCalls(world),
    ...searchCalls(world),
    ...pileCalls(world),
    ...deskCalls(world),
    ...wantedCalls(world),
    ...courseCalls(world),
    ...ownCalls(world),
  };
}

function peopleCalls({ archive, owner }: MatrixWorld): Record<string, Call> {
  const signUp = (email: string) => ({ name: "New", email, password: TEST_PASSWORD });
  const profile = (email: string) => ({
    email,
    displayName: `Name ${unique()}`,
    photoURL: "https://example.edu/p.png",
    department: "CSE",
    roll: "1",
    university: "BUET",
  });
  const name = (email: string) => ({ email, displayName: `Name ${unique()}` });
  const review = (extra = {}) => ({ comment: `Comment ${unique()}`, rating: "4", ...extra });
  const another = (me: Person) => (me.name === "owner" ? "other@example.edu" : owner.email);
  const about =
    (path: string, person: Parameters<typeof insertPerson>[2] = {}): Call =>
    async (me) => {
      const email = await insertPerson(archive, undefined, person);
      return () => status(me.put(path, { email }));
    };
  return {
    "signUp | a new email": (me) => () =>
      status(me.post("/api/auth/sign-up/email", signUp(`new${unique()}@example.edu`))),
    "signUp | an email that exists": (me) => () =>
      status(me.post("/api/auth/sign-up/email", signUp(owner.email))),
    "signIn | the right password": (me) => () =>
      status(me.post("/api/auth/sign-in/email", { email: "signer@example.edu", password: TEST_PASSWORD })),
    "signIn | a wrong password": (me) => () =>
      status(me.post("/api/auth/sign-in/email", { email: owner.email, password: "not the password" })),
    "signIn | of a suspended account": (me) => () =>
      status(me.post("/api/auth/sign-in/email", { email: "suspended@example.edu", password: TEST_PASSWORD })),
    "signOut | then their own record": (me) => async () => {
      const ended = await me.post("/api/auth/sign-out", {});
      return ended.status === 200 ? status(me.get(`/api/users/${me.email}`)) : ended.status;
    },
    "giveSignInCode | no login is waiting": (me) => () =>
      status(me.post("/api/auth/second-factor", { code: "123456" })),
    "confirmSignIn | the right password": (me) => () =>
      status(me.post("/api/auth/confirm", { password: TEST_PASSWORD })),
    "confirmSignIn | a wrong password": (me) => () =>
      status(me.post("/api/auth/confirm", { password: "not the password" })),
    "getUser | their own email": (me) => () => status(me.get(`/api/users/${me.email}`)),
    "getUser | the owner's email": (me) => () => status(me.get(`/api/users/${owner.email}`)),
    "getUser | an unknown email": (me) => () => status(me.get(`/api/users/${UNKNOWN}`)),
    "putUser | their own email": (me) => () => status(me.put("/api/users", name(me.email))),
    "putUser | another user's email": (me) => () => status(me.put("/api/users", name(another(me)))),
    "postUser | their own email": (me) => () => status(me.post("/api/users", name(me.email))),
    "postUser | another user's email": (me) => () => status(me.post("/api/users", name(another(me)))),
    "updateUser | their own profile": (me) => () => status(me.put("/api/updateUser", profile(me.email))),
    "updateUser | another user's profile": (me) => () =>
      status(me.put("/api/updateUser", profile(another(me)))),
    "updateUser | role admin in it": (me) => () =>
      status(me.put("/api/updateUser", { ...profile(me.email), role: "admin" })),
    "makeAdmin | a student's email": async (me) => {
      const email = await insertPerson(archive);
      return () => status(me.put("/api/users/admin", { email }));
    },
    "makeAdmin | their own email": (me) => () => status(me.put("/api/users/admin", { email: me.email })),
    "makeAdmin | an unknown email": (me) => () => status(me.put("/api/users/admin", { email: UNKNOWN })),
    "revokeAdmin | an admin's email": about("/api/users/admin/revoke", { role: "admin" }),
    "revokeAdmin | a student's email": about("/api/users/admin/revoke"),
    "revokeAdmin | an unknown email": (me) => () =>
      status(me.put("/api/users/admin/revoke", { email: UNKNOWN })),
    "makeModerator | a student's email": async (me) => {
      const email = await insertPerson(archive);
      return () => status(me.put("/api/users/moderator", { email, areas: [{ department: "CSE" }] }));
    },
    "makeModerator | an unknown email": (me) => () =>
      status(me.put("/api/users/moderator", { email: UNKNOWN, areas: "everything" })),
    "revokeModerator | a moderator's email": async (me) => {
      const email = await insertPerson(archive);
      await archive.services.people.grantModeratorAsOperator({ email, areas: "everything" });
      return () => status(me.put("/api/users/moderator/revoke", { email }));
    },
    "revokeModerator | a student's email": about("/api/users/moderator/revoke"),
    "suspendUser | a student's email": about("/api/users/admin/suspend"),
    "suspendUser | their own email": (me) => () =>
      status(me.put("/api/users/admin/suspend", { email: me.email })),
    "suspendUser | an unknown email": (me) => () =>
      status(me.put("/api/users/admin/suspend", { email: UNKNOWN })),
    "reinstateUser | a suspended email": about("/api/users/admin/reinstate", { suspendedAt: SUSPENDED }),
    "reinstateUser | a student's email": about("/api/users/admin/reinstate"),
    "listReviews | all": (me) => () => status(me.get("/api/review")),
    "listReviews | the emails in it": (me) => async () => {
      const { body } = await me.get("/api/review");
      return emailIn(
        body,
        body.find((found: { comment: string }) => found.comment === "By the owner")._id,
        owner.email,
      );
    },
    "postReview | their own": (me) => () => status(me.post("/api/review", review())),
    "postReview | the shown email": (me) => async () => {
      const answer = await me.post("/api/review", review({ name: "Forged", email: "forged@example.edu" }));
      return answer.status === 201
        ? emailIn((await me.get("/api/review")).body, answer.body.insertedId, me.email)
        : answer.status;
    },
  };
}

function answerCalls({ archive, owner, targets }: MatrixWorld): Record<string, Call> {
  const below = (questionId = "0".repeat(24)) => payloadOf("answer", { questionId });
  const fresh = (was: "Approved" | "Cancelled") =>
    insertItem(archive, "answer", {
      status: was,
      uploader: owner,
      parentId: targets.Approved["question"] as string,
    });
  const solve =
    (questionId?: string): Call =>
    (me) =>
    () =>
      status(me.post("/api/addQuestionSolve", below(questionId)));
  const approvedBelow = (parentId?: string) =>
    insertItem(archive, "answer", { uploader: owner, parentId: parentId as string });
  const one =
    (make: () => Promise<string>): Call =>
    async (me) => {
      const id = await make();
      return () => status(me.get(`/api/answer/${id}`));
    };
  const listed =
    (make: () => Promise<string>, questionId?: string): Call =>
    async (me) => {
      const id = await make();
      return () => meets(me.get(`/api/questionSolve/${questionId}`), id);
    };
  const [approved, pending, cancelled] = [
    targets.Approved["question"],
    targets.Pending["question"],
    targets.Cancelled["question"],
  ];
  return {
    "addQuestionSolve | below an Approved question": solve(approved),
    "addQuestionSolve | below their own or a Pending question": solve(pending),
    "addQuestionSolve | below a Cancelled question": solve(cancelled),
    "addQuestionSolve | below an unknown question": solve(),
    "answer | Approved": one(() => fresh("Approved")),
    "answer | Cancelled": one(() => fresh("Cancelled")),
    "answer | of a Cancelled question": one(() => approvedBelow(cancelled)),
    "answer | of a Pending question": one(() => approvedBelow(pending)),
    "answer | the owner's email": async (me) => {
      const id = await fresh("Approved");
      return async () => emailIn((await me.get(`/api/answer/${id}`)).body, id, owner.email);
    },
    "questionSolve | an Approved answer": listed(() => fresh("Approved"), approved),
    "questionSolve | a Cancelled answer": listed(() => fresh("Cancelled"), approved),
    "questionSolve | of a Cancelled question": listed(() => approvedBelow(cancelled), cancelled),
    "questionSolve | of a Pending question": listed(() => approvedBelow(pending), pending),
    "questionSolve | the owner's email": async (me) => {
      const id = await fresh("Approved");
      return async () => emailIn((await me.get(`/api/questionSolve/${approved}`)).body, id, owner.email);
    },
    "AnswerStatusUpdate | Approved to Cancelled": setAnswer(() => fresh("Approved"), "Cancelled"),
    "AnswerStatusUpdate | Cancelled to Approved": setAnswer(() => fresh("Cancelled"), "Approved"),
    "AnswerStatusUpdate | the same status": setAnswer(() => fresh("Approved"), "Approved"),
    "AnswerStatusUpdate | an unknown id": setAnswer(async () => "0".repeat(24), "Approved"),
  };
}

const setAnswer =
  (make: () => Promise<string>, to: string): Call =>
  async (me) => {
    const id = await make();
    return () => status(me.put(`/api/AnswerStatusUpdate/${id}`, { status: to }));
  };
