/** The maximum number of fields in a form or call. All ours have fewer. */
export const MAX_FIELDS = 100;
