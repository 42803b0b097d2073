/**
 * The owner of contributions from deleted accounts. This account has an email address, so that export and
 * import keep it; the domain can never exist (RFC 2606 §2).
 */
export const formerMember = { userName: "Former member", email: "former.member@proshno.invalid" };
