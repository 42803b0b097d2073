import { rows } from "./authorization-rows.ts";

/** The permissions of each principal, written by hand from docs/specification.md and never computed from policy.ts. */
export const people = rows(`
//                                                                 visitor student owner  other  admin  exAdmin suspended expired
  signUp      | a new e-mail          | +users +password +session | 201    201    201    201    201    201    201    201
  signUp      | an e-mail that exists |                            | 400    400    400    400    400    400    400    400
  signIn      | the right password    | +session                   | 200    200    200    200    200    200    200    200
  signIn      | a wrong password      |                            | 401    401    401    401    401    401    401    401
  signIn      | of a suspended account |                           | 401    401    401    401    401    401    401    401
  signOut     | then one's own record |                            | 404    404    404    404    404    404    404    404
  giveSignInCode | where no sign-in waits |                         | 401    401    401    401    401    401    401    401
  confirmSignIn  | the right password  | ~session                   | 401    200    200    200    200    200    401    401
  confirmSignIn  | a wrong password    |                            | 401    400    400    400    400    400    401    401
  getUser     | one's own e-mail      |                            | 404    200    200    200    200    200    404    404
  getUser     | the owner's e-mail    |                            | 404    404    200    404    200    404    404    404
  getUser     | an unknown e-mail     |                            | 404    404    404    404    404    404    404    404
  putUser     | one's own e-mail      | ~users                     | 401    200    200    200    200    200    401    401
  putUser     | another's e-mail      |                            | 401    403    403    403    403    403    401    401
  postUser    | one's own e-mail      | ~users                     | 401    201    201    201    201    201    401    401
  postUser    | another's e-mail      |                            | 401    403    403    403    403    403    401    401
  updateUser  | one's own profile     | ~users                     | 401    200    200    200    200    200    401    401
  updateUser  | another's profile     |                            | 401    403    403    403    403    403    401    401
  updateUser  | role admin in it      |                            | 401    400    400    400    400    400    401    401
  makeAdmin   | a student's e-mail    | ~users +audit              | 401    403    403    403    200    403    401    401
  makeAdmin   | one's own e-mail      |                            | 401    403    403    403    200    403    401    401
  makeAdmin   | an unknown e-mail     |                            | 401    403    403    403    200    403    401    401
  revokeAdmin | an admin's e-mail     | ~users +audit              | 401    403    403    403    200    403    401    401
  revokeAdmin | a student's e-mail    |                            | 401    403    403    403    200    403    401    401
  revokeAdmin | an unknown e-mail     |                            | 401    403    403    403    200    403    401    401
  suspendUser | a student's e-mail    | ~users +audit              | 401    403    403    403    200    403    401    401
  suspendUser | one's own e-mail      |                            | 401    403    403    403    409    403    401    401
  suspendUser | an unknown e-mail     |                            | 401    403    403    403    200    403    401    401
  reinstateUser | a suspended e-mail  | ~users +audit              | 401    403    403    403    200    403    401    401
  reinstateUser | a student's e-mail  |                            | 401    403    403    403    200    403    401    401
  listReviews | all                   |                            | 200    200    200    200    200    200    200    200
  listReviews | the e-mails in it     |                            | masked masked masked masked masked masked masked  masked
  postReview  | one's own             | +review                    | 401    201    201    201    201    201    401    401
  postReview  | the shown e-mail      | +review                    | 401    masked masked masked masked masked 401     401
`);
