import type { ComponentType } from "react";
import type { Item } from "../page/context.ts";
import { BlogBody, BlogCard } from "./blog.tsx";

export interface CardProps {
  item: Item;
  /** Whether its button is the filled one of the list. */
  isStrong: boolean;
}

export interface Slots {
  Card?: ComponentType<CardProps>;
  /** The content of the details page that replaces the file preview and the facts. */
  Body?: ComponentType<{ item: Item }>;
}

/** The kinds that look different from a paper. No other code checks for a kind by name. */
export const slots: Record<string, Slots> = {
  blog: { Card: BlogCard, Body: BlogBody },
};
