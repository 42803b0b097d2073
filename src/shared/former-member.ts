/**
 * The owner of contributions from deleted accounts. It has an email address so that it survives export and
 * import; the domain can never exist (RFC 2606 §2).
 */
export const formerMember = { userName: "Former member", email: "former.member@proshno.invalid" };
