import { useNavigation } from "react-router";
import { useMessages } from "../../ui/messages.ts";

/** Says that the next page is loading (spec §2). This message is shown only if a script loads the page. */
export function Loading() {
  const { loading } = useMessages();
  const isLoading = useNavigation().state !== "idle";
  return (
    <p className="site-loading" role="status">
      {isLoading && loading}
    </p>
  );
}
