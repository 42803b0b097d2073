import { type JoinMessage, type JoinRequest, joinPages } from "./join-pages.ts";

const tell = (news: JoinMessage) => globalThis.postMessage(news, {});

globalThis.addEventListener("message", async ({ data }: MessageEvent<JoinRequest>) => {
  try {
    tell({ pdf: await joinPages(data, (page) => tell({ page })) });
  } catch {
    tell({ failed: true });
  }
});
