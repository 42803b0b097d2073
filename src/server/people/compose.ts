import type { FilesModule } from "../files/index.ts";
import type { KnownUniversity } from "../../shared/courses/universities.ts";
import { type Core, createHook, withPriority } from "../platform/index.ts";
import { createAccountMailsService } from "./accounts/account-mails.service.ts";
import { createAccountsRepo } from "./accounts/accounts.repo.ts";
import { createAccountsService } from "./accounts/accounts.service.ts";
import { createCredentialsRepo } from "./accounts/credentials.repo.ts";
import { createCredentialsService } from "./accounts/credentials.service.ts";
import type { AccountDeleted, EmailDeleted } from "./accounts/deletion.repo.ts";
import { createDeletionService } from "./accounts/deletion.service.ts";
import { createEmailLinksRepo } from "./accounts/email-links.repo.ts";
import { createIdentitiesRepo } from "./accounts/identities.repo.ts";
import { createOwnSessionsService } from "./accounts/own-sessions.service.ts";
import { createPeopleRepo } from "./accounts/people.repo.ts";
import { createPeopleService } from "./accounts/people.service.ts";
import { createPhotoRepo } from "./accounts/photo.repo.ts";
import { createPhotoService } from "./accounts/photo.service.ts";
import { createProofService } from "./accounts/proof.service.ts";
import { createSecondFactorCodes } from "./accounts/second-factor-codes.ts";
import { createSecondFactorRepo } from "./accounts/second-factor.repo.ts";
import { createSecondFactorService } from "./accounts/second-factor.service.ts";
import { createSignUpService } from "./accounts/sign-up.service.ts";
import { createSocialService } from "./accounts/social.service.ts";
import { createFlowCookies } from "./auth/flow-cookies.ts";
import { createProvider, type ProviderSettings } from "./auth/oidc.ts";
import { createPasswords } from "./auth/passwords.service.ts";
import { createSessionsRepo } from "./auth/sessions.repo.ts";
import { createSessions } from "./auth/sessions.service.ts";

export interface PeopleOptions {
  /** How many processes serve requests on this machine. The default is 1. */
  processes?: number;
  /** Whether people must confirm their email address with a mailed link. The default is no. */
  verifiesEmail?: boolean;
  /** Whether admins and moderators need a second factor to use their rights. The default is no. */
  adminsNeedSecondFactor?: boolean;
  /** The OpenID Connect provider for logins. The default is no provider. */
  oidc?: ProviderSettings | undefined;
}

export type PeopleModule = ReturnType<typeof createPeople>;

/**
 * Accounts and their logins.
 * @param options `universities` returns the confirmed universities
 */
export function createPeople(
  core: Core,
  files: FilesModule,
  options: PeopleOptions & {
    universities: () => Promise<readonly KnownUniversity[]>;
  },
) {
  const { db, origin, secret } = core;
  const { processes = 1, verifiesEmail = false, adminsNeedSecondFactor = false } = options;
  const { oidc, universities } = options;
  const hooks = {
    /** The functions run one after another. The order in which `services.ts` adds them is the order of their locks. */
    accountDeleted: createHook<AccountDeleted>(),
    emailDeleted: createHook<EmailDeleted>(),
  };
  const accountsRepo = createAccountsRepo(db);
  const sessionsRepo = createSessionsRepo(db);
  const common = {
    ...core,
    accountsRepo,
    peopleRepo: createPeopleRepo(db),
    photoRepo: createPhotoRepo(db),
    emailLinksRepo: createEmailLinksRepo(db),
    credentialsRepo: createCredentialsRepo(db),
    identitiesRepo: createIdentitiesRepo(db),
    secondFactorRepo: createSecondFactorRepo(db),
    sessions: createSessions({ ...core, sessionsRepo, adminsNeedSecondFactor }),
    passwords: createPasswords(processes),
    discard: files.discard,
    verifiesEmail,
    adminsNeedSecondFactor,
  };
  const codes = createSecondFactorCodes(common);
  const accounts = createAccountsService(common);
  const provider = oidc && createProvider(oidc, origin);
  /** People may still have identities of a provider that is no longer configured. */
  const providerName = (issuer: string) =>
    issuer === provider?.issuer ? provider.name : new URL(issuer).host;
  return {
    services: {
      accounts: {
        ...accounts,
        ...withReserve({ signIn: accounts.signIn, signOut: accounts.signOut }),
      },
      signUp: createSignUpService(common),
      credentials: createCredentialsService({ ...common, providerName }),
      proof: withReserve(createProofService({ ...common, codes })),
      secondFactor: createSecondFactorService({ ...common, codes }),
      ownSessions: withReserve(createOwnSessionsService({ ...core, sessionsRepo })),
      deletion: createDeletionService({ ...common, hooks }),
      social: withReserve(
        createSocialService({
          ...common,
          accounts,
          provider,
          flows: createFlowCookies(origin, secret),
        }),
      ),
      accountMails: createAccountMailsService(common),
      photos: createPhotoService({
        ...common,
        filesRepo: files.filesRepo,
        fileStore: files.fileStore,
        papers: files.papers,
        files: files.services.files,
        uploadSpace: files.services.uploadSpace,
        spaceLimits: files.spaceLimits,
      }),
      people: createPeopleService({ ...common, universities }),
    },
    hooks,
    accountsRepo,
  };
}

/** Lets a service of logins and sessions use the connections to PostgreSQL that are kept for them. */
function withReserve<Service extends Record<string, (...given: never[]) => unknown>>(
  service: Service,
): Service {
  const functions = Object.entries(service).map(([name, act]) => [
    name,
    (...given: never[]) => withPriority("reserve", () => act(...given)),
  ]);
  return Object.fromEntries(functions) as Service;
}
