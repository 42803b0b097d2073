import { people } from "./authorization-people.ts";
import { rows } from "./authorization-rows.ts";

/**
 * The rows of a kind with its own Pending, Approved and Cancelled items. The ids of the calls are written by
 * hand, from spec §7.
 */
const contribution = (create: string, list: string, mine: string, one: string, setStatus: string) =>
  rows(`
//                                                                 visitor student owner  other  admin  exAdmin suspended expired
  ${create}    | a valid one           | +resource                 | 401    201    201    201    201    201    401    401
  ${create}    | with status Approved  | +resource                 | 401    hidden hidden hidden hidden hidden 401    401
  ${list}      | an Approved item      |                           | seen   seen   seen   seen   seen   seen   seen   seen
  ${list}      | a Pending item        |                           | hidden hidden hidden hidden seen   hidden hidden hidden
  ${list}      | a Cancelled item      |                           | hidden hidden hidden hidden seen   hidden hidden hidden
  ${list}      | ?status=Pending       |                           | hidden hidden hidden hidden seen   hidden hidden hidden
  ${list}      | ?status=Cancelled     |                           | hidden hidden hidden hidden seen   hidden hidden hidden
  ${list}      | ?search= for a Pending item |                     | hidden hidden hidden hidden seen   hidden hidden hidden
  ${list}      | the owner's email     |                           | masked masked full   masked full   masked masked masked
  ${mine}      | their own item        |                           | empty  seen   seen   seen   seen   seen   empty  empty
  ${mine}      | the owner's Pending item  |                           | empty  empty  seen   empty  seen   empty  empty  empty
  ${mine}      | the owner's Cancelled item |                          | empty  empty  seen   empty  seen   empty  empty  empty
  ${mine}      | the owner's items, a page |                           | empty  empty  seen   empty  seen   empty  empty  empty
  ${mine}      | an unknown email          |                           | empty  empty  empty  empty  empty  empty  empty  empty
  ${mine}      | undefined                 |                           | empty  empty  empty  empty  empty  empty  empty  empty
  ${one}       | Approved              |                           | 200    200    200    200    200    200    200    200
  ${one}       | Pending               |                           | 404    404    200    404    200    404    404    404
  ${one}       | Cancelled             |                           | 404    404    200    404    200    404    404    404
  ${one}       | the owner's email     |                           | masked masked full   masked full   masked masked masked
  ${setStatus} | Pending to Approved   | ~resource +audit         | 401    403    403    403    200    403    401    401
  ${setStatus} | Approved to Cancelled | ~resource +audit         | 401    403    403    403    200    403    401    401
  ${setStatus} | the same status       |                           | 401    403    403    403    200    403    401    401
  ${setStatus} | an unknown id         |                           | 401    403    403    403    404    403    401    401
`);

const labs = rows(`
//                                                                 visitor student owner  other  admin  exAdmin suspended expired
  LabStatusUpdate | by its other name    | ~resource +audit         | 401    403    403    403    200    403    401    401
`);

const answers = rows(`
//                                                                            visitor student owner  other  admin  exAdmin suspended expired
  addQuestionSolve   | below an Approved question             | +resource | 401    201    201    201    201    201    401    401
  addQuestionSolve   | below their own or a Pending question  |           | 401    404    404    404    404    404    401    401
  addQuestionSolve   | below a Cancelled question             |           | 401    404    404    404    404    404    401    401
  addQuestionSolve   | below an unknown question              |           | 401    404    404    404    404    404    401    401
  answer             | Approved                               |           | 200    200    200    200    200    200    200    200
  answer             | Cancelled                              |           | 404    404    200    404    200    404    404    404
  answer             | of a Cancelled question                |           | 404    404    200    404    200    404    404    404
  answer             | of a Pending question                  |           | 404    404    200    404    200    404    404    404
  answer             | the owner's email                      |           | masked masked full   masked full   masked masked masked
  questionSolve      | an Approved answer                     |           | seen   seen   seen   seen   seen   seen   seen   seen
  questionSolve      | a Cancelled answer                     |           | hidden hidden hidden hidden seen   hidden hidden hidden
  questionSolve      | of a Cancelled question                |           | 404    404    hidden 404    seen   404    404    404
  questionSolve      | of a Pending question                  |           | 404    404    hidden 404    seen   404    404    404
  questionSolve      | the owner's email                      |           | masked masked full   masked full   masked masked masked
  AnswerStatusUpdate | Approved to Cancelled                  | ~resource +audit | 401    403    403    403    200    403    401    401
  AnswerStatusUpdate | Cancelled to Approved                  | ~resource +audit | 401    403    403    403    200    403    401    401
  AnswerStatusUpdate | the same status                        |           | 401    403    403    403    200    403    401    401
  AnswerStatusUpdate | an unknown id                          |           | 401    403    403    403    404    403    401    401
`);

/** Service functions that pages and the command line use in addition to the API. */
const services = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired
  contact.list       | the inbox                         |               | 401    403    403    403    ok     403    401    401
  people.list        | the owner's email                 |               | 401    403    403    403    seen   403    401    401
  audit.list         | who was made admin                |               | 401    403    403    403    seen   403    401    401
  overview.queue     | a Pending item                    |               | 401    403    403    403    seen   403    401    401
  overview.statistics | totals                           |               | 401    403    403    403    ok     403    401    401
  overview.awaiting  | counts                            |               | 401    403    403    403    ok     403    401    401
  takedowns.list     | a claim                           |               | 401    403    403    403    seen   403    401    401
  feedback.listReports | a report                        |               | 401    403    403    403    seen   403    401    401
  recognition.progress | the queue                       |               | 401    403    403    403    ok     403    401    401
  backups.status | the last backup                       |               | 401    403    403    403    ok     403    401    401
  recognition.proposal | of an Approved item's file      |               | ok     ok     ok     ok     ok     ok     ok     ok
  recognition.proposal | of a Pending item's file        |               | 404    404    ok     404    ok     404    404    404
  recognition.proposal | of a Cancelled item's file      |               | 404    404    ok     404    ok     404    404    404
  recognition.firstProposal | of an Approved item's file      |               | ok     ok     ok     ok     ok     ok     ok     ok
  recognition.firstProposal | of a Pending item's file        |               | 404    404    ok     404    ok     404    404    404
  recognition.firstProposal | of a Cancelled item's file      |               | 404    404    ok     404    ok     404    404    404
  recognition.pageTexts | of an Approved item's file      |               | ok     ok     ok     ok     ok     ok     ok     ok
  recognition.pageTexts | of a Pending item's file        |               | 404    404    ok     404    ok     404    404    404
  recognition.pageTexts | of a Cancelled item's file      |               | 404    404    ok     404    ok     404    404    404
  removal.listRequests | the owner's                     |               | 401    403    403    403    seen   403    401    401
  newsletter.list    | a reader's email                  |               | 401    403    403    403    seen   403    401    401
  newsletter.exportCsv | a reader's email                |               | 401    403    403    403    seen   403    401    401
  resources.count    | counts a Pending item             |               | hidden hidden hidden hidden seen   hidden hidden hidden
  resources.newest   | a Pending item                    |               | hidden hidden hidden hidden seen   hidden hidden hidden
  resources.facets   | counts a Pending item             |               | hidden hidden hidden hidden seen   hidden hidden hidden
  resources.suggestions | a Pending item's department    |               | hidden hidden hidden hidden hidden hidden hidden hidden
  duplicates.find    | an Approved item                  |               | 401    seen   seen   seen   seen   seen   401    401
  duplicates.find    | a Pending item                    |               | 401    hidden seen   hidden seen   hidden 401    401
  duplicates.find    | a Cancelled item                  |               | 401    hidden hidden hidden hidden hidden 401    401
  duplicates.counts  | of a Pending item                 |               | 401    403    403    403    seen   403    401    401
  feedback.votesBelow | a vote on an Approved answer    |               | seen   seen   seen   seen   seen   seen   seen   seen
  feedback.votesBelow | a vote on a Cancelled answer    |               | hidden hidden hidden hidden seen   hidden hidden hidden
  transfer.importCsv | their own row, then listed       | +resource     | 401    hidden hidden hidden hidden hidden 401    401
  transfer.importCsv | an Approved row, then listed      | +resource     | 401    hidden hidden hidden seen   hidden 401    401
  transfer.importCsv | a row of the owner, then theirs   | +resource     | 401    hidden seen   hidden seen   hidden 401    401
  transfer.exportCsv | everything                        |               | 401    403    403    403    ok     403    401    401
`);

const search = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired
  search             | an Approved item                  |               | seen   seen   seen   seen   seen   seen   seen   seen
  search             | a Pending item                    |               | hidden hidden hidden hidden seen   hidden hidden hidden
  search             | a Cancelled item                  |               | hidden hidden hidden hidden seen   hidden hidden hidden
  search             | the owner's email                 |               | masked masked full   masked full   masked masked masked
  suggest            | an Approved item                  |               | seen   seen   seen   seen   seen   seen   seen   seen
  suggest            | a Pending item                    |               | hidden hidden hidden hidden seen   hidden hidden hidden
  suggest            | a Cancelled item                  |               | hidden hidden hidden hidden seen   hidden hidden hidden
  aliases.list       | all                               |               | 401    403    403    403    ok     403    401    401
  aliases.add        | a new one                | +audit +searchAlias    | 401    403    403    403    ok     403    401    401
  aliases.remove     | an existing one          | +audit -searchAlias    | 401    403    403    403    ok     403    401    401
  contactDetails.shown | all                     |                        | ok     ok     ok     ok     ok     ok     ok     ok
  contactDetails.list | all                      |                        | 401    403    403    403    ok     403    401    401
  contactDetails.save | another phone            | +audit +contactDetails | 401    403    403    403    ok     403    401    401
`);

export const table = [
  ...people,
  ...contribution("postQuestion", "list_question", "myQuestions", "question", "QuestionStatusUpdate"),
  ...contribution("postBooks", "list_book", "myBooks", "book", "BookStatusUpdate"),
  ...contribution("postNotes", "list_note", "mynotes", "note", "notesStatusUpdate"),
  ...contribution("postLabs", "list_lab", "myLabs", "lab", "LabStatusUpdate"),
  ...labs,
  ...contribution("postSyllabus", "list_syllabus", "mySyllabus", "syllabus", "SyllabusStatusUpdate"),
  ...contribution("postBlogs", "list_blog", "myBlogs", "blog", "BlogStatusUpdate"),
  ...answers,
  ...services,
  ...search,
];

/**
 * Service functions without their own rows, each with the rows that call it or the reason why it needs none.
 */
export const reachedBy: Record<string, string> = {
  "search.find": "search",
  "search.suggest": "suggest",
  "search.inList": "list_question",
  "pruneWords.run": "a timer of the server",
  "searchRebuild.progress": "npm run reindex alone, for the operator",
  "searchRebuild.order": "npm run reindex alone, for the operator",
  "searchRebuild.run": "a job, and npm run reindex",
  "signUp.signUp": "signUp",
  "signUp.previewSignUp": "GET /verify-email",
  "signUp.confirmSignUp": "POST /verify-email",
  "credentials.requestReset": "POST /forgot-password",
  "credentials.previewReset": "GET /reset-password",
  "credentials.resetPassword": "POST /reset-password",
  "credentials.hasPassword": "GET /dashboard/security",
  "credentials.changePassword": "POST /dashboard/change-password",
  "credentials.changeEmail": "POST /dashboard/change-email",
  "credentials.previewChangeEmail": "GET /change-email",
  "credentials.confirmChangeEmail": "POST /change-email",
  "proof.isAwaited": "GET /login/second-factor",
  "proof.giveCode": "giveSignInCode",
  "proof.needs": "GET /login/confirm",
  "proof.confirm": "confirmSignIn",
  "secondFactor.state": "GET /dashboard/second-factor",
  "secondFactor.begin": "POST /dashboard/second-factor",
  "secondFactor.enrol": "POST /dashboard/second-factor",
  "secondFactor.renewCodes": "POST /dashboard/second-factor",
  "secondFactor.turnOff": "POST /dashboard/second-factor",
  "secondFactor.resetAsOperator": "the command line, where nobody is signed in",
  "ownSessions.list": "GET /dashboard/security",
  "ownSessions.end": "POST /dashboard/security",
  "ownSessions.endOthers": "POST /dashboard/security",
  "social.provider": "GET /login",
  "social.start": "POST /auth/start",
  "social.leave": "GET /auth/leave",
  "social.finish": "GET /auth/callback; with answers of a provider, tests/people/oidc.site.test.ts",
  "social.isHalf": "GET /auth/welcome",
  "social.isConnected": "GET /dashboard/security",
  "social.disconnect": "POST /dashboard/provider",
  "deletion.deleteAccount": "POST /dashboard/delete-account",
  "accountMails.signUpMail": "the worker, where nobody is signed in",
  "accountMails.resetMail": "the worker, where nobody is signed in",
  "accountMails.changeEmailMail": "the worker, where nobody is signed in",
  "delivery.within": "the worker, where nobody is signed in",
  "delivery.plan": "the worker, where nobody is signed in",
  "delivery.digest": "the worker, where nobody is signed in",
  "accounts.signIn": "signIn",
  "accounts.signOut": "signOut",
  "accounts.actor": "every row",
  "accounts.get": "getUser",
  "accounts.saveUser": "putUser, postUser",
  "accounts.updateProfile": "updateUser",
  "people.grantAdmin": "makeAdmin",
  "people.revokeAdmin": "revokeAdmin",
  "people.suspend": "suspendUser",
  "people.reinstate": "reinstateUser",
  "people.setRoleAsOperator": "the command line, where nobody is signed in",
  "accounts.listAdmins": "the command line, where nobody is signed in",
  "resources.create": "postQuestion and its like",
  "resources.get": "question and its like",
  "resources.list": "list_question and its like",
  "resources.browse": "list_question and its like, with the facets of resources.facets",
  "resources.countOwn": "GET /dashboard, with nobody's but the reader's own id",
  "resources.listOwn": "myQuestions and its like",
  "resources.listChildren": "questionSolve",
  "resources.setStatus": "QuestionStatusUpdate and its like",
  "resources.editable": "GET /dashboard/edit/:id",
  "resources.edit": "POST /dashboard/edit/:id",
  "changes.find": "GET /admin-dashboard/change/:id, GET /dashboard/edit/:id",
  "changes.decide": "POST /admin-dashboard/change/:id",
  "changes.withdraw": "POST /dashboard/edit/:id",
  "removal.request": "POST /dashboard/my-questions and its like",
  "removal.ownRequests": "GET /dashboard/my-questions, with nobody's but the reader's own id",
  "removal.decide": "POST /admin-dashboard/delete-requests",
  "removal.remove": "POST /admin-dashboard/admin-books",
  "removal.restore": "POST /admin-dashboard/admin-books",
  "recognition.pause": "POST /admin-dashboard/recognition",
  "recognition.resume": "POST /admin-dashboard/recognition",
  "recognition.isPaused": "the worker, where nobody is signed in",
  "recognition.readText": "the worker, where nobody is signed in",
  "recognition.recognisePage": "the worker, where nobody is signed in",
  "backups.make": "the command line, where nobody is signed in",
  "backups.isDue": "the server's clock, where nobody is signed in",
  "backups.lastEnd": "GET /metrics, which needs a token",
  "backups.remind": "the server's clock, where nobody is signed in",
  "backups.verify": "the command line, where nobody is signed in",
  "operations.history": "GET /admin-dashboard/operations",
  "operations.sample": "the server's clock, where nobody is signed in",
  "operations.health": "GET /readyz, which says nothing about people",
  "operations.archiveMetrics": "GET /metrics, which needs a token",
  "overview.own": "GET /dashboard/welcome, with nobody's but the reader's own id",
  "overview.ownPending": "GET /dashboard/pending-questions, with nobody's but the reader's own id",
  "files.begin": "POST /uploads",
  "files.accept": "PATCH /uploads/:id",
  "files.unused": "GET /uploads/:id",
  "files.cover": "POST /dashboard/add-blogs",
  "photos.give": "POST /dashboard/edit-profile",
  "photos.remove": "POST /dashboard/edit-profile",
  "files.get": "GET /files/:key",
  "files.fits": "POST /uploads",
  "files.nameOf": "GET /files/:key/:name",
  "files.stream": "GET /files/:key",
  "files.page": "GET /files/:key/pages/:page",
  "files.sweep": "the server's clock, where nobody is signed in",
  "duplicates.compare": "GET /admin-dashboard/compare/:id",
  "duplicates.ofChange": "GET /admin-dashboard/change/:id",
  "duplicates.setNotSame": "POST /admin-dashboard/compare/:id",
  "uploadLocks.newLock": "GET /uploads/:id",
  "resources.isEmpty": "the first start",
  "reviews.list": "listReviews",
  "reviews.remove": "POST /admin-dashboard/reviews",
  "reviews.create": "postReview",
  "feedback.vote": "POST /question-details/:id",
  "feedback.rate": "POST /blog-details/:id and its like",
  "feedback.ownRating": "GET /blog-details/:id and its like, with nobody's but the reader's own",
  "feedback.report": "POST /blog-details/:id/report and its like",
  "feedback.dismissReports": "POST /admin-dashboard/reports",
  "takedowns.claim": "POST /copyright",
  "takedowns.decide": "POST /admin-dashboard/takedowns",
  "feedback.reportBrokenLink": "POST /question-details/:id",
  "publishing.sitemaps": "GET /sitemap.xml",
  "publishing.sitemap": "GET /sitemap/:file",
  "publishing.newest": "GET /feed.xml",
  "contact.send": "POST /contact",
  "contact.setHandled": "POST /admin-dashboard/contact-messages",
  "newsletter.subscribe": "POST /newsletter",
  "newsletter.newsletterMail": "the worker, where nobody is signed in",
  "newsletter.previewConfirm": "GET /newsletter/confirm",
  "newsletter.confirm": "POST /newsletter/confirm",
  "newsletter.previewUnsubscribe": "GET /newsletter/unsubscribe",
  "newsletter.unsubscribe": "POST /newsletter/unsubscribe",
  "linkCheck.plan": "the server's clock, where nobody is signed in",
  "linkCheck.checkBatch": "the worker, where nobody is signed in",
  "jobs.enqueue": "POST /contact, with mails to the admins",
  "jobs.retryDead": "the service of text recognition, which checks",
  "jobs.onWake": "the worker, where nobody is signed in",
  "jobs.claim": "the worker, where nobody is signed in",
  "jobs.followClock": "the worker, where nobody is signed in",
  "jobs.renew": "the worker, where nobody is signed in",
  "jobs.finish": "the worker, where nobody is signed in",
  "jobs.fail": "the worker, where nobody is signed in",
  "jobs.release": "the worker, where nobody is signed in",
  "jobs.charge": "the worker, where nobody is signed in",
  "jobs.yieldsFor": "the worker, where nobody is signed in",
  "jobs.deleteUse": "the sweeper, where nobody is signed in",
  "transfer.importAsOperator": "the command line, where nobody is signed in",
  "transfer.exportAsOperator": "the command line, where nobody is signed in",
  "sample.add": "the first start and the command line",
  "sample.remove": "the command line, where nobody is signed in",
  "sample.isLoaded": "the command line, where nobody is signed in",
  "sample.testJson": "GET /Test.json",
};
