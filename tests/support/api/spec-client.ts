/** The parts of the specification's own client, a React app of 2022, that read responses. */

/** The fields that its pages read, each as a string. */
export const fieldsRead = {
  question: "_id subject code department semester year driveLink userName email status",
  book: "_id bookName author subject edition year driveLink userName email status",
  note: "_id topic department subject driveLink userName email status",
  lab: "_id labName LabReportName department subject year driveLink userName email status",
  syllabus: "_id syllabusName year driveLink userName email status",
  blog: "_id topic blog blogImg BlogImg userName email status",
  answer: "_id questionId solveNumber driveLink solveDriveLink userName email",
  review: "_id name email comment rating",
  user: "role department displayName email photoURL",
};

type Read = keyof typeof fieldsRead;

/** The address of a list as the client writes it. The browser encodes the space in the year. */
export const addressOf = (path: string, { page = 0, year = "Select Year" } = {}): string =>
  `/api${path}?page=${page}&size=10&department=&&year=${year}&&semester=&&search=`;

/**
 * Reads items like the client's pages: `map` over the array, and `slice` of each field.
 * @returns the ids
 * @throws if a field is not a string
 */
export function idsRead(kind: string, items: any): string[] {
  return items.map((item: any) => {
    for (const name of fieldsRead[kind as Read].split(" ")) {
      if (typeof item[name] !== "string")
        throw new Error(`${kind}.${name} is ${JSON.stringify(item[name])} in ${JSON.stringify(item)}`);
      item[name].slice(32, 65);
    }
    return item._id;
  });
}

/** Reads one page of a list with a count. @returns the ids, and the number of pages in the paginator */
export function pageRead(kind: string, key: string, body: any): { ids: string[]; pages: number } {
  return { ids: idsRead(kind, body[key]), pages: Math.ceil(body.count / 10) };
}
