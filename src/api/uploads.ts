import { MAX_PAPER_BYTES } from "../shared/file-limits.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Server, type Upload } from "@tus/server";
import { type Context, Hono } from "hono";
import { DomainError, isDomainError } from "../shared/errors.ts";
import type { User } from "../shared/policy.ts";
import { type Client, randomKey } from "../server/platform/index.ts";
import type { UploadedFile } from "../server/files/index.ts";
import { type Bodies, sentBy } from "./bodies/bodies.ts";
import type { ApiContext } from "./resource-operations.ts";
import { type OpenUpload, UploadParts } from "./upload-parts.ts";
import { failureOf, protocolRequest, refusal, refuseQuery, UPLOADS } from "./upload-protocol.ts";

export interface UploadsOptions extends Pick<ApiContext, "services"> {
  /**
   * The folder with the parts of unfinished uploads. Several servers must share it, or always serve the same
   * person from the same server.
   */
  folder: string;
  clientOf: (c: Context) => Client;
  bodies: Pick<Bodies, "stream">;
}

interface Sender {
  actor: User;
  client: Client;
  /** An error to throw, so that all error responses are made in one place. */
  failure?: unknown;
}

/** How many unfinished uploads an account can have. */
const MAX_OPEN = 10;
/** If an upload gets no byte for this time, in ms, another upload of the same account can replace it. */
const RESTING = 3_600_000;

/**
 * Resumable uploads with the tus protocol (https://tus.io/protocols/resumable-upload, version 1.0.0). An
 * upload survives any number of broken connections. The response to the last part describes the uploaded
 * file, whose key is the upload's id.
 */
export function createUploads({ services, folder, clientOf, bodies }: UploadsOptions) {
  const senders = new WeakMap<object, Sender>();
  const senderOf = (request: object): Sender => {
    const sender = senders.get(request);
    if (!sender) throw new DomainError("sign_in_required");
    return sender;
  };
  // The store is created with the first upload, so that the server can start without the folder.
  const parts = once(() => new UploadParts(folder, admit));
  const locker = services.uploadLocks;

  /** Runs a task under the lock of an id, across all processes. */
  async function alone<T>(id: string, task: () => Promise<T>): Promise<T> {
    const lock = locker.newLock(id);
    await lock
      .lock(new AbortController().signal, () => {})
      .catch((failure: unknown) => {
        throw failureOf(failure);
      });
    try {
      return await task();
    } finally {
      await lock.unlock();
    }
  }

  /**
   * Limits unfinished uploads: their bytes count towards the owner's quota, and the eleventh upload replaces
   * an idle one.
   */
  async function admit(upload: Upload, create: () => Promise<Upload>): Promise<Upload> {
    const owner = upload.metadata?.["owner"] ?? "";
    // With the lock, the count is correct even if a person starts several uploads at once in several
    // processes.
    return alone(`owner ${owner}`, async () => {
      const open = await makePlace(await parts().openOf(owner));
      const sizes = [upload, ...open].map(({ size }) => size ?? MAX_PAPER_BYTES);
      await services.files.fits(
        owner,
        sizes.reduce((sum, one) => sum + one, 0),
      );
      return create();
    });
  }

  /**
   * @param open a person's unfinished uploads
   * @returns the uploads without the replaced one
   * @throws DomainError too_many_requests
   */
  async function makePlace(open: OpenUpload[]): Promise<OpenUpload[]> {
    const [resting, ...others] = open.toSorted((a, b) => a.writtenAt - b.writtenAt);
    if (!resting || open.length < MAX_OPEN) return open;
    if (Date.now() - resting.writtenAt < RESTING)
      throw new DomainError("too_many_requests", { retryAfter: RESTING / 1_000 });
    await parts().remove(resting.id);
    return others;
  }

  /**
   * Checks and stores a complete upload under its lock. A refused file is removed. If the check can't run
   * now, the bytes are kept for the next attempt.
   */
  async function accept(upload: Upload, actor: User): Promise<UploadedFile> {
    try {
      const read = () => readFile(join(folder, upload.id));
      const file = await services.files.accept(actor, read, upload.metadata?.["filename"] ?? "", upload.id);
      await parts().remove(upload.id);
      return file;
    } catch (error) {
      if (isDomainError(error) && error.code === "invalid_input")
        await parts()
          .remove(upload.id)
          .catch(() => {});
      throw error;
    }
  }

  /** Accepts an upload after its last part, unless a status request has already accepted it. */
  function finish({ id }: Upload, actor: User): Promise<UploadedFile> {
    return alone(id, async () => {
      const upload = await parts()
        .getUpload(id)
        .catch(() => undefined);
      if (upload) return accept(upload, actor);
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
        locker,
        relativeLocation: true,
        maxSize: MAX_PAPER_BYTES,
        allowedOrigins: [],
        namingFunction: randomKey,
        async onUploadCreate(request, upload) {
          const { actor, client } = senderOf(request);
          await services.files.begin(actor, client);
          return { metadata: { filename: upload.metadata?.["filename"] ?? null, owner: actor.id } };
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
    const upload = /^[0-9a-f]{32}$/.test(id)
      ? await parts()
          .getUpload(id)
          .catch(() => undefined)
      : undefined;
    if (upload?.metadata?.["owner"] !== actor.id) throw new DomainError("not_found");
    return upload as Upload;
  }

  interface Standing {
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

  const standingOf = ({ size }: UploadedFile): Standing => ({ offset: size, size });

  /** Waits until no request writes this upload, so that the last bytes of a broken connection count too. */
  async function uploadStanding(actor: User, id: string): Promise<Standing> {
    await ownUpload(actor, id);
    return alone(id, async () => {
      const upload = await ownUpload(actor, id);
      if (upload.offset === upload.size) await accept(upload, actor);
      return { offset: upload.offset, size: upload.size ?? 0 };
    });
  }

  /**
   * The offset of an upload. Another request may accept the last part at the same time, so the stored file is
   * looked up twice.
   */
  async function standing(actor: User, id: string): Promise<Standing> {
    const stored = await storedFile(actor, id);
    if (stored) return standingOf(stored);
    return uploadStanding(actor, id).catch(async (error: unknown) => {
      const accepted = await storedFile(actor, id);
      if (accepted) return standingOf(accepted);
      throw error;
    });
  }

  const app = new Hono();
  app.use(refuseQuery);
  // Hono uses the GET handler for HEAD requests.
  app.get("/:id", async (c) => {
    const actor = await signedIn(c);
    const { offset, size } = await standing(actor, c.req.param("id"));
    return c.body(null, 200, {
      "tus-resumable": "1.0.0",
      "cache-control": "no-store",
      "upload-offset": String(offset),
      "upload-length": String(size),
    });
  });
  const speakTus = async (c: Context) => {
    const actor = await signedIn(c);
    const id = c.req.param("id");
    if (id !== undefined) await ownUpload(actor, id);
    const bytes = Number(c.req.header("upload-length") ?? c.req.header("content-length") ?? 0);
    if (bytes > MAX_PAPER_BYTES) throw new DomainError("too_large", { limit: "paper" });
    const client = clientOf(c);
    const body = bodies.stream({ ...sentBy(c), actor, client }, MAX_PAPER_BYTES);
    const request = protocolRequest(c, id, body);
    const sender: Sender = { actor, client };
    senders.set(request, sender);
    const response = await tus().handleWeb(request);
    if (sender.failure !== undefined && !request.signal.aborted) throw failureOf(sender.failure);
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
