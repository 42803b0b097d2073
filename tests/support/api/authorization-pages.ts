import { adminPages } from "./authorization-admin-pages.ts";
import { coursePages } from "./authorization-course-pages.ts";
import { noticePages } from "./authorization-notice-pages.ts";
import { wantedPages } from "./authorization-wanted-pages.ts";
import { pilePages } from "./authorization-pile-pages.ts";
import { inArea, type InArea, outsideAll, rows } from "./authorization-rows.ts";

/**
 * The pages that each principal may open, written by hand from spec §2, §4 and §6. `login` redirects to the
 * login page, which remembers the first page; `home` redirects to "/". Rows named "opens" only request the
 * page.
 */
const shared = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  GET /                  | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /home              | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /forum             | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /contact           | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /login             | opens                                   |       | 200    home   home   home   home   home   200    200      home      home
  GET /register          | opens                                   |       | 200    home   home   home   home   home   200    200      home      home
  GET /logout            | opens                                   |       | home   home   home   home   home   home   home   home     home      home
  GET /*                 | opens                                   |       | 404    404    404    404    404    404    404    404      404       404
  GET /dashboard         | opens                                   |       | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/welcome | opens                                   |       | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/*       | opens                                   |       | 404    404    404    404    404    404    404    404      404       404
  GET /dashboard/user-profile | opens                              |       | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/edit-profile | opens                              |       | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/choose-university | opens                         |       | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/user-review  | opens                              |       | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/similar  | the owner's Pending item               |       | 401    hidden seen   hidden seen   hidden 401    401      seen      hidden
  GET /dashboard/similar  | the owner's Approved item              |       | 401    seen   seen   seen   seen   seen   401    401      seen      seen
  GET /dashboard/similar  | an unknown kind                        |       | 401    404    404    404    404    404    401    401      404       404
  GET /dashboard/reading  | of an Approved item's file             |       | 401    200    200    200    200    200    401    401      200       200
  GET /dashboard/reading  | of a Pending item's file               |       | 401    404    200    404    200    404    401    401      404       404
  POST /dashboard/edit-profile | their own profile                 | ~users | login  303    303    303    303    303    login  login    303       303
  POST /dashboard/edit-profile | another user's profile            |       | login  403    403    403    403    403    login  login    403       403
  POST /dashboard/edit-profile | a new profile photo               | +file ~users | login 303 303   303    303    303    login  login    303       303
  POST /dashboard/edit-profile | without a profile photo           | -file ~users | login  303    303    303    303    303    login  login    303       303
  POST /dashboard/choose-university | their university             | ~users | login  303    303    303    303    303    login  login    303       303
  POST /dashboard/user-review  | a review                          | +review | login  303    303    303    303    303    login  login    303       303
  POST /dashboard/user-profile | anything                          |       | 405    405    405    405    405    405    405    405      405       405
  POST /login    | the right password          | +session                    | 303    303    303    303    303    303    303    303      303       303
  POST /login    | a wrong password            |                             | 401    home   home   home   home   home   401    401      home      home
  POST /register | a new email                 | +users +password +session   | 303    303    303    303    303    303    303    303      303       303
  POST /logout   | then their own record       |                             | 404    404    404    404    404    404    404    404      404       404
  GET /privacy           | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /search            | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /terms             | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /copyright         | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  POST /copyright        | a claim about an Approved item  | +job +takedown | 303    303    303    303    303    303    303    303      303       303
  POST /copyright        | a claim about a Pending item    |               | 400    400    400    400    400    400    400    400      400       400
  POST /contact  | a message                   | +contactMessage +job        | 303    303    303    303    303    303    303    303      303       303
  GET /auth/start      | opens          |                                    | 302    302    302    302    302    302    302    302      302       302
  GET /auth/leave      | opens          |                                    | 303    303    303    303    303    303    303    303      303       303
  GET /auth/callback   | opens          |                                    | 303    303    303    303    303    303    303    303      303       303
  GET /auth/done       | opens          |                                    | 200    200    200    200    200    200    200    200      200       200
  GET /auth/welcome    | opens          |                                    | 303    303    303    303    303    303    303    303      303       303
  POST /auth/start     | to sign in     |                                    | 303    303    303    303    303    303    303    303      303       303
  POST /auth/start     | to connect     |                                    | login  303    303    303    303    303    login  login    303       303
  GET /theme     | opens                       |                             | home   home   home   home   home   home   home   home     home      home
  POST /theme    | anything                    |                             | 303    303    303    303    303    303    303    303      303       303
  GET /newsletter             | opens          |                             | 200    200    200    200    200    200    200    200      200       200
  POST /newsletter            | an email       | +subscription               | 303    303    303    303    303    303    303    303      303       303
  POST /newsletter            | no email       |                             | 400    400    400    400    400    400    400    400      400       400
  GET /newsletter/confirm     | opens          |                             | 200    200    200    200    200    200    200    200      200       200
  POST /newsletter/confirm    | a dead link    |                             | 400    400    400    400    400    400    400    400      400       400
  GET /newsletter/unsubscribe | opens          |                             | 200    200    200    200    200    200    200    200      200       200
  POST /newsletter/unsubscribe | one click     | -subscription               | 200    200    200    200    200    200    200    200      200       200
  GET /check-mail      | opens          |                                    | 200    200    200    200    200    200    200    200      200       200
  GET /verify-email    | opens          |                                    | 200    200    200    200    200    200    200    200      200       200
  GET /forgot-password | opens          |                                    | 200    200    200    200    200    200    200    200      200       200
  GET /reset-password  | opens          |                                    | 200    200    200    200    200    200    200    200      200       200
  GET /change-email    | opens          |                                    | login  200    200    200    200    200    login  login    200       200
  POST /verify-email   | a dead link    |                                    | 400    400    400    400    400    400    400    400      400       400
  POST /reset-password | a dead link    |                                    | 400    400    400    400    400    400    400    400      400       400
  POST /change-email   | a dead link    |                                    | login  400    400    400    400    400    login  login    400       400
  POST /forgot-password | an email      | +job                               | 303    303    303    303    303    303    303    303      303       303
  GET /login/second-factor       | opens |                                   | 302    home   home   home   home   home   302    302      home      home
  POST /login/second-factor      | a wrong code |                            | 302    home   home   home   home   home   302    302      home      home
  GET /login/confirm             | opens |                                   | login  200    200    200    200    200    login  login    200       200
  POST /login/confirm            | the password |  ~session                  | login  303    303    303    303    303    login  login    303       303
  POST /login/confirm            | a wrong password now    |                 | login  400    400    400    400    400    login  login    400       400
  GET /dashboard/second-factor   | opens |                                   | login  200    200    200    200    200    login  login    200       200
  POST /dashboard/second-factor  | a secret |  +secondFactor                 | login  303    303    303    303    303    login  login    303       303
  POST /dashboard/second-factor  | a wrong code |                            | login  400    400    400    400    400    login  login    400       400
  POST /dashboard/second-factor  | new recovery codes |                       | login  409    409    409    409    409    login  login    409       409
  POST /dashboard/second-factor  | turn off |                                | login  409    409    409    409    409    login  login    409       409
  GET /dashboard/provider        | opens |                                   | login  200    200    200    200    200    login  login    200       200
  POST /dashboard/provider       | a provider that is not connected    |     | login  303    303    303    303    303    login  login    303       303
  GET /dashboard/security        | opens |                                   | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/change-password | opens |                                   | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/change-email    | opens |                                   | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/delete-account  | opens |                                   | login  200    200    200    200    200    login  login    200       200
  POST /dashboard/security        | every other session     |                | login  303    303    303    303    303    login  login    303       303
  POST /dashboard/change-password | the same password again | ~password ~session +job | login 303 303 303  303    303    login  login    303       303
  POST /dashboard/change-password | a wrong password now    |                | login  400    400    400    400    400    login  login    400       400
  POST /dashboard/change-email    | a wrong password now    |                | login  400    400    400    400    400    login  login    400       400
  POST /dashboard/delete-account  | a wrong password now    |                | login  400    400    400    400    400    login  login    400       400
  GET /dashboard/pending-questions | opens                         |      | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/pending-questions | the owner's item              |      | login  hidden seen   hidden hidden hidden login  login    hidden    hidden
  GET /dashboard/pending-questions.data | the owner's item, alone  |      | hidden hidden seen   hidden hidden hidden hidden hidden   hidden    hidden
  GET /dashboard/add-answer/:id  | Approved                   |           | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/add-answer/:id  | Pending                    |           | login  404    404    404    404    404    login  login    404       404
  GET /dashboard/add-answer/:id  | unknown                    |           | login  404    404    404    404    404    login  login    404       404
  POST /dashboard/add-answer/:id | an answer, Approved        | +resource student:+notice other:+notice admin:+notice exAdmin:+notice moderator:+notice outside:+notice | login  303    303    303    303    303    login  login    303       303
  POST /dashboard/add-answer/:id | an answer, Pending         |           | login  404    404    404    404    404    login  login    404       404
  GET /dashboard/edit/:id    | Pending                              |      | login  404    200    404    200    404    login  login    200       404
  GET /dashboard/edit/:id    | Approved                             |      | login  404    200    404    200    404    login  login    200       404
  GET /dashboard/edit/:id    | Cancelled                            |      | login  404    403    404    200    404    login  login    200       404
  GET /dashboard/edit/:id    | a returned item, to send it again    |      | login  404    seen   404    hidden 404    login  login    hidden    404
  POST /dashboard/edit/:id   | a returned item            | ~resource admin:+audit moderator:+audit | login  404    303    404    303    404    login  login    303       404
  GET /dashboard/edit/:id    | unknown                              |      | login  404    404    404    404    404    login  login    404       404
  POST /dashboard/edit/:id   | a Pending item             | ~resource admin:+audit moderator:+audit | login  404    303    404    303    404    login  login    303       404
  GET /dashboard/edit/:id    | a waiting change                     |      | login  404    seen   404    hidden 404    login  login    hidden    404
  POST /dashboard/edit/:id   | withdraw a change          | -change | login  404    303    404    404    404    login  login    404       404
  POST /dashboard/edit/:id   | an Approved item           | owner:+change admin:~resource moderator:~resource admin:+audit moderator:+audit | login  404    303    404    303    404    login  login    303       404
  POST /dashboard/edit/:id   | a Cancelled item           | ~resource admin:+audit moderator:+audit | login  404    403    404    303    404    login  login    303       404
  POST /dashboard/pending-questions | anything                      |      | 405    405    405    405    405    405    405    405      405       405
  POST /forum    | anything                    |                             | 405    405    405    405    405    405    405    405      405       405
  POST /dashboard | anything                   |                             | 405    405    405    405    405    405    405    405      405       405
`);

/** The pages of one kind, by the paths of spec §2. */
const kindPages = (
  list: string,
  details: string,
  mine: string,
  add: string,
  admin: string,
  m: InArea = inArea,
) =>
  rows(`
//                                                                                visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  GET ${list}                   | opens                            |              | 200    200    200    200    200    200    200    200      200       200
  GET ${list}                   | an Approved item                 |              | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  GET ${list}                   | a Pending item                   |              | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET ${list}                   | ?status=Pending                  |              | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET ${list}                   | a Cancelled item                 |              | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET ${details}/:id            | Approved                         |              | 200    200    200    200    200    200    200    200      200       200
  GET ${details}/:id            | Pending                          |              | 404    404    200    404    200    404    404    404      ${m("200", "404")} 404
  GET ${details}/:id            | Cancelled                        |              | 404    404    200    404    200    404    404    404      ${m("200", "404")} 404
  GET ${details}/:id            | unknown                          |              | 404    404    404    404    404    404    404    404      404       404
  POST ${details}/:id           | a rating, Approved               | +rating      | login  303    403    303    303    303    login  login    303       303
  POST ${details}/:id           | a rating, Pending                |              | login  404    404    404    404    404    login  login    404       404
  GET ${details}/:id/report     | Approved                         |              | 200    200    200    200    200    200    200    200      200       200
  GET ${details}/:id/report     | Pending                          |              | 404    404    404    404    404    404    404    404      404       404
  GET ${details}/:id/report     | Cancelled                        |              | 404    404    404    404    404    404    404    404      404       404
  POST ${details}/:id/report    | a report, Approved               | +report      | 303    303    303    303    303    303    303    303      303       303
  POST ${details}/:id/report    | a report, Pending                |              | 404    404    404    404    404    404    404    404      404       404
  GET /dashboard/${mine}        | opens                            |              | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/${mine}        | the owner's Pending item         |              | login  hidden seen   hidden hidden hidden login  login    hidden    hidden
  GET /dashboard/${mine}.data   | the owner's Pending item         |              | hidden hidden seen   hidden hidden hidden hidden hidden   hidden    hidden
  POST /dashboard/${mine}       | anything                         |              | login  404    404    404    404    404    login  login    404       404
  GET /dashboard/${add}         | opens                            |              | login  200    200    200    200    200    login  login    200       200
  POST /dashboard/${add}        | a valid one                      | +resource    | login  303    303    303    303    303    login  login    303       303
  GET /admin-dashboard/${admin} | opens                            |              | login  403    403    403    200    403    login  login    200       200
  GET /admin-dashboard/${admin} | a Pending item                   |              | login  403    403    403    seen   403    login  login    ${m("seen", "hidden")} hidden
  GET /admin-dashboard/${admin}.data | a Pending item              |              | hidden hidden hidden hidden seen   hidden hidden hidden   ${m("seen", "hidden")} hidden
  GET /admin-dashboard/${admin}.data | a Pending item, alone       |              | hidden hidden hidden hidden seen   hidden hidden hidden   ${m("seen", "hidden")} hidden
  POST /dashboard/${mine}        | delete the owner's              | +deletionRequest | login  404  303    404    404    404    login  login    404       404
  POST /admin-dashboard/${admin} | Pending to Approved             | ~resource +audit +notice | login  403    403    403    303    403    login  login    ${m("303", "404")} 404
  POST /admin-dashboard/${admin} | an unknown id                   |              | login  403    403    403    404    403    login  login    404       404
`);

const answers = rows(`
//                                                                                visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  GET /find-questions            | opens                           |              | 200    200    200    200    200    200    200    200      200       200
  GET /find-questions            | a Pending item                  |              | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET /question-details/:id      | an Approved answer              |              | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  GET /question-details/:id      | a Cancelled answer              |              | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  POST /question-details/:id     | an answer, Approved             | +resource student:+notice other:+notice admin:+notice exAdmin:+notice moderator:+notice outside:+notice | login  303    303    303    303    303    login  login    303       303
  POST /question-details/:id     | an answer, Pending              |              | login  404    404    404    404    404    login  login    404       404
  POST /question-details/:id     | a vote, Approved                | +vote +notice | login  303    403    303    303    303    login  login    303       303
  POST /question-details/:id     | a vote, Cancelled               |              | login  404    404    404    404    404    login  login    404       404
  POST /question-details/:id     | a broken link, Approved         | +brokenLink  | 303    303    303    303    303    303    303    303      303       303
  POST /question-details/:id     | a broken link, Pending          |              | 404    404    404    404    404    404    404    404      404       404
  POST /question-details/:id     | a broken link, Cancelled        |              | 404    404    404    404    404    404    404    404      404       404
  POST /blog-details/:id         | a broken link, Approved         |              | 404    404    404    404    404    404    404    404      404       404
  POST /blog-details/:id         | a vote, Approved                |              | 405    405    405    405    405    405    405    405      405       405
  POST /blog-details/:id         | anything                        |              | 405    405    405    405    405    405    405    405      405       405
  GET /admin-dashboard/admin-answers  | opens                      |              | login  403    403    403    200    403    login  login    200       200
  GET /admin-dashboard/admin-answers  | a Cancelled answer          |              | login  403    403    403    seen   403    login  login    seen      hidden
  POST /admin-dashboard/admin-answers | Pending to Approved        | ~resource +audit +notice | login  403    403    403    303    403    login  login    303       404
`);

/** Paths that are neither a call of the API nor a page. */
const otherPaths = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  GET /healthz           | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /readyz            | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /Test.json         | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /api/openapi.json  | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /api/docs          | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /robots.txt        | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /sitemap.xml       | opens                                   |       | 200    200    200    200    200    200    200    200      200       200
  GET /sitemap/:file     | an Approved item                        |       | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  GET /sitemap/:file     | a Pending item                          |       | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET /sitemap/:file     | a Cancelled item                        |       | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET /feed.xml          | an Approved item                        |       | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  GET /feed.xml          | a Pending item                          |       | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET /feed.xml          | a Cancelled item                        |       | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET /files/:key        | Approved                                |       | 200    200    200    200    200    200    200    200      200       200
  GET /files/:key        | Pending                                 |       | 404    404    200    404    200    404    404    404      404       404
  GET /files/:key        | Cancelled                               |       | 404    404    200    404    200    404    404    404      404       404
  GET /files/:key        | the owner's photo                       |       | 404    404    200    404    200    404    404    404      404       404
  GET /files/:key        | unknown                                 |       | 404    404    404    404    404    404    404    404      404       404
  GET /files/:key/:name  | Approved                                |       | 200    200    200    200    200    200    200    200      200       200
  GET /files/:key/:name  | Pending                                 |       | 404    404    200    404    200    404    404    404      404       404
  GET /files/:key/:name  | Cancelled                               |       | 404    404    200    404    200    404    404    404      404       404
  GET /files/:key/pages/:page | Approved                           |       | 200    200    200    200    200    200    200    200      200       200
  GET /files/:key/pages/:page | Pending                            |       | 404    404    200    404    200    404    404    404      404       404
  GET /files/:key/pages/:page | Cancelled                          |       | 404    404    200    404    200    404    404    404      404       404
  POST /uploads          | begins one                              |       | 401    201    201    201    201    201    401    401      201       201
  GET /uploads/:id       | the owner's                             |       | 401    404    200    404    404    404    401    401      404       404
  GET /uploads/:id/shrinking | the owner's, not large              |       | 401    404    404    404    404    404    401    401      404       404
  PATCH /uploads/:id     | the owner's, with all of it             | +file +paper ~setting +job | 401 404 200   404    404    404    401    401      404       404
  DELETE /uploads/:id    | the owner's                             |       | 401    404    204    404    404    404    401    401      404       404
`);

export const pageTable = [
  ...shared,
  ...kindPages("/allQuestions", "/question-details", "my-questions", "add-question", "admin-questions"),
  ...kindPages("/allBooks", "/book-details", "my-books", "add-books", "admin-books"),
  ...kindPages("/allNotes", "/note-details", "my-notes", "add-notes", "admin-notes"),
  ...kindPages("/allLabs", "/lab-details", "my-labs", "add-labs", "admin-labs"),
  ...kindPages("/allSyllabus", "/syllabus-details", "my-syllabus", "add-syllabus", "admin-syllabus"),
  ...kindPages("/allBlogs", "/blog-details", "my-blogs", "add-blogs", "admin-blogs", outsideAll),
  ...answers,
  ...adminPages,
  ...coursePages,
  ...noticePages,
  ...pilePages,
  ...wantedPages,
  ...otherPaths,
];
