import { DEFAULT_TIME_ZONE } from "../../shared/text/time-zone.ts";
import { createAuditRepo } from "./audit/audit.repo.ts";
import { createAuditService } from "./audit/audit.service.ts";
import type { Database } from "./db/schema/schema.ts";
import { createJobsRepo } from "./jobs/jobs.repo.ts";
import { createJobsService, type JobsService } from "./jobs/jobs.service.ts";
import { createLimitsRepo } from "./limits/limits.repo.ts";
import { createLimitsService, type LimitsService } from "./limits/limits.service.ts";
import { type LimitedAction, limitRates, type Rates } from "./limits/rates.ts";
import { createDeliveryService, type DeliveryDependencies } from "./mail/delivery.service.ts";
import { createMailService, type MailService } from "./mail/mail.service.ts";

/** The objects that every module uses. */
export interface Core {
  db: Database;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
  /** The address of the site. */
  origin: string;
  /** The archive's time zone, such as Asia/Dhaka. */
  timeZone: string;
  /**
   * The site's secret of at least 32 characters. It encrypts stored secrets, and is the key of the limits'
   * hashes.
   */
  secret: string;
  jobs: JobsService;
  mail: MailService;
  limits: LimitsService;
}

export interface PlatformOptions extends Pick<Core, "db" | "origin" | "secret"> {
  /** The default is `DEFAULT_TIME_ZONE`. */
  timeZone?: string;
  /** The time now, in epoch milliseconds. */
  clock?: () => number;
  /** The rate limits; the default is `limitRates`. */
  rates?: Rates;
  /** Called each time a rate limit refuses an action. */
  onRefused?: (action: LimitedAction) => void;
}

/** Database, jobs, mails, limits and the audit trail: the parts that don't depend on the archive. */
export function createPlatform(options: PlatformOptions) {
  const { db, origin, secret, timeZone = DEFAULT_TIME_ZONE } = options;
  const { clock = Date.now, rates = limitRates, onRefused = () => {} } = options;
  const jobs = createJobsService({ jobsRepo: createJobsRepo(db), clock });
  const limitsRepo = createLimitsRepo(db);
  const limits = createLimitsService({ limitsRepo, rates, origin, secret, clock, onRefused });
  const mail = createMailService({ jobs });
  const core: Core = { db, clock, origin, timeZone, secret, jobs, mail, limits };
  return {
    core,
    services: { jobs, audit: createAuditService({ auditRepo: createAuditRepo(db) }) },
    /** @param counts see `DeliveryDependencies` */
    createDelivery: (counts: DeliveryDependencies["counts"]) => createDeliveryService({ ...core, counts }),
  };
}
