import type { Options, Values } from "./options.ts";
import type { ShowSteps } from "./progress.ts";

/** Names what `lab/run.ts` prepares before an experiment: the built pages, the programs of the tests, those of several machines. */
export type Need = "build" | "programs" | "cluster";

/** Describes an experiment of the laboratory. Its file exports it as `experiment`, and `lab/experiments.ts` lists it. */
export interface Experiment<O extends Options = Options> {
  /** Says in `--help` what the experiment does, and when it fails. */
  about: string;
  options: O;
  /** The options that need no name, in this order. */
  places?: readonly (keyof O & string)[];
  needs?(values: Values<O>): readonly Need[];
  /** Returns the exit code. */
  run(context: Context<O>): Promise<number>;
}

/** Gives an experiment its arguments, and ways to show progress and write results. */
export interface Context<O extends Options = Options> {
  values: Values<O>;
  /** The name of this run, such as `search-20261128T171548`. */
  name: string;
  /** The command that runs the same experiment with the same arguments in another process. */
  command: readonly string[];
  showSteps: ShowSteps;
  /** Writes a file into `bench/results`; an object becomes JSON. @returns its path */
  write(file: string, content: string | object): string;
}

/** Checks the types of an experiment. What `lab/run.ts` gets knows only that there are options. */
export function defineExperiment<const O extends Options>(experiment: Experiment<O>): Experiment {
  return experiment as unknown as Experiment;
}
