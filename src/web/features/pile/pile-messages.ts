import type { Messages } from "../../../shared/messages/index.ts";
import { type PileMessages, pileMessagesIn } from "../../../shared/messages/piles.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

/** The texts of piles in the reader's language. */
export function usePileMessages(): PileMessages {
  return pileMessagesIn(useLocale());
}

/** The texts of all screens with those of piles, for the queue of uploads. */
export type QueueMessages = Messages & { pile: PileMessages };

export const useQueueMessages = (): QueueMessages => ({ ...useMessages(), pile: usePileMessages() });
