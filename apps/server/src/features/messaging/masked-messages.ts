import { MASKING_VERSION, type MaskedText, maskContacts, maskLatest } from "@nexby/domain/messaging/mask-contacts";
import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { createPauses } from "../../platform/process.ts";
import { messages } from "../../schema/messaging.ts";

type Stored = Pick<
  typeof messages.$inferSelect,
  "senderId" | "content" | "maskedContent" | "maskedKinds" | "maskingVersion"
>;

/** The columns of a message as the rules see it now. Booking events are our own text. */
export const maskedColumns = ({ text, kinds }: MaskedText) => ({
  maskedContent: kinds.length > 0 ? text : null,
  maskedKinds: kinds,
  maskingVersion: MASKING_VERSION,
});

export const UNMASKED = maskedColumns({ text: "", kinds: [] });

/** What the recipient may read before the approval. Made again here only until the job has reached an older message. */
export function maskedText({ senderId, content, maskedContent, maskedKinds, maskingVersion }: Stored): MaskedText {
  if (senderId === null) return { text: content, kinds: [] };
  if (maskingVersion < MASKING_VERSION) return maskContacts(content);
  return { text: maskedContent ?? content, kinds: maskedKinds };
}

/** A person's messages among which a number may be split: one digit each, with a country code. */
const WINDOW = 12;

type Place = { conversationId: string; senderId: string; sequence: number };

/**
 * Masks a message together with the sender's last ones, whose stored text changes if a part of a number is in them. Other
 * requests go on between two messages, because a long one takes milliseconds.
 */
export async function maskWithEarlier(tx: Db, place: Place, content: string): Promise<MaskedText> {
  const { conversationId, senderId, sequence } = place;
  const rows = await tx
    .select({ id: messages.id, content: messages.content })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, senderId),
        lt(messages.sequence, sequence),
      ),
    )
    .orderBy(desc(messages.sequence))
    .limit(WINDOW - 1);
  const earlier = rows.reverse();
  const { latest, changed } = maskLatest(
    earlier.map((row) => row.content),
    content,
  );
  const masked: Masked[] = [];
  const pause = createPauses();
  for (const { index, mask } of changed) {
    await pause();
    const row = earlier[index];
    if (row) masked.push({ id: row.id, ...mask() });
  }
  await storeMasked(tx, masked);
  return latest;
}

type Masked = MaskedText & { id: string };

async function storeMasked(tx: Db, changed: readonly Masked[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map((one) => {
    const { maskedContent, maskedKinds } = maskedColumns(one);
    return sql`(${one.id}::uuid, ${maskedContent}::text, ${sql.param(maskedKinds)}::text[])`;
  });
  await tx.execute(sql`
    update messages set masked_content = made.content, masked_kinds = made.kinds, masking_version = ${MASKING_VERSION}
    from (values ${sql.join(rows, sql`, `)}) as made (id, content, kinds)
    where messages.id = made.id`);
}

const CONVERSATIONS_A_RUN = 50;
const MESSAGES_A_RUN = 500;

/** Masks messages that were stored under older rules, a bounded number at a time. */
export async function maskOlderMessages(db: Db): Promise<void> {
  const isOlder = lt(messages.maskingVersion, MASKING_VERSION);
  const found = await db
    .select({ conversationId: messages.conversationId })
    .from(messages)
    .where(isOlder)
    .groupBy(messages.conversationId)
    .limit(CONVERSATIONS_A_RUN);
  const pause = createPauses();
  for (const { conversationId } of found) {
    const rows = await db
      .select({ id: messages.id, senderId: messages.senderId, sequence: messages.sequence, content: messages.content })
      .from(messages)
      .where(and(isOlder, eq(messages.conversationId, conversationId)))
      .orderBy(asc(messages.sequence))
      .limit(MESSAGES_A_RUN);
    for (const { id, senderId, sequence, content } of rows) {
      await pause();
      const masked =
        senderId === null
          ? { text: content, kinds: [] }
          : await maskWithEarlier(db, { conversationId, senderId, sequence }, content);
      await storeMasked(db, [{ id, ...masked }]);
    }
  }
}
