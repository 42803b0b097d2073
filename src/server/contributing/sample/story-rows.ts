import type { NewNotice, NoticeAct } from "../../library/index.ts";
import {
  type CourseFollowTable,
  type CourseRequestTable,
  newId,
  type ResourceTable,
  type UserTable,
} from "../../platform/index.ts";
import { sampleFollows, sampleRequests } from "./story.ts";

const DAY = 24 * 60 * 60 * 1000;
/** How long ago students began to follow and to ask, in ms. */
const BEGINNING = 30 * DAY;
/** A student gets notices of this many answers. */
const ANSWERS = 2;

export interface SampleStory {
  /** Each with the moderator who decided, or the student who answered. */
  notices: (NewNotice & NoticeAct)[];
  requests: CourseRequestTable[];
  follows: CourseFollowTable[];
}

interface SamplePeople {
  /** In the order of `samplePeople`. */
  students: readonly UserTable[];
  moderator: UserTable;
  /** The items, in the order of `sampleItems`, and then the answers. */
  resources: readonly ResourceTable[];
  /** Epoch milliseconds. */
  now: number;
}

/** The rows of what people do with the items. */
export function sampleStory(sample: SamplePeople): SampleStory {
  const { students, resources, now } = sample;
  const since = now - BEGINNING;
  const courseOf = (item: number) => {
    const { universityKey, codeNorm } = resources[item] ?? {};
    if (!codeNorm) throw new Error(`The sample item ${item} has no course`);
    return { universityKey: universityKey ?? "", codeNorm, askedCode: codeNorm };
  };
  const idsOf = (numbers: number[]) => numbers.map((number) => studentOf(students, number).id);
  return {
    notices: students.flatMap((student) => noticesOf(student, sample)),
    requests: sampleRequests.flatMap(({ item, year, examType, students: asking }) =>
      idsOf(asking).map((userId) => {
        const exam = { ...courseOf(item), year, examType, term: "" };
        return { ...exam, userId, createdAt: since, toldOf: null, toldAt: null };
      }),
    ),
    follows: sampleFollows.flatMap(({ item, students: following }) =>
      idsOf(following).map((userId) => ({ ...courseOf(item), userId, createdAt: since })),
    ),
  };
}

function studentOf(students: readonly UserTable[], number: number): UserTable {
  const student = students[number - 1];
  if (!student) throw new Error(`The sample has no student ${number}`);
  return student;
}

/** A student learns of the first approved paper, the first returned item, and the newest answers to their questions. */
function noticesOf(student: UserTable, { moderator, resources, now }: SamplePeople): SampleStory["notices"] {
  const own = resources.filter(({ uploaderId, kind }) => uploaderId === student.id && kind !== "answer");
  const approved = own.find(({ status }) => status === "Approved");
  const returned = own.find(({ status }) => status === "Cancelled");
  const answers = resources
    .filter(({ kind, status, parentId, uploaderId }) => {
      const isForThem = own.some(({ id }) => id === parentId);
      return kind === "answer" && status === "Approved" && isForThem && uploaderId !== student.id;
    })
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .slice(0, ANSWERS);
  const told = (item: ResourceTable) => ({
    userId: student.id,
    itemId: item.id,
    source: newId(now),
    at: Math.min(item.createdAt + DAY, now),
  });
  return [
    ...(approved ? [{ ...told(approved), by: moderator, event: "approved" as const }] : []),
    ...(returned
      ? [
          {
            ...told(returned),
            by: moderator,
            event: "returned" as const,
            reason: returned.reason ?? "",
            returned: true,
          },
        ]
      : []),
    ...answers.map((answer) => ({
      ...told(answer),
      by: { id: answer.uploaderId ?? "" },
      event: "answered" as const,
    })),
  ];
}
