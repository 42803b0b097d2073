import { courseRows } from "./authorization-course-calls.ts";
import { deskRows } from "./authorization-desk-calls.ts";
import { ownRows } from "./authorization-own-calls.ts";
import { wantedRows } from "./authorization-wanted-calls.ts";
import { pileRows } from "./authorization-pile-calls.ts";
import { people } from "./authorization-people.ts";
import { inArea, type InArea, outsideAll, rows } from "./authorization-rows.ts";

/**
 * The rows of a kind with its own Pending, Approved and Cancelled items. The ids of the calls are written by
 * hand, from spec §7.
 */
const contribution = (
  create: string,
  list: string,
  mine: string,
  one: string,
  setStatus: string,
  m: InArea = inArea,
) =>
  rows(`
//                                                                 visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  ${create}    | a valid one           | +resource                 | 401    201    201    201    201    201    401    401      201       201
  ${create}    | with status Approved  | +resource                 | 401    hidden hidden hidden hidden hidden 401    401      hidden    hidden
  ${list}      | an Approved item      |                           | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  ${list}      | a Pending item        |                           | hidden hidden hidden hidden seen   hidden hidden hidden   ${m("seen", "hidden")} hidden
  ${list}      | a Cancelled item      |                           | hidden hidden hidden hidden seen   hidden hidden hidden   ${m("seen", "hidden")} hidden
  ${list}      | ?status=Pending       |                           | hidden hidden hidden hidden seen   hidden hidden hidden   ${m("seen", "hidden")} hidden
  ${list}      | ?status=Cancelled     |                           | hidden hidden hidden hidden seen   hidden hidden hidden   ${m("seen", "hidden")} hidden
  ${list}      | ?search= for a Pending item |                     | hidden hidden hidden hidden seen   hidden hidden hidden   ${m("seen", "hidden")} hidden
  ${list}      | the owner's email     |                           | masked masked full   masked full   masked masked masked   ${m("full", "masked")} masked
  ${mine}      | their own item        |                           | empty  seen   seen   seen   seen   seen   empty  empty    seen      seen
  ${mine}      | the owner's Pending item  |                           | empty  empty  seen   empty  seen   empty  empty  empty    empty     empty
  ${mine}      | the owner's Cancelled item |                          | empty  empty  seen   empty  seen   empty  empty  empty    empty     empty
  ${mine}      | the owner's items, a page |                           | empty  empty  seen   empty  seen   empty  empty  empty    empty     empty
  ${mine}      | an unknown email          |                           | empty  empty  empty  empty  empty  empty  empty  empty    empty     empty
  ${mine}      | undefined                 |                           | empty  empty  empty  empty  empty  empty  empty  empty    empty     empty
  ${one}       | Approved              |                           | 200    200    200    200    200    200    200    200      200       200
  ${one}       | Pending               |                           | 404    404    200    404    200    404    404    404      ${m("200", "404")} 404
  ${one}       | Cancelled             |                           | 404    404    200    404    200    404    404    404      ${m("200", "404")} 404
  ${one}       | the owner's email     |                           | masked masked full   masked full   masked masked masked   ${m("full", "masked")} masked
  ${setStatus} | Pending to Approved   | ~resource +audit +notice | 401    403    403    403    200    403    401    401      ${m("200", "404")} 404
  ${setStatus} | Approved to Cancelled | ~resource +audit +notice | 401    403    403    403    200    403    401    401      ${m("200", "403")} 403
  ${setStatus} | the same status       |                           | 401    403    403    403    200    403    401    401      ${m("200", "403")} 403
  ${setStatus} | an unknown id         |                           | 401    403    403    403    404    403    401    401      404       404
`);

const labs = rows(`
//                                                                 visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  LabStatusUpdate | by its other name    | ~resource +audit +notice | 401    403    403    403    200    403    401    401      200       404
`);

const answers = rows(`
//                                                                            visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  addQuestionSolve   | below an Approved question             | +resource student:+notice other:+notice admin:+notice exAdmin:+notice moderator:+notice outside:+notice | 401    201    201    201    201    201    401    401      201       201
  addQuestionSolve   | below their own or a Pending question  |           | 401    404    404    404    404    404    401    401      404       404
  addQuestionSolve   | below a Cancelled question             |           | 401    404    404    404    404    404    401    401      404       404
  addQuestionSolve   | below an unknown question              |           | 401    404    404    404    404    404    401    401      404       404
  answer             | Approved                               |           | 200    200    200    200    200    200    200    200      200       200
  answer             | Cancelled                              |           | 404    404    200    404    200    404    404    404      200       404
  answer             | of a Cancelled question                |           | 404    404    200    404    200    404    404    404      200       404
  answer             | of a Pending question                  |           | 404    404    200    404    200    404    404    404      200       404
  answer             | the owner's email                      |           | masked masked full   masked full   masked masked masked   full      masked
  questionSolve      | an Approved answer                     |           | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  questionSolve      | a Cancelled answer                     |           | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  questionSolve      | of a Cancelled question                |           | 404    404    hidden 404    seen   404    404    404      seen      404
  questionSolve      | of a Pending question                  |           | 404    404    hidden 404    seen   404    404    404      seen      404
  questionSolve      | the owner's email                      |           | masked masked full   masked full   masked masked masked   full      masked
  AnswerStatusUpdate | Approved to Cancelled                  | ~resource +audit +notice | 401    403    403    403    200    403    401    401      200       403
  AnswerStatusUpdate | Cancelled to Approved                  | ~resource +audit +notice | 401    403    403    403    200    403    401    401      200       404
  AnswerStatusUpdate | the same status                        |           | 401    403    403    403    200    403    401    401      200       403
  AnswerStatusUpdate | an unknown id                          |           | 401    403    403    403    404    403    401    401      404       404
`);

/** Service functions that pages and the command line use in addition to the API. */
const services = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  contact.list       | the inbox                         |               | 401    403    403    403    ok     403    401    401      403       403
  people.list        | the owner's email                 |               | 401    403    403    403    seen   403    401    401      403       403
  audit.list         | who was made admin                |               | 401    403    403    403    seen   403    401    401      403       403
  overview.queue     | a Pending item                    |               | 401    403    403    403    seen   403    401    401      seen      hidden
  overview.statistics | totals                           |               | 401    403    403    403    ok     403    401    401      ok        ok
  overview.awaiting  | counts                            |               | 401    403    403    403    ok     403    401    401      ok        ok
  trust.overview     | a trusted person                  |               | 401    403    403    403    seen   403    401    401      403       403
  trust.unchecked    | a published item                  |               | 401    403    403    403    seen   403    401    401      seen      hidden
  trust.countUnchecked | the number                      |               | 401    403    403    403    ok     403    401    401      ok        ok
  insight.read       | the numbers                       |               | 401    403    403    403    ok     403    401    401      ok        ok
  waitingMails.isOn  | their own choice                  |               | 401    403    403    403    ok     403    401    401      ok        ok
  takedowns.list     | a claim                           |               | 401    403    403    403    seen   403    401    401      403       403
  feedback.listReports | a report                        |               | 401    403    403    403    seen   403    401    401      403       403
  recognition.progress | the queue                       |               | 401    403    403    403    ok     403    401    401      403       403
  driveCopies.progress | the queue                       |               | 401    403    403    403    ok     403    401    401      403       403
  driveCopies.stateOf | of a Pending item                |               | hidden hidden seen   hidden seen   hidden hidden hidden   seen      hidden
  backups.status | the last backup                       |               | 401    403    403    403    ok     403    401    401      403       403
  recognition.proposal | of an Approved item's file      |               | ok     ok     ok     ok     ok     ok     ok     ok       ok        ok
  recognition.proposal | of a Pending item's file        |               | 404    404    ok     404    ok     404    404    404      404       404
  recognition.proposal | of a Cancelled item's file      |               | 404    404    ok     404    ok     404    404    404      404       404
  recognition.firstProposal | of an Approved item's file      |               | ok     ok     ok     ok     ok     ok     ok     ok       ok        ok
  recognition.firstProposal | of a Pending item's file        |               | 404    404    ok     404    ok     404    404    404      404       404
  recognition.firstProposal | of a Cancelled item's file      |               | 404    404    ok     404    ok     404    404    404      404       404
  recognition.pageTexts | of an Approved item's file      |               | ok     ok     ok     ok     ok     ok     ok     ok       ok        ok
  recognition.pageTexts | of a Pending item's file        |               | 404    404    ok     404    ok     404    404    404      404       404
  recognition.pageTexts | of a Cancelled item's file      |               | 404    404    ok     404    ok     404    404    404      404       404
  removal.listRequests | the owner's                     |               | 401    403    403    403    seen   403    401    401      seen      hidden
  newsletter.list    | a reader's email                  |               | 401    403    403    403    seen   403    401    401      403       403
  newsletter.exportCsv | a reader's email                |               | 401    403    403    403    seen   403    401    401      403       403
  resources.count    | counts a Pending item             |               | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  resources.newest   | a Pending item                    |               | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  resources.facets   | counts a Pending item             |               | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  resources.suggestions | a Pending item's department    |               | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  duplicates.find    | an Approved item                  |               | 401    seen   seen   seen   seen   seen   401    401      seen      seen
  duplicates.find    | a Pending item                    |               | 401    hidden seen   hidden seen   hidden 401    401      seen      hidden
  duplicates.find    | a Cancelled item                  |               | 401    hidden hidden hidden hidden hidden 401    401      hidden    hidden
  duplicates.counts  | of a Pending item                 |               | 401    403    403    403    seen   403    401    401      seen      hidden
  feedback.votesBelow | a vote on an Approved answer    |               | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  feedback.votesBelow | a vote on a Cancelled answer    |               | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  transfer.importCsv | their own row, then listed       | +resource     | 401    hidden hidden hidden hidden hidden 401    401      hidden    hidden
  transfer.importCsv | an Approved row, then listed      | +resource     | 401    hidden hidden hidden seen   hidden 401    401      hidden    hidden
  transfer.importCsv | a row of the owner, then theirs   | +resource     | 401    hidden seen   hidden seen   hidden 401    401      hidden    hidden
  transfer.exportCsv | everything                        |               | 401    403    403    403    ok     403    401    401      403       403
`);

const search = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  search             | an Approved item                  |               | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  search             | a Pending item                    |               | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  search             | a Cancelled item                  |               | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  search             | the owner's email                 |               | masked masked full   masked full   masked masked masked   full      masked
  suggest            | an Approved item                  |               | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  suggest            | a Pending item                    |               | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  suggest            | a Cancelled item                  |               | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  aliases.list       | all                               |               | 401    403    403    403    ok     403    401    401      403       403
  aliases.add        | a new one                | +audit +searchAlias    | 401    403    403    403    ok     403    401    401      403       403
  aliases.remove     | an existing one          | +audit -searchAlias    | 401    403    403    403    ok     403    401    401      403       403
  universities.known | all                       |                        | ok     ok     ok     ok     ok     ok     ok     ok       ok        ok
  universities.list  | all                               |               | 401    403    403    403    ok     403    401    401      403       403
  universities.get   | an unknown one                    |               | 401    403    403    403    ok     403    401    401      403       403
  universities.add   | a new one    | +audit +university +universityName | 401    403    403    403    ok     403    401    401      403       403
  universities.save  | another short name | ~resource +audit ~university +universityName | 401 403   403    403    ok     403    401    401      403       403
  universities.merge | an unknown one | ~resource +audit -university ~university ~universityName | 401 403 403 403 ok 403    401    401      403       403
  contactDetails.shown | all                     |                        | ok     ok     ok     ok     ok     ok     ok     ok       ok        ok
  contactDetails.list | all                      |                        | 401    403    403    403    ok     403    401    401      403       403
  contactDetails.save | another phone            | +audit +contactDetails | 401    403    403    403    ok     403    401    401      403       403
`);

export const table = [
  ...people,
  ...contribution("postQuestion", "list_question", "myQuestions", "question", "QuestionStatusUpdate"),
  ...contribution("postBooks", "list_book", "myBooks", "book", "BookStatusUpdate"),
  ...contribution("postNotes", "list_note", "mynotes", "note", "notesStatusUpdate"),
  ...contribution("postLabs", "list_lab", "myLabs", "lab", "LabStatusUpdate"),
  ...labs,
  ...contribution("postSyllabus", "list_syllabus", "mySyllabus", "syllabus", "SyllabusStatusUpdate"),
  ...contribution("postBlogs", "list_blog", "myBlogs", "blog", "BlogStatusUpdate", outsideAll),
  ...answers,
  ...services,
  ...search,
  ...pileRows,
  ...deskRows,
  ...wantedRows,
  ...courseRows,
  ...ownRows,
];
