import { MAX_PAPER_BYTES, MAX_ZIP_BYTES } from "../../shared/files/file-limits.ts";
import { join } from "node:path";
import { Server, type Upload } from "@tus/server";
import { type Context, Hono } from "hono";
import { DomainError, invalid, isDomainError } from "../../shared/problems/errors.ts";
import { FILE_FIELD } from "../../shared/files/files.ts";
import type { User } from "../../shared/people/policy.ts";
import { type Client, randomKey } from "../../server/platform/index.ts";
import { readOwn, type UploadedFile } from "../../server/files/index.ts";
import { type Bodies, sentBy } from "../platform/bodies/bodies.ts";
import {
  arrivalOf,
  checkAnnouncedSize,
  createPileUploads,
  pileOf,
  zipPileOf,
  type ZipUpload,
} from "./pile-uploads.ts";
import {
  addLarge,
  beginsAsPdf,
  FIRST_BYTES,
  isLargeUpload,
  largeSize,
  type LargeUpload,
  presentLarge,
  sizeLimitOf,
} from "./large-uploads.ts";
import type { WithWritePermit } from "../platform/expensive-requests.ts";
import type { ApiContext } from "../library/resource-operations.ts";
import { admitUpload } from "./upload-admission.ts";
import { UploadParts } from "./upload-parts.ts";
import { createUploadPermits } from "./upload-permits.ts";
import { failureOf, protocolRequest, refusal, refuseQuery, UPLOADS } from "./upload-protocol.ts";

export interface UploadsOptions extends Pick<ApiContext, "services"> {
  /**
   * The folder with the parts of unfinished uploads. Several servers must share it, or always serve the same
   * person from the same server.
   */
  folder: string;
  clientOf: (c: Context) => Client;
  bodies: Pick<Bodies, "stream">;
  /** Gives a place to the work before and after the bytes of an upload. */
  withPermit: WithWritePermit;
}

interface Sender {
  actor: User;
  client: Client;
  /** The largest size of the upload, in bytes. */
  maxBytes: number;
  /** The upload that this request creates, if the person may start it. */
  begun?: Upload;
  /** An error to throw, so that all error responses are made in one place. */
  failure?: unknown;
}

/** The end of the id of an upload: 32 hex digits. */
const ID = /^[0-9a-f]{32}$/;

/**
 * Resumable uploads with the tus protocol (https://tus.io/protocols/resumable-upload, version 1.0.0). An
 * upload survives any number of broken connections. The response to the last part describes the uploaded
 * file, whose key is the upload's id.
 */
export function createUploads({ services, folder, clientOf, bodies, withPermit }: UploadsOptions) {
  const senders = new WeakMap<object, Sender>();
  const senderOf = (request: object): Sender => {
    const sender = senders.get(request);
    if (!sender) throw new DomainError("sign_in_required");
    return sender;
  };
  // The store is created with the first upload, so that the server can start without the folder.
  const parts = once(() => new UploadParts(folder, services.uploadSpace));
  const removePart = (id: string) => parts().remove(id);
  const { alone, aloneWithPermit } = createUploadPermits({ services, withPermit });
  const piled = createPileUploads({ services, folder, removePart });
  const partOf = (id: string): Promise<Upload | undefined> =>
    parts()
      .getUpload(id)
      .catch(() => undefined);

  /**
   * Checks and stores a complete upload under its lock. A refused file is removed, and its pile names the reason.
   * Without its pile, it is removed too. If the check can't run now, the bytes are kept for the next attempt.
   */
  async function accept(upload: Upload, actor: User): Promise<UploadedFile> {
    const name = upload.metadata?.["filename"] ?? "";
    const pile = pileOf(upload);
    try {
      if (pile !== undefined) await services.piles.check(actor, pile);
      const read = () => readOwn(join(folder, upload.id));
      const { traits, ...file } = await services.files.accept(actor, read, name, upload.id);
      if (pile !== undefined)
        await services.piles.addUpload(
          actor,
          pile,
          { ...file, ...(traits && { traits }) },
          arrivalOf(upload),
        );
      await removePart(upload.id);
      return file;
    } catch (error) {
      if (isDomainError(error) && /^(?:invalid_input|not_found)$/.test(error.code)) {
        await piled.refuse(actor, upload, error);
        await removePart(upload.id).catch(() => {});
      }
      throw error;
    }
  }

  /** Refuses a large upload that does not begin as a PDF, before the rest arrives. */
  async function checkBeginning(upload: Upload, actor: User): Promise<void> {
    if (!isLargeUpload(upload) || upload.offset < FIRST_BYTES) return;
    if (await beginsAsPdf(join(folder, upload.id))) return;
    const error = invalid(FILE_FIELD, "file_wrong_type");
    await piled.refuse(actor, upload, error);
    await alone(upload.id, () => parts().remove(upload.id)).catch(() => {});
    throw error;
  }

  /** Hands a complete large PDF over to the job that makes it smaller. */
  async function acceptLarge(upload: Upload, actor: User): Promise<LargeUpload> {
    await checkBeginning(upload, actor);
    return addLarge({ services, folder }, upload, actor, { pile: pileOf(upload), ...arrivalOf(upload) });
  }

  /** Accepts an upload after its last part, unless a status request has already accepted it. */
  function finish({ id }: Upload, actor: User): Promise<UploadedFile | ZipUpload | LargeUpload> {
    return aloneWithPermit(id, actor, async () => {
      const upload = await partOf(id);
      const zipped = upload && zipPileOf(upload);
      if (upload && zipped !== undefined) return piled.acceptZip(upload, actor, zipped);
      if (upload) return isLargeUpload(upload) ? acceptLarge(upload, actor) : accept(upload, actor);
      const stored = await storedFile(actor, id);
      if (!stored) throw new DomainError("not_found");
      return stored;
    });
  }

  const tus = once(
    () =>
      new Server({
        path: UPLOADS,
        datastore: parts(),
        locker: services.uploadLocks,
        relativeLocation: true,
        // This function must not wait: the bytes that arrive meanwhile are lost if the connection breaks.
        maxSize: (request) => senderOf(request).maxBytes,
        allowedOrigins: [],
        namingFunction: randomKey,
        async onUploadCreate(request, upload) {
          const sender = senderOf(request);
          const { filename = null, place, mark } = upload.metadata ?? {};
          await withPermit(sender.actor.id, async () => {
            await piled.begin(upload, sender);
            sender.begun = upload;
            await admitUpload(services, upload, sender, parts());
          });
          const pile = pileOf(upload);
          const ofPile = pile !== undefined && { pile, ...(place && { place }), ...(mark && { mark }) };
          return { metadata: { filename, owner: sender.actor.id, ...ofPile } };
        },
        async onUploadFinish(request, upload) {
          const file = await finish(upload, senderOf(request).actor);
          return { status_code: 200, body: JSON.stringify(file) };
        },
        onResponseError(request, error) {
          senderOf(request).failure = error;
          return undefined;
        },
      }),
  );

  /** An unfinished upload of this account. */
  async function ownUpload(actor: User, id: string): Promise<Upload> {
    const upload = ID.test(id) ? await partOf(id) : undefined;
    if (upload?.metadata?.["owner"] !== actor.id) throw new DomainError("not_found");
    return upload as Upload;
  }

  interface UploadStatus {
    offset: number;
    size: number;
  }

  /** If the response to the last part was lost, the part no longer exists, but the file does. */
  function storedFile(actor: User, id: string): Promise<UploadedFile | undefined> {
    return services.files.unused(actor, id).catch((error: unknown) => {
      if (!isDomainError(error)) throw error;
      return undefined;
    });
  }

  const finishedStatus = ({ size }: UploadedFile): UploadStatus => ({ offset: size, size });

  /** Waits until no request writes this upload, so that the last bytes of a broken connection count too. */
  async function uploadStatus(actor: User, id: string): Promise<UploadStatus> {
    await ownUpload(actor, id);
    return aloneWithPermit(id, actor, async () => {
      const upload = await ownUpload(actor, id);
      const zipped = zipPileOf(upload);
      if (upload.offset !== upload.size) return { offset: upload.offset, size: upload.size ?? 0 };
      if (zipped !== undefined) await piled.acceptZip(upload, actor, zipped);
      else if (isLargeUpload(upload)) await acceptLarge(upload, actor);
      else await accept(upload, actor);
      return { offset: upload.offset, size: upload.size ?? 0 };
    });
  }

  /**
   * The offset of an upload. Another request may accept the last part at the same time, so the stored file is
   * looked up twice.
   */
  async function statusOf(actor: User, id: string): Promise<UploadStatus> {
    const stored = await storedFile(actor, id);
    // If the server was killed after it stored the file, the pile may not have its row yet.
    if (stored && !(await partOf(id))) return finishedStatus(stored);
    const zipSize = ID.test(id) ? await services.piles.zipSize(actor, id) : undefined;
    if (zipSize !== undefined) return { offset: zipSize, size: zipSize };
    const large = await largeSize(services, actor, id);
    if (large !== undefined) return { offset: large, size: large };
    return uploadStatus(actor, id).catch(async (error: unknown) => {
      const accepted = await storedFile(actor, id);
      if (accepted) return finishedStatus(accepted);
      throw error;
    });
  }

  const app = new Hono();
  app.use(refuseQuery);
  // Hono uses the GET handler for HEAD requests.
  app.get("/:id", async (c) => {
    const actor = await signedIn(c);
    const { offset, size } = await statusOf(actor, c.req.param("id"));
    return c.body(null, 200, {
      "tus-resumable": "1.0.0",
      "cache-control": "no-store",
      "upload-offset": String(offset),
      "upload-length": String(size),
    });
  });
  app.get("/:id/shrinking", async (c) => {
    c.header("cache-control", "no-store");
    return c.json(presentLarge(await services.largePdfs.state(await signedIn(c), c.req.param("id"))));
  });
  const speakTus = async (c: Context) => {
    const actor = await signedIn(c);
    const id = c.req.param("id");
    const own = id === undefined ? undefined : await ownUpload(actor, id);
    // A new upload is checked when it is created.
    const maxBytes = own && zipPileOf(own) === undefined ? sizeLimitOf(own) : MAX_ZIP_BYTES;
    checkAnnouncedSize(c);
    if (own && c.req.method === "PATCH") await checkBeginning(own, actor);
    const client = clientOf(c);
    const body = bodies.stream({ ...sentBy(c), actor, client }, MAX_PAPER_BYTES);
    const request = protocolRequest(c, id, body);
    const sender: Sender = { actor, client, maxBytes };
    senders.set(request, sender);
    const response = await tus().handleWeb(request);
    if (sender.failure !== undefined && !request.signal.aborted) {
      const failure = failureOf(sender.failure);
      // The quota refuses an upload after it began, and the pile names this file, too. A refusal that passes is no row.
      if (sender.begun && isDomainError(failure) && failure.code === "invalid_input")
        await piled.refuse(actor, sender.begun, failure);
      throw failure;
    }
    if (response.status >= 400) throw refusal(response.status);
    if (response.status === 200) response.headers.set("content-type", "application/json");
    response.headers.set("cache-control", "no-store");
    return response;
  };
  app.post("/", speakTus);
  app.on(["PATCH", "DELETE"], "/:id", speakTus);

  async function signedIn(c: Context): Promise<User> {
    const actor = await services.accounts.actor(c.req.raw.headers);
    if (!actor) throw new DomainError("sign_in_required");
    return actor;
  }

  return app;
}

/** Returns a function that makes its value on the first call and returns the same value later. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
