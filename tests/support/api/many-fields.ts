/** The forms that visitors can post. */
export const VISITOR_FORMS = [
  "/contact",
  "/register",
  "/copyright",
  "/forgot-password",
  "/login",
  "/reset-password",
  "/newsletter",
  "/notices/unsubscribe",
  "/theme",
  "/wanted",
];

/** A form body with many empty fields, each with its own name. */
export const manyFields = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${index.toString(36)}=`).join("&");
