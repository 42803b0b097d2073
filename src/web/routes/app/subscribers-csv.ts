import { redirect } from "react-router";
import { adminLoader } from "../../page/loaders.ts";

/**
 * The newsletter's subscribers as a file. If the request is refused, the person is redirected to the page,
 * because a file can't show a message.
 */
export const loader = adminLoader(
  async ({ services, actor }) => {
    return new Response(await services.newsletter.exportCsv(actor), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="newsletter.csv"',
        "cache-control": "no-store",
      },
    });
  },
  () => redirect("/admin-dashboard/newsletter"),
);
