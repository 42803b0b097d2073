/** More fields than any of our forms has, and more keys than any call has. */
export const MAX_FIELDS = 100;
