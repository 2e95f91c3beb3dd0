import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { HOUR } from "@nexby/domain/kernel/duration";
import { areContactsReadable } from "@nexby/domain/messaging/conversations";
import { PRIVATE_FOLDER, StorageFull, type StoragePort } from "../../../adapters/storage/storage.port.ts";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { ReceivedFile } from "../../../platform/http/uploads.ts";
import { newId } from "../../../platform/ids.ts";
import { fullWebp, inImageQueue, placeholderOf, readPhoto } from "../../../platform/images.ts";
import { cancelJobs, enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import { messagePhotos } from "../../../schema/messaging.ts";
import { appendMessage } from "../append-message.ts";
import { getConversation, type ShownConversation } from "../conversations.queries.ts";
import { findMessage, isFilesKeyInUse, type ShownMessage } from "../messages.queries.ts";
import { assertMayWrite, isInvolved } from "../messaging.policy.ts";
import { findReported } from "../reported-conversations.queries.ts";
import { lockForSender, sameOrThrow } from "./send-message.ts";

export const DELETE_MESSAGE_FILES = "delete_message_files";

type Deps = { db: Db; storage: StoragePort };
type NewPhoto = { conversationId: string; messageId: string; file: ReceivedFile };

const CONTENT = "Photo";
const NOT_YET = "You can send photos once the booking is approved";
const fileOf = (filesKey: string) => `${filesKey}/photo.webp`;

/**
 * Stores a photo as a message, once. A job that deletes the file is enqueued before it is stored and canceled in the
 * transaction that inserts the rows, so an interruption leaves neither.
 */
export async function sendPhoto({ db, storage }: Deps, viewer: Viewer, sent: NewPhoto): Promise<ShownMessage> {
  const id = sent.messageId.toLowerCase();
  const sha256 = createHash("sha256").update(sent.file.bytes).digest("hex");
  const before = await getConversation(db, viewer.id, sent.conversationId);
  const stored = await findSame(db, viewer, sent, { id, sha256 });
  if (stored) return stored;
  // Checked before the work of reading the photo, and again under the lock.
  assertMaySendPhoto(before, await readClock(db));
  const made = await copyOf(sent.file.bytes, viewer.id);
  const attemptId = newId();
  const filesKey = `${PRIVATE_FOLDER}/messages/${attemptId}`;
  await scheduleRemoval(db, attemptId, filesKey);
  await put(storage, fileOf(filesKey), made.copy);
  return db.transaction(async (tx) => {
    const shown = await lockForSender(tx, viewer, sent.conversationId);
    const same = await findSame(tx, viewer, sent, { id, sha256 });
    if (same) return same;
    const createdAt = await readClock(tx);
    assertMaySendPhoto(shown, createdAt);
    if (!(await cancelJobs(tx, { type: DELETE_MESSAGE_FILES, entityId: attemptId }))) {
      throw new AppError("service_unavailable");
    }
    const message = { id, senderId: viewer.id, messageType: "photo" as const, content: CONTENT, createdAt };
    const added = await appendMessage(tx, shown.conversation, message);
    const { width, height, placeholder } = made;
    const photo = { filesKey, width, height, placeholder };
    await tx.insert(messagePhotos).values({ messageId: id, sha256, ...photo });
    return { ...added, photo };
  });
}

/** Pictures can't be masked, so they wait for the approval like contact details. */
function assertMaySendPhoto(shown: ShownConversation, now: Date): void {
  assertMayWrite(shown, now);
  if (!areContactsReadable(shown.booking?.status ?? null)) throw new AppError("action_not_allowed", NOT_YET);
}

async function findSame(db: Db, viewer: Viewer, sent: NewPhoto, { id, sha256 }: { id: string; sha256: string }) {
  const stored = await findMessage(db, id);
  if (!stored) return null;
  const { photoSha256, ...message } = stored;
  if (photoSha256 !== sha256) throw new AppError("id_reused");
  return sameOrThrow(message, viewer, { ...sent, content: CONTENT, messageType: "photo" });
}

/** Decoded to pixels and encoded again, so nothing but the picture remains. */
const copyOf = (bytes: Buffer, person: string) =>
  inImageQueue(
    async () => {
      const picture = await readPhoto(bytes);
      const { width, height } = picture;
      return { copy: await fullWebp(picture), width, height, placeholder: await placeholderOf(picture) };
    },
    { person },
  );

async function put(storage: StoragePort, key: string, content: Buffer): Promise<void> {
  try {
    await storage.put(key, { content, size: content.length });
  } catch (error) {
    throw new AppError(error instanceof StorageFull ? "storage_full" : "service_unavailable", undefined, {
      cause: error,
    });
  }
}

async function scheduleRemoval(db: Db, attemptId: string, key: string): Promise<void> {
  const at = new Date((await readClock(db)).getTime() + HOUR);
  const job = { type: DELETE_MESSAGE_FILES, entityType: "message_photo", entityId: attemptId };
  await enqueueJob(db, { ...job, at, payload: { key } });
}

/** Deletes the file of a photo that was not sent after all. */
export const deleteMessageFiles = ({ db, storage }: Deps): JobHandler => ({
  run: async ({ payload }) => {
    const key = String(payload.key);
    if (!(await isFilesKeyInUse(db, key))) await storage.removeAll(key);
  },
});

export async function readMessagePhoto({ db, storage }: Deps, viewer: Viewer, sent: Omit<NewPhoto, "file">) {
  // Admins see the photos of a reported conversation, except of their own.
  const found = viewer.isAdmin ? await findReported(db, sent.conversationId) : null;
  const reported = found && !isInvolved(found, viewer.id) ? found : null;
  const { conversation } = reported ?? (await getConversation(db, viewer.id, sent.conversationId));
  const message = await findMessage(db, sent.messageId);
  const isThere = message?.conversationId === conversation.id && message.photo;
  const file = isThere ? await storage.open(fileOf(isThere.filesKey)) : null;
  if (!file) throw new AppError("not_found", "Photo not found");
  // Recorded before it is sent, like reading the messages.
  if (reported) {
    const about = {
      entityType: "conversation",
      entityId: conversation.id,
      details: { messageId: message?.id ?? null },
    };
    await recordAudit(db, { actorId: viewer.id, action: "conversation_photo_viewed", ...about });
  }
  return buffer(file.content);
}
