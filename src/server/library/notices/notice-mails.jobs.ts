import { type JobKinds, renderMail, type Transport } from "../../platform/index.ts";
import type { PlannedMail } from "./notice-mails.repo.ts";
import { NOTICE_MAIL, type NoticeMailsService } from "./notice-mails.service.ts";

/** The job handler of mails about notices. @param origin of the site, for links */
export function noticeMailHandlers(
  noticeMails: Pick<NoticeMailsService, "mail">,
  transport: Transport,
  origin: string,
): JobKinds {
  return {
    [NOTICE_MAIL]: {
      bytes: "ours",
      async run({ payload }, signal) {
        const found = await noticeMails.mail(JSON.parse(payload) as PlannedMail);
        if (found) await transport(renderMail(found.id, found.mail, origin), signal);
      },
    },
  };
}
