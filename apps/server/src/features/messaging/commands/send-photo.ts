import { createHash } from "node:crypto";
import { areContactsReadable } from "@nexby/domain/messaging/conversations";
import { PRIVATE_FOLDER, type StoragePort } from "../../../adapters/storage/storage.port.ts";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { ReceivedFile } from "../../../platform/http/uploads.ts";
import { newId } from "../../../platform/ids.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import { messagePhotos } from "../../../schema/messaging.ts";
import { copyPhoto, deleteFiles, type FileKind, readFile, storeFiles } from "../../photos/public.ts";
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
const PHOTO_FILE = "photo.webp";

/** Stores a photo as a message, once. */
export async function sendPhoto({ db, storage }: Deps, viewer: Viewer, sent: NewPhoto): Promise<ShownMessage> {
  const id = sent.messageId.toLowerCase();
  const sha256 = createHash("sha256").update(sent.file.bytes).digest("hex");
  const before = await getConversation(db, viewer.id, sent.conversationId);
  const stored = await findSame(db, viewer, sent, { id, sha256 });
  if (stored) return stored;
  // Checked before the work of reading the photo, and again under the lock.
  assertMaySendPhoto(before, await readClock(db));
  const made = await copyPhoto(sent.file.bytes, viewer.id);
  const attemptId = newId();
  const key = `${PRIVATE_FOLDER}/messages/${attemptId}`;
  const files = [{ name: PHOTO_FILE, bytes: made.copy }];
  return storeFiles({ db, storage }, MESSAGE_FILES, { id: attemptId, key, files }, (keepFiles) =>
    db.transaction(async (tx) => {
      const shown = await lockForSender(tx, viewer, sent.conversationId);
      const same = await findSame(tx, viewer, sent, { id, sha256 });
      if (same) return same;
      const createdAt = await readClock(tx);
      assertMaySendPhoto(shown, createdAt);
      await keepFiles(tx);
      const message = { id, senderId: viewer.id, messageType: "photo" as const, content: CONTENT, createdAt };
      const added = await appendMessage(tx, shown.conversation, message);
      const { width, height, placeholder } = made;
      const photo = { filesKey: key, width, height, placeholder };
      await tx.insert(messagePhotos).values({ messageId: id, sha256, ...photo });
      return { ...added, photo };
    }),
  );
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

export const MESSAGE_FILES: FileKind = {
  deletionJob: DELETE_MESSAGE_FILES,
  entityType: "message_photo",
  isInUse: (db, { key }) => isFilesKeyInUse(db, key),
};

/** Deletes the file of a photo that was not sent after all. */
export const deleteMessageFiles = (deps: Deps): JobHandler => deleteFiles(deps, MESSAGE_FILES);

export async function readMessagePhoto({ db, storage }: Deps, viewer: Viewer, sent: Omit<NewPhoto, "file">) {
  // Admins see the photos of a reported conversation, except of their own.
  const found = viewer.isAdmin ? await findReported(db, sent.conversationId) : null;
  const reported = found && !isInvolved(found, viewer.id) ? found : null;
  const { conversation } = reported ?? (await getConversation(db, viewer.id, sent.conversationId));
  const message = await findMessage(db, sent.messageId);
  const isThere = message?.conversationId === conversation.id && message.photo;
  const file = isThere ? await readFile(storage, `${isThere.filesKey}/${PHOTO_FILE}`) : null;
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
  return file;
}
