import { createContext, useContext } from "react";
import { DEFAULT_TIME_ZONE } from "../../shared/text/time-zone.ts";

/** The archive's time zone, which the root of the pages sets. */
export const TimeZone = createContext(DEFAULT_TIME_ZONE);

/** Returns the archive's time zone. */
export const useTimeZone = (): string => useContext(TimeZone);
