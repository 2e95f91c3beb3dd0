import type { EvidenceKind } from "./evidence-links.ts";

/** A row as it is stored, by the names of its columns. */
type Row = Readonly<Record<string, unknown>>;

/** Rows of a table that belong to a record, in a fixed order. */
export type RecordRows = readonly (readonly [table: string, rows: readonly Row[]])[];

/**
 * The text that a link's content hash covers: every column of every row of the record. Empty columns are left out, so
 * that a column added later doesn't change what earlier links cover. Filling one in later is noticed.
 */
export const recordContent = (kind: EvidenceKind, rows: RecordRows): string =>
  JSON.stringify(["nexby-evidence-2", kind, rows.map(([table, list]) => [table, list.map(stableRow)])]);

/** Fields in alphabetical order, also inside of JSON columns. Times as text in UTC. */
function stableRow(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(stableRow);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(
    fields.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, one]) => [name, stableRow(one)]),
  );
}

/** The format of links from before keys were used. Changing it would break the hash of stored links. */
const FIRST_FORMAT = "nexby-evidence-1";

type Field = string | number | boolean | null;

const contentText = (kind: EvidenceKind, fields: readonly Field[]): string =>
  JSON.stringify([FIRST_FORMAT, kind, ...fields]);

/** The contents of a photo's rows. The order is part of the format. */
type PhotoContent = {
  readonly stage: string;
  readonly shot: string | null;
  readonly filename: string;
  readonly fileSize: number;
  readonly mimeType: string;
  readonly originalSha256: string;
  readonly copySha256: string;
};

export const photoContent = (photo: PhotoContent): string =>
  contentText("photo", [
    photo.stage,
    photo.shot,
    photo.filename,
    photo.fileSize,
    photo.mimeType,
    photo.originalSha256,
    photo.copySha256,
  ]);

type ReportContent = {
  readonly phase: string;
  readonly condition: string;
  readonly notes: string | null;
  /** In the order the person chose. */
  readonly photoIds: readonly string[];
  readonly marks: readonly { readonly description: string; readonly photoId: string | null }[];
  /** In the kit's order. Null or absent if its author didn't count them. */
  readonly pieces?: readonly { readonly name: string; readonly count: number }[] | null;
  /** Null or absent if its author entered none. */
  readonly photoCode?: string | null;
  readonly photoCodeShownAt?: Date | null;
};

export const reportContent = ({ phase, condition, notes, photoIds, marks, ...report }: ReportContent): string =>
  contentText("report", [
    phase,
    condition,
    notes,
    photoIds.length,
    ...photoIds,
    ...marks.flatMap(({ description, photoId }) => [description, photoId]),
    ...piecesContent(report),
    ...codeContent(report),
  ]);

/** Reports without a count keep their hash. A number in a description's place is where the marks end. */
const piecesContent = ({ pieces }: Pick<ReportContent, "pieces">): Field[] =>
  pieces ? [pieces.length, ...pieces.flatMap(({ name, count }) => [name, count])] : [];

/** Reports without a code keep their hash. `true` in place of a description or count is where the rest ends. */
const codeContent = ({
  photoCode,
  photoCodeShownAt,
}: Pick<ReportContent, "photoCode" | "photoCodeShownAt">): Field[] =>
  photoCode ? [true, photoCode, photoCodeShownAt?.toISOString() ?? null] : [];

/** A person confirms everything up to and including the link with this hash. */
export const confirmationContent = (phase: string, headSha256: string): string =>
  contentText("confirmation", [phase, headSha256]);

type ClaimContent = {
  readonly damageType: string;
  readonly severity: string;
  readonly description: string;
  readonly claimedCents: number;
  /** In the order the owner chose. */
  readonly photoIds: readonly string[];
};

export const claimContent = ({ damageType, severity, description, claimedCents, photoIds }: ClaimContent): string =>
  contentText("claim", [damageType, severity, description, claimedCents, photoIds.length, ...photoIds]);
