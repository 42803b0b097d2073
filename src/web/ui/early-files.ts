import { createContext } from "react";

/** The files that a person chose before React ran, for the control that replaces the file input. */
export const EarlyFiles = createContext<{ current: File[] }>({ current: [] });
