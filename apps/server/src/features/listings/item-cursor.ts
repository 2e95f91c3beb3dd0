/** The place in the list after which the next page begins. */
export type ItemPlace = { createdAt: Date; id: string };

/** At most 14 digits: that is the year 5138, and the database reads no year of more than four digits. */
const CURSOR = /^(\d{1,14})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function encodeCursor({ createdAt, id }: ItemPlace): string {
  return Buffer.from(`${createdAt.getTime()}_${id}`).toString("base64url");
}

/** Undefined when the text was not made by `encodeCursor`. */
export function decodeCursor(cursor: string): ItemPlace | undefined {
  const [, time, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  return time && id ? { createdAt: new Date(Number(time)), id } : undefined;
}
