import { rows } from "./authorization-rows.ts";

/** The admin pages that each principal may open, as in `authorization-pages.ts`. */
export const adminPages = rows(`
//                                                                                visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  GET /admin-dashboard                       | opens               |              | login  403    403    403    200    403    login  login    200       200
  GET /admin-dashboard/welcome               | opens               |              | login  403    403    403    200    403    login  login    200       200
  GET /admin-dashboard/make-admin            | opens               |              | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/contact-messages      | opens               |              | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/contact-messages      | a message           |              | login  403    403    403    seen   403    login  login    403       403
  GET /admin-dashboard/contact-messages.data | a message           |              | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  GET /admin-dashboard/contact-messages.data | a message, alone    |              | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  GET /admin-dashboard/users                 | opens               |              | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/users                 | a person            |              | login  403    403    403    seen   403    login  login    403       403
  GET /admin-dashboard/users.data            | a person            |              | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  GET /admin-dashboard/users.data            | a person, alone     |              | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  GET /admin-dashboard/audit                 | opens               |              | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/audit                 | a new admin         |              | login  403    403    403    seen   403    login  login    403       403
  GET /admin-dashboard/audit.data            | a new admin         |              | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  GET /admin-dashboard/audit.data            | a new admin, alone  |              | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  POST /admin-dashboard/users                | grantAdmin          | ~users +job +audit | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/users                | revokeAdmin         | ~users +audit | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/users                | revokeModerator     | +audit -moderatorArea | login  403 403    403    303    403    login  login    403       403
  GET /admin-dashboard/moderators            | opens               |              | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/moderators            | a moderator         |              | login  403    403    403    seen   403    login  login    403       403
  GET /admin-dashboard/moderators.data       | a moderator, alone  |              | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  POST /admin-dashboard/moderators           | a student's email   | +job +audit +moderatorArea | login  403 403    403    303    403    login  login    403       403
  GET /admin-dashboard/trusted-contributors  | opens               |              | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/trusted-contributors  | a trusted person    |              | login  403    403    403    seen   403    login  login    403       403
  GET /admin-dashboard/trusted-contributors.data | a trusted person, alone |      | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  POST /admin-dashboard/trusted-contributors | save the rules      | +setting +audit | login  403 403    403    303    403    login  login    403       403
  POST /admin-dashboard/trusted-contributors | trust somebody who does not qualify | | login 403  403    403    409    403    login  login    403       403
  POST /admin-dashboard/trusted-contributors | end the trust       | +audit -trustedContributor | login 403 403 403 303 403 login login      403       403
  GET /admin-dashboard/not-checked           | opens               |              | login  403    403    403    200    403    login  login    200       200
  GET /admin-dashboard/not-checked           | a published item    |              | login  403    403    403    seen   403    login  login    seen      hidden
  GET /admin-dashboard/not-checked.data      | a published item, alone |          | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  POST /admin-dashboard/not-checked          | mark as checked     | +audit ~trustedItem | login 403 403 403  303    403    login  login    303       403
  POST /admin-dashboard/not-checked          | take out            | ~resource +audit +notice | login  403    403    403    303    403    login  login    303       403
  GET /admin-dashboard/insight               | opens               |              | login  403    403    403    200    403    login  login    200       200
  POST /admin-dashboard/insight              | turn the email off  | +waitingMail | login  403    403    403    303    403    login  login    303       303
  POST /admin-dashboard/users                | suspend             | ~users +audit | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/users                | reinstate           | ~users +audit | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/users.data           | suspend             | ~users +audit | login  403    403    403    202    403    login  login    403       403
  POST /admin-dashboard/audit                | an unknown decision |              | login  403    403    403    303    403    login  login    403       403
  GET /admin-dashboard/manage-questions      | opens               |              | login  403    403    403    200    403    login  login    200       200
  GET /admin-dashboard/manage-questions      | a Pending item      |              | login  403    403    403    seen   403    login  login    seen      hidden
  GET /admin-dashboard/manage-questions.data | a Pending item, alone |            | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  GET /admin-dashboard/manage-questions/rows | a Pending item      |              | 401    403    403    403    seen   403    401    401      seen      hidden
  GET /admin-dashboard/manage-questions/item/:id | a Pending item  |              | 401    403    403    403    seen   403    401    401      seen      404
  GET /admin-dashboard/manage-questions/item/:id/text | a Pending item |          | 401    403    403    403    200    403    401    401      200       404
  POST /admin-dashboard/manage-questions     | undo a decision of the admin | ~resource +audit ~deskDecision ~deskDecisionItem -notice | login 403 403 403 303 403 login login 404 404
  POST /admin-dashboard/manage-questions     | approve             | ~resource +audit +deskDecision +deskDecisionItem +notice | login  403    403    403    303    403    login  login    303       404
  POST /admin-dashboard/manage-questions     | return              | ~resource +audit +deskDecision +deskDecisionItem +notice | login  403    403    403    303    403    login  login    303       404
  POST /admin-dashboard/manage-questions     | delete              | ~resource +audit +notice | login  403    403    403    303    403    login  login    303       404
  POST /admin-dashboard/admin-books          | remove an item      | ~resource +audit +notice | login  403    403    403    303    403    login  login    303       403
  POST /admin-dashboard/admin-books          | restore an item     | ~resource +audit | login  403    403    403    303    403    login  login    303       404
  GET /admin-dashboard/compare/:id           | Pending             |              | login  403    403    403    200    403    login  login    200       404
  GET /admin-dashboard/compare/:id           | unknown             |              | login  403    403    403    404    403    login  login    404       404
  POST /admin-dashboard/compare/:id          | approve             | ~resource +audit +notice | login  403    403    403    303    403    login  login    303       404
  POST /admin-dashboard/compare/:id          | cancel              | ~resource +audit +notice | login  403    403    403    303    403    login  login    303       404
  POST /admin-dashboard/compare/:id          | not the same        | +audit +notSame | login  403    403    403    303    403    login  login    303       404
  POST /admin-dashboard/compare/:id          | an unknown id       |              | login  403    403    403    404    403    login  login    404       404
  GET /admin-dashboard/change/:id            | a waiting change    |              | login  403    403    403    seen   403    login  login    seen      404
  GET /admin-dashboard/change/:id.data       | a waiting change, alone |          | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  GET /admin-dashboard/change/:id            | Pending             |              | login  403    403    403    200    403    login  login    200       404
  GET /admin-dashboard/change/:id            | unknown             |              | login  403    403    403    404    403    login  login    404       404
  POST /admin-dashboard/change/:id           | approve a change    | ~resource -change +audit +notice | login 403 403 403 303  403    login  login    303       404
  POST /admin-dashboard/change/:id           | reject a change     | -change +audit +notice | login 403   403    403    303    403    login  login    303       404
  POST /admin-dashboard/change/:id           | an unknown id       |              | login  403    403    403    404    403    login  login    404       404
  GET /admin-dashboard/edit/:id              | Pending             |              | login  403    403    403    200    403    login  login    200       404
  GET /admin-dashboard/edit/:id              | Cancelled           |              | login  403    403    403    200    403    login  login    200       404
  GET /admin-dashboard/edit/:id              | unknown             |              | login  403    403    403    404    403    login  login    404       404
  POST /admin-dashboard/edit/:id             | a Cancelled item    | ~resource +audit | login  403    403    403    303    403    login  login    303       404
  GET /admin-dashboard/delete-requests       | opens               |              | login  403    403    403    200    403    login  login    200       200
  GET /admin-dashboard/delete-requests       | a request           |              | login  403    403    403    seen   403    login  login    seen      hidden
  GET /admin-dashboard/delete-requests.data  | a request, alone    |              | hidden hidden hidden hidden seen   hidden hidden hidden   seen      hidden
  POST /admin-dashboard/delete-requests      | grant               | ~resource ~deletionRequest +audit +notice | login 403 403 403 303 403 login  login    303       403
  POST /admin-dashboard/delete-requests      | refuse              | ~deletionRequest +audit +notice | login 403 403    403    303    403    login  login    303       403
  GET /admin-dashboard/newsletter            | opens               |              | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/newsletter            | a reader            |              | login  403    403    403    seen   403    login  login    403       403
  GET /admin-dashboard/newsletter.data       | a reader, alone     |              | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  GET /admin-dashboard/newsletter.csv        | opens               |              | login  302    302    302    200    302    login  login    302       302
  GET /admin-dashboard/newsletter.csv        | a reader            |              | login  302    302    302    seen   302    login  login    302       302
  GET /admin-dashboard/reviews               | opens               |              | login  403    403    403    200    403    login  login    403       403
  POST /admin-dashboard/reviews              | remove a review     | -review      | login  403    403    403    303    403    login  login    403       403
  GET /admin-dashboard/short-names           | opens               |              | login  403    403    403    200    403    login  login    403       403
  POST /admin-dashboard/short-names          | add a short name    | +audit +searchAlias | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/short-names          | remove a short name | +audit -searchAlias | login  403    403    403    303    403    login  login    403       403
  GET /admin-dashboard/universities          | opens               |              | login  403    403    403    200    403    login  login    403       403
  POST /admin-dashboard/universities         | add a university    | +audit +university +universityName | login 403 403 403 303 403 login login    403       403
  POST /admin-dashboard/universities         | confirm a university | ~resource +audit ~university +universityName | login 403 403 403 303 403 login login    403       403
  POST /admin-dashboard/universities         | merge a university  | ~resource +audit -university ~university ~universityName | login 403 403 403 303 403 login login    403       403
  GET /admin-dashboard/departments           | opens               |              | login  403    403    403    302    403    login  login    403       403
  POST /admin-dashboard/departments          | merge a department  | ~resource +audit ~university +departmentMerge +departmentMove | login 403 403 403 303 403 login login 403 403
  POST /admin-dashboard/departments          | undo a merge of departments | +audit ~university -departmentMerge | login 403 403 403 303 403 login login 403 403
  GET /admin-dashboard/courses               | opens               |              | login  403    403    403    200    403    login  login    200       200
  POST /admin-dashboard/courses              | rename a course     | +audit +courseName | login 403 403    403    303    403    login  login    403       403
  POST /admin-dashboard/courses              | merge a course      | +audit +courseMerge | login 403 403   403    303    403    login  login    403       403
  POST /admin-dashboard/courses              | undo a merge        | +audit -courseMerge | login 403 403   403    303    403    login  login    403       403
  POST /admin-dashboard/courses              | record an exam      | +audit +examNotHeld | login 403 403   403    303    403    login  login    303       403
  POST /admin-dashboard/courses              | take back a record  | +audit -examNotHeld | login 403 403   403    303    403    login  login    303       403
  POST /admin-dashboard/courses              | set the months      | +audit ~termMonth | login 403  403    403    303    403    login  login    403       403
  GET /admin-dashboard/contact-details       | opens               |              | login  403    403    403    200    403    login  login    403       403
  POST /admin-dashboard/contact-details      | another phone       | +audit +contactDetails | login  403    403    403    303    403    login  login    403       403
  GET /admin-dashboard/backups               | opens               |              | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/recognition           | opens               |              | login  403    403    403    200    403    login  login    403       403
  POST /admin-dashboard/recognition          | pause recognition   | +setting     | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/recognition          | resume recognition  | -setting     | login  403    403    403    303    403    login  login    403       403
  GET /admin-dashboard/drive-copies          | opens               |              | login  403    403    403    200    403    login  login    403       403
  POST /admin-dashboard/drive-copies         | start copies, which are off |      | login  403    403    403    409    403    login  login    403       403
  POST /admin-dashboard/drive-copies         | pause copies        | +setting     | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/drive-copies         | resume copies       | -setting     | login  403    403    403    303    403    login  login    403       403
  GET /admin-dashboard/operations            | opens               |              | login  403    403    403    200    403    login  login    403       403
  POST /admin-dashboard/newsletter           | anything            |              | 405    405    405    405    405    405    405    405      405       405
  GET /admin-dashboard/*                     | opens               |              | 404    404    404    404    404    404    404    404      404       404
  POST /admin-dashboard/make-admin           | a student's email   | ~users +job +audit | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/make-admin.data      | a student's email   | ~users +job +audit | login  403    403    403    202    403    login  login    403       403
  POST /admin-dashboard/contact-messages     | handled             | ~contactMessage | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/contact-messages     | anything            |              | login  403    403    403    400    403    login  login    403       403
  GET /admin-dashboard/takedowns             | opens               |              | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/takedowns             | a claim             |              | login  403    403    403    seen   403    login  login    403       403
  GET /admin-dashboard/takedowns.data        | a claim, alone      |              | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  POST /admin-dashboard/takedowns            | accept a claim      | ~resource +job +audit ~takedown +notice | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/takedowns            | reject a claim      | +job +audit ~takedown | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/takedowns            | a decided claim     |              | login  403    403    403    409    403    login  login    403       403
  GET /admin-dashboard/reports               | opens               |              | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/reports               | a report            |              | login  403    403    403    seen   403    login  login    403       403
  GET /admin-dashboard/reports.data          | a report, alone     |              | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  POST /admin-dashboard/reports              | cancel the item     | ~resource +audit ~report +notice | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/reports              | remove the item     | ~resource +audit ~report +notice | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/reports              | dismiss reports     | +audit ~report | login  403    403    403    303    403    login  login    403       403
`);
