/**
 * Whose the contributions of a deleted account are. An address, so that a spreadsheet carries it out and in again; in
 * a domain that never exists (RFC 2606 §2).
 */
export const formerMember = { userName: "Former member", email: "former.member@proshno.invalid" };
