import { type PileMessages, pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import type { Messages } from "../../../shared/messages/index.ts";
import { useMessages } from "../../ui/messages.ts";

/** The texts of all screens with those of piles, for the queue of uploads. */
export type QueueMessages = Messages & { pile: PileMessages };

export const useQueueMessages = (): QueueMessages => ({ ...useMessages(), pile: useMessages(pileMessages) });
