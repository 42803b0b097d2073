import { type JoinNews, type JoinOrder, joinPages } from "./join-pages.ts";

const tell = (news: JoinNews) => globalThis.postMessage(news, {});

globalThis.addEventListener("message", async ({ data }: MessageEvent<JoinOrder>) => {
  try {
    tell({ pdf: await joinPages(data, (page) => tell({ page })) });
  } catch {
    tell({ failed: true });
  }
});
