/** The problems of the environment, with one line for each variable. */
export class EnvError extends Error {}
