import { rows } from "./authorization-rows.ts";

/** The permissions of each principal, written by hand from docs/specification.md and never computed from policy.ts. */
export const people = rows(`
//                                                                 visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  signUp      | a new email           | +users +password +session | 201    201    201    201    201    201    201    201      201       201
  signUp      | an email that exists  |                            | 400    400    400    400    400    400    400    400      400       400
  signIn      | the right password    | +session                   | 200    200    200    200    200    200    200    200      200       200
  signIn      | a wrong password      |                            | 401    401    401    401    401    401    401    401      401       401
  signIn      | of a suspended account |                           | 401    401    401    401    401    401    401    401      401       401
  signOut     | then their own record  |                            | 404    404    404    404    404    404    404    404      404       404
  giveSignInCode | no login is waiting    |                         | 401    401    401    401    401    401    401    401      401       401
  confirmSignIn  | the right password  | ~session                   | 401    200    200    200    200    200    401    401      200       200
  confirmSignIn  | a wrong password    |                            | 401    400    400    400    400    400    401    401      400       400
  getUser     | their own email        |                            | 404    200    200    200    200    200    404    404      200       200
  getUser     | the owner's email     |                            | 404    404    200    404    200    404    404    404      404       404
  getUser     | an unknown email      |                            | 404    404    404    404    404    404    404    404      404       404
  putUser     | their own email       | ~users                     | 401    200    200    200    200    200    401    401      200       200
  putUser     | another user's email  |                            | 401    403    403    403    403    403    401    401      403       403
  postUser    | their own email       | ~users                     | 401    201    201    201    201    201    401    401      201       201
  postUser    | another user's email  |                            | 401    403    403    403    403    403    401    401      403       403
  updateUser  | their own profile     | ~users                     | 401    200    200    200    200    200    401    401      200       200
  updateUser  | another user's profile |                            | 401    403    403    403    403    403    401    401      403       403
  updateUser  | role admin in it      |                            | 401    400    400    400    400    400    401    401      400       400
  makeAdmin   | a student's email     | ~users +job +audit         | 401    403    403    403    200    403    401    401      403       403
  makeAdmin   | their own email       |                            | 401    403    403    403    200    403    401    401      403       403
  makeAdmin   | an unknown email      |                            | 401    403    403    403    200    403    401    401      403       403
  revokeAdmin | an admin's email      | ~users +audit              | 401    403    403    403    200    403    401    401      403       403
  revokeAdmin | a student's email     |                            | 401    403    403    403    200    403    401    401      403       403
  revokeAdmin | an unknown email      |                            | 401    403    403    403    200    403    401    401      403       403
  makeModerator | a student's email   | +job +audit +moderatorArea | 401    403    403    403    200    403    401    401      403       403
  makeModerator | an unknown email    |                            | 401    403    403    403    200    403    401    401      403       403
  revokeModerator | a moderator's email | +audit -moderatorArea    | 401    403    403    403    200    403    401    401      403       403
  revokeModerator | a student's email |                            | 401    403    403    403    200    403    401    401      403       403
  suspendUser | a student's email     | ~users +audit              | 401    403    403    403    200    403    401    401      403       403
  suspendUser | their own email       |                            | 401    403    403    403    409    403    401    401      403       403
  suspendUser | an unknown email      |                            | 401    403    403    403    200    403    401    401      403       403
  reinstateUser | a suspended email   | ~users +audit              | 401    403    403    403    200    403    401    401      403       403
  reinstateUser | a student's email   |                            | 401    403    403    403    200    403    401    401      403       403
  listReviews | all                   |                            | 200    200    200    200    200    200    200    200      200       200
  listReviews | the emails in it      |                            | masked masked masked masked masked masked masked  masked   masked    masked
  postReview  | their own             | +review                    | 401    201    201    201    201    201    401    401      201       201
  postReview  | the shown email       | +review                    | 401    masked masked masked masked masked 401     401      masked    masked
`);
