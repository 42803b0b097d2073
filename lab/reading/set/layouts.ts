import type { Half } from "./courses.ts";
import type { Layout } from "./layout.ts";
import { developmentLayouts } from "./layouts-dev.ts";
import { heldOutLayouts } from "./layouts-held-out.ts";

/** The layouts of each half. No layout is in both. */
export const layouts: Record<Half, Layout[]> = { dev: developmentLayouts, "held-out": heldOutLayouts };
