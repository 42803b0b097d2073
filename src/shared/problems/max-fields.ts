/** The maximum number of fields in a form or call. All our forms and calls have fewer. */
export const MAX_FIELDS = 100;
