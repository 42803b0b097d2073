import type { ComponentType } from "react";
import type { Item } from "../page/context.ts";
import { BlogBody, BlogCard } from "./blog.tsx";

export interface Slots {
  Card?: ComponentType<{ item: Item }>;
  /** The content of the details page, in place of the file's preview and facts. */
  Body?: ComponentType<{ item: Item }>;
}

/** Kinds that look different from a paper. Nowhere else does code ask for a kind by name. */
export const slots: Record<string, Slots> = {
  blog: { Card: BlogCard, Body: BlogBody },
};
