import { en } from "../../../src/shared/messages/en.ts";
import { kinds, standaloneKinds } from "../../../src/shared/kinds/index.ts";
import { type Status, statuses } from "../../../src/shared/items/status.ts";
import {
  insertItem,
  insertPerson,
  insertReport,
  insertSubscriber,
  insertTakedown,
  payloadOf,
  unique,
} from "../archive/factories.ts";
import { VISIT } from "../platform/archive.ts";
import type { Call } from "./authorization-calls.ts";
import { changeCall, isAboutChanges } from "./authorization-change-calls.ts";
import { coursePost } from "./authorization-course-calls.ts";
import { coursePageCall, isAboutCourses } from "./authorization-course-pages.ts";
import { formCall } from "./authorization-form-calls.ts";
import { itemCall, moderationPost } from "./authorization-moderation-calls.ts";
import { meets, status as statusOf } from "./authorization-observe.ts";
import { type Cell, nameOf, routeFiles, type Row, UNIVERSITY, UNKNOWN } from "./authorization-rows.ts";
import { photoCall } from "./authorization-photo-calls.ts";
import { isAboutSimilar, similarCall } from "./authorization-similar-calls.ts";
import { insertTrusted, insertUnchecked, trustPost } from "./authorization-trust-calls.ts";
import { isAboutNotices, noticePageCall } from "./authorization-notice-pages.ts";
import { isAboutWanted, wantedPageCall } from "./authorization-wanted-pages.ts";
import { pilePageCall } from "./authorization-pile-pages.ts";
import { uploadCall } from "./authorization-upload-calls.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";
import type { Answer } from "./site.ts";

/** A creation time that puts an item on the first page of a list, in epoch milliseconds. */
const LATER = Date.UTC(2100, 0);

/** The request for each row about pages; the keys are the rows' names. */
export function pageCalls(world: MatrixWorld, table: Row[]): Record<string, Call> {
  return Object.fromEntries(table.map((row) => [nameOf(row), callOf(world, row)]));
}

/** The target of a redirect, or the status of any other response. */
export async function lead(answer: Promise<Answer>, path: string): Promise<Cell> {
  const { status, headers, text } = await answer;
  const location = headers.get("location");
  // A request for a page's data gets a redirect as a response with status 202.
  if (status === 202 && text.includes(`/login?from=${encodeURIComponent(path)}`)) return "login";
  if (status === 302 && location === `/login?from=${encodeURIComponent(path)}`) return "login";
  return status === 302 && location === "/" ? "home" : status;
}

export const post = (me: Person, path: string, fields: Record<string, unknown>): Promise<Cell> =>
  lead(
    me.send(path, { method: "POST", body: new URLSearchParams(fields as Record<string, string>) }),
    path.replace(/\.data$/, ""),
  );

function callOf(world: MatrixWorld, row: Row): Call {
  const [method = "", path = ""] = row.operation.split(" ");
  if (path.startsWith("/uploads")) return uploadCall(world, method, path);
  if (path.startsWith("/dashboard/contribute")) return pilePageCall(world, method, path, row.about);
  if (isAboutCourses(path)) return coursePageCall(world, path, row.about);
  if (isAboutWanted(path)) return wantedPageCall(world, method, path, row.about);
  if (isAboutNotices(path)) return noticePageCall(world, method, path, row.about);
  if (isAboutSimilar(path)) return similarCall(world, method, path, row.about);
  if (isAboutChanges(path, row.about)) return changeCall(world, method, path, row.about);
  if (row.about.includes("photo")) return photoCall(world, path, row.about);
  if (row.about.startsWith("a returned item")) return returnedCall(world, method, path);
  if (method === "POST")
    return (
      trustPost(world, path, row.about) ??
      coursePost(world, path, row.about) ??
      moderationPost(world, path, row.about) ??
      postCall(world, path, row.about)
    );
  if (path === "/feed.xml" || path === "/sitemap/:file") return publishedCall(world, path, row.about);
  if (path.startsWith(`${DESK}/`)) return deskCall(world, path);
  if (path.includes("/edit/:id")) return itemCall(world, path, row.about);
  if (row.about === "opens") {
    const address = path.replace("*", "nowhere");
    return (me) => () => lead(me.send(address), address);
  }
  return path.includes("/:") ? oneCall(world, path, row.about) : listCall(world, path, row.about);
}

const DESK = "/admin-dashboard/manage-questions";

/** The request for data of the desk, which name a Pending item. */
function deskCall({ archive, owner }: MatrixWorld, path: string): Call {
  return async (me) => {
    const word = `canary${unique()}`;
    const item = {
      status: "Pending",
      uploader: owner,
      fields: { topic: word },
      createdAt: 1_000_000 - unique(),
    } as const;
    const id = await insertItem(archive, "note", item);
    const answer = () => me.get(path.replace(":id", id));
    return path.endsWith("/text") ? () => statusOf(answer()) : () => meets(answer(), word);
  };
}

/** The form of an item of the owner that was returned. */
function returnedCall({ archive, owner }: MatrixWorld, method: string, path: string): Call {
  return async (me) => {
    const id = await insertItem(archive, "note", { status: "Cancelled", uploader: owner });
    const returned = { returned: 1 as const, reason: "Too dark" };
    await archive.db.write.updateTable("resource").set(returned).where("id", "=", id).execute();
    const address = path.replace(":id", id);
    if (method === "POST") return () => post(me, address, payloadOf("note"));
    return () => redirected(me, address, "", en.edit.sendAgain);
  };
}

const ANSWER = "/dashboard/add-answer/:id";
const kindOf = (path: string) =>
  path === ANSWER
    ? "question"
    : (standaloneKinds.find(({ pages }) => path.startsWith(`${pages.details}/`))?.name ?? "");
const statusIn = (about: string): Status | undefined => statuses.find((status) => about.includes(status));

/** The request for a page about one item or file, in the status that the row names. */
function oneCall({ archive, targets, covers }: MatrixWorld, path: string, about: string): Call {
  const status = statusIn(about);
  if (about.endsWith("answer")) {
    const parentId = targets.Approved["question"] as string;
    return async (me) => {
      const userName = `Solver ${unique()}`;
      await insertItem(archive, "answer", {
        status: status as Status,
        parentId,
        fields: { solveNumber: userName },
      });
      return () => meets(me.get(path.replace(":id", parentId)), userName);
    };
  }
  const key = path.startsWith("/files") ? status && covers[status] : status && targets[status][kindOf(path)];
  const address = path.replace(":page", "1").replace(/:\w+/, key ?? UNKNOWN);
  return (me) => () => lead(me.send(address), address);
}

/** Whether a sitemap or the feed names an item. */
function publishedCall({ archive, owner }: MatrixWorld, path: string, about: string): Call {
  return async (me) => {
    const status = statusIn(about) as Status;
    const id = await insertItem(archive, "blog", { status, uploader: owner, createdAt: LATER + unique() });
    return () => meets(me.get(path.replace(":file", "1.xml")), id);
  };
}
/** Whether a page with many items shows one item. A page can contain its id without showing its title. */
function listCall({ archive, owner }: MatrixWorld, path: string, about: string): Call {
  const page = path.replace(/\.data$/, "");
  const kind = kinds.find(({ pages }) =>
    [...pages.lists, `/dashboard/${pages.mine}`, `/admin-dashboard/${pages.admin}`].includes(page),
  );
  return async (me) => {
    const word = `canary${unique()}`;
    // A word that finds the person in a long list, but is not the word that the page must show.
    const hint = `hint${unique()}`;
    if (kind) {
      const parent = kind.parent ? { parentId: await insertItem(archive, kind.parent.kind) } : {};
      const status = statusIn(about) ?? "Pending";
      await insertItem(archive, kind.name, {
        status,
        uploader: owner,
        fields: { [kind.title]: word, university: UNIVERSITY },
        createdAt: LATER + unique(),
        ...parent,
      });
    } else if (/\/(?:pending|manage)-questions$|\/delete-requests$/.test(page)) {
      // A contributor's list is newest first, the queue is oldest first, and each shows only one page.
      const createdAt = page.startsWith("/dashboard") ? LATER + unique() : 1_000_000 - unique();
      const item = {
        status: "Pending",
        uploader: owner,
        fields: { topic: word },
        createdAt,
      } as const;
      const id = await insertItem(archive, "note", item);
      if (page.endsWith("requests"))
        await archive.services.removal.request({ ...owner, role: "student" }, id);
    } else if (page.endsWith("/takedowns")) {
      await insertTakedown(archive, { itemTitle: word, createdAt: 0 });
    } else if (page.endsWith("/reports")) {
      const itemId = await insertItem(archive, "note", { uploader: owner });
      await insertReport(archive, { itemId, comment: word, createdAt: LATER + unique() });
    } else if (page.includes("/newsletter")) {
      const email = await insertSubscriber(archive);
      await archive.db.write
        .updateTable("subscription")
        .set({ email: `${word}@example.edu`, confirmedAt: 0 })
        .where("email", "=", email)
        .execute();
    } else if (page.endsWith("/not-checked")) {
      await insertUnchecked({ archive, owner }, { topic: word });
    } else if (page.endsWith("/trusted-contributors")) {
      await insertTrusted(archive, word);
    } else if (page.endsWith("/moderators")) {
      const email = await insertPerson(archive, word);
      await archive.services.people.grantModeratorAsOperator({ email, areas: "everything" });
    } else if (page.endsWith("/users") || page.endsWith("/audit")) {
      await archive.services.people.setRoleAsOperator(
        await insertPerson(archive, `${word}-${hint}`),
        "admin",
      );
    } else {
      await archive.services.contact.send(
        undefined,
        { name: "Somebody", email: "a@example.edu", sub: word, mess: "Hello" },
        // Each message comes from a different address, so that no limit applies.
        { ...VISIT.client, address: `2001:db8:0:${unique().toString(16)}::1` },
      );
    }
    const query = about.startsWith("?") ? about : page.endsWith("/users") ? `?search=${hint}` : "";
    if (path === page) return async () => redirected(me, path, query, word);
    // The browser requests only a page's data; `_routes` picks loaders, without the guard of their parents.
    const alone = about.endsWith("alone")
      ? `?_routes=${kind ? kind.pages.admin : `routes/app/${routeFiles[page] ?? page.split("/").at(-1)}`}${query.replace("?", "&")}`
      : query;
    return async () => ((await me.get(path + alone)).text.includes(word) ? "seen" : "hidden");
  };
}

async function redirected(me: Person, path: string, query: string, word: string): Promise<Cell> {
  const answer = me.send(path + query);
  const cell = await lead(answer, path + query);
  return cell === 200 ? meets(answer, word) : cell;
}

function postCall({ archive, owner, targets }: MatrixWorld, path: string, about: string): Call {
  const page = path.replace(/\.data$/, "");
  const added = standaloneKinds.find(({ pages }) => page === `/dashboard/${pages.add}`);
  const managed = kinds.find(({ pages }) => page === `/admin-dashboard/${pages.admin}`);
  if (added && about === "a valid one") return (me) => () => post(me, path, payloadOf(added));
  if (managed) {
    return async (me) => {
      const parent = managed.parent ? { parentId: targets.Approved["question"] as string } : {};
      const id = await insertItem(archive, managed.name, { status: "Pending", uploader: owner, ...parent });
      return () =>
        post(me, path, { id: about === "an unknown id" ? UNKNOWN : id, title: "It", status: "Approved" });
    };
  }
  const status = statusIn(about);
  if (status && about.startsWith("a broken link")) {
    // Each person gets a new item, because reports from one network count once.
    return async (me) => {
      const id = await insertItem(archive, kindOf(path), { status, uploader: owner });
      return () => post(me, path.replace(":id", id), { act: "brokenLink" });
    };
  }
  if (status && !about.startsWith("an answer")) {
    const id = targets[status][kindOf(path)] as string;
    const fields = about.startsWith("a vote")
      ? { act: "vote", helpful: "yes", answerId: targets[status]["answer"] }
      : about.startsWith("a rating")
        ? { act: "rate", rating: "4.5" }
        : { reason: "other", comment: `Report ${unique()}` };
    return (me) => () => post(me, path.replace(":id", id), fields);
  }
  if (status) {
    const address = path.replace(":id", targets[status]["question"] as string);
    const { questionId: _by, ...fields } = payloadOf("answer");
    return (me) => () => post(me, address, fields);
  }
  return formCall(archive, path, about);
}
