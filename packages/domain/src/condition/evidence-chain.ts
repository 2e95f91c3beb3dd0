import { type CheckedLink, type CheckParts, checkLink } from "./evidence-links.ts";

export const EVIDENCE_KINDS = ["photo", "report", "confirmation", "claim", "removal"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** The system removes files after the retention period. */
export const EVIDENCE_AUTHORS = ["renter", "owner", "system"] as const;
export type EvidenceAuthor = (typeof EVIDENCE_AUTHORS)[number];

export const EVIDENCE_PROBLEMS = [
  "order_changed",
  "link_changed",
  "seal_changed",
  "seal_missing",
  "record_changed",
  "record_missing",
  "author_changed",
  "time_changed",
  "agreement_changed",
  "original_changed",
  "original_missing",
  "copy_changed",
  "copy_missing",
  "removal_not_due",
  "removal_unrecorded",
  "timeline_differs",
  "timeline_missing",
] as const;
export type EvidenceProblem = (typeof EVIDENCE_PROBLEMS)[number];

/** A link whose key is unknown here is neither intact nor changed. */
export const EVIDENCE_STATES = ["intact", "changed", "not_checkable"] as const;
export type EvidenceState = (typeof EVIDENCE_STATES)[number];

/** A record's rows as they are now. */
export type FoundSubject = {
  readonly kind: EvidenceKind;
  readonly authorId: string | null;
  readonly authorRole: EvidenceAuthor;
  readonly recordedAt: Date;
  readonly contentSha256: string;
  /** By the format from before keys were used, which covered less. */
  readonly earlierContentSha256: string | null;
  /** What is wrong with its files or with what follows from other records. */
  readonly problems: readonly EvidenceProblem[];
};

/** A hash that an append-only table recorded for a position. Without a seal, it's from before keys were used. */
export type Anchor = { readonly position: number; readonly sha256: string; readonly seal: string | null };

export type Verification = {
  readonly state: EvidenceState;
  readonly links: readonly CheckedLink[];
  /** Positions that were recorded elsewhere and that the chain no longer has. */
  readonly lostPositions: readonly number[];
  /** Photos, reports, confirmations, claims and removals that no link covers. */
  readonly unlinkedIds: readonly string[];
};

/** Recomputes every hash and seal from the stored facts. Each link names its own problems. */
export function verifyChain(stored: CheckParts): Verification {
  const { links, subjects, anchors } = stored;
  const checked = links.map((_, index) => checkLink(stored, index));
  const positions = new Set(links.map(({ position }) => position));
  const covered = new Set(links.map(({ subjectId }) => subjectId));
  const lostPositions = [...new Set(anchors.map(({ position }) => position))]
    .filter((position) => !positions.has(position))
    .sort((one, other) => one - other);
  const unlinkedIds = [...subjects.keys()].filter((id) => !covered.has(id));
  const isChanged = checked.some(({ state }) => state === "changed") || lostPositions.length + unlinkedIds.length > 0;
  const isCheckable = checked.every(({ state }) => state !== "not_checkable");
  return { state: isChanged ? "changed" : isCheckable ? "intact" : "not_checkable", links: checked, lostPositions, unlinkedIds };
}

/** Digits of a hash that a mail shows: enough that nobody can make another record with the same ones. */
export const MAILED_DIGITS = 32;

/** "a1b2 c3d4 …", as mails show a link's hash. */
export const mailedHash = (sha256: string): string =>
  (sha256.slice(0, MAILED_DIGITS).match(/.{4}/g) ?? []).join(" ");

/** The link with this hash, if it and all links before it are as they were written. Null if the chain has none. */
export function positionOfHash(links: readonly CheckedLink[], digits: string): number | null {
  const index = links.findIndex(({ sha256 }) => sha256.startsWith(digits));
  const isUnbroken = links
    .slice(0, index + 1)
    .every(({ problems }) => !problems.includes("link_changed") && !problems.includes("order_changed"));
  return index >= 0 && isUnbroken ? index + 1 : null;
}
