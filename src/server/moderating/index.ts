export { createModerating, type ModeratingModule, type ModeratingOptions } from "./compose.ts";
export {
  DESK_LIMIT,
  type DeskDecision,
  type DeskItem,
  type DeskPage,
  type DeskPreview,
  type DeskRow,
  type Holder,
  decisionSchema,
  deskItemSchema,
  holderSchema,
  nextSchema,
  previewSchema,
  queueSchema,
  deskHandlers,
} from "./desk/desk.ts";
export type { Insight } from "./moderation/insight.service.ts";
export type { Reason } from "./moderation/reasons.service.ts";
export type { TrustOverview } from "./trust/trust.service.ts";
