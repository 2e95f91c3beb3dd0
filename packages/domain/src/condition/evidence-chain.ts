export const EVIDENCE_KINDS = ["photo", "report", "confirmation", "claim"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** SHA-256 of a text as UTF-8, in lower-case hex. A parameter, because browser and server have different ones. */
type Sha256 = (text: string) => string;

/** What a link says besides its place in the chain. */
type Evidence = {
  readonly bookingId: string;
  readonly kind: EvidenceKind;
  /** The photo, report, confirmation or claim. */
  readonly subjectId: string;
  readonly authorId: string;
  readonly authorRole: "renter" | "owner";
  readonly recordedAt: Date;
  /** SHA-256 of everything the subject's rows say, including the hashes of a photo's files. */
  readonly contentSha256: string;
};

export type EvidenceLink = Evidence & {
  /** From 1, without gaps. */
  readonly position: number;
  /** The hash of the link before it; `GENESIS` for the first. */
  readonly previousSha256: string;
  readonly sha256: string;
};

const GENESIS = "0".repeat(64);

/** Changing it would break the hash of every stored link. */
const FORMAT = "nexby-evidence-1";

/** The same facts always give the same text: fixed order, and JSON keeps the fields apart. */
const linkText = (link: Omit<EvidenceLink, "sha256">): string =>
  JSON.stringify([
    FORMAT,
    link.bookingId,
    link.position,
    link.kind,
    link.subjectId,
    link.authorId,
    link.authorRole,
    link.recordedAt.toISOString(),
    link.contentSha256,
    link.previousSha256,
  ]);

type Head = Pick<EvidenceLink, "position" | "sha256">;

export function nextLink(head: Head | null, evidence: Evidence, sha256: Sha256): EvidenceLink {
  const placed = { ...evidence, position: (head?.position ?? 0) + 1, previousSha256: head?.sha256 ?? GENESIS };
  return { ...placed, sha256: sha256(linkText(placed)) };
}

type Field = string | number | boolean | null;

/** What a photo's rows say. The order is part of the format. */
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

const contentText = (kind: EvidenceKind, fields: readonly Field[]): string => JSON.stringify([FORMAT, kind, ...fields]);

export const EVIDENCE_PROBLEMS = [
  "order_changed",
  "link_changed",
  "record_changed",
  "record_missing",
  "original_changed",
  "original_missing",
  "copy_changed",
  "copy_missing",
  "timeline_differs",
] as const;
export type EvidenceProblem = (typeof EVIDENCE_PROBLEMS)[number];

type CheckedLink = EvidenceLink & { readonly problems: readonly EvidenceProblem[] };

/** The subject's content hash as computed from its rows now, and what is wrong with its files. */
export type FoundSubject = { readonly contentSha256: string; readonly problems: readonly EvidenceProblem[] };

/** A hash that the append-only timeline recorded for a position. */
export type Anchor = { readonly position: number; readonly sha256: string };

export type Verification = {
  readonly isIntact: boolean;
  readonly links: readonly CheckedLink[];
  /** Positions on the timeline that the chain no longer has. */
  readonly lostPositions: readonly number[];
  /** Photos and reports that no link covers. */
  readonly unlinkedIds: readonly string[];
};

type Stored = {
  readonly bookingId: string;
  /** Ordered by position. */
  readonly links: readonly EvidenceLink[];
  readonly subjects: ReadonlyMap<string, FoundSubject>;
  readonly anchors: readonly Anchor[];
};

/** Recomputes every hash from the stored facts. Each link names its own problems. */
export function verifyChain({ bookingId, links, subjects, anchors }: Stored, sha256: Sha256): Verification {
  const anchorOf = new Map(anchors.map((anchor) => [anchor.position, anchor.sha256]));
  const checked = links.map((link, index): CheckedLink => {
    const before = links[index - 1];
    const subject = subjects.get(link.subjectId);
    const anchor = anchorOf.get(link.position);
    const isInOrder = link.position === index + 1 && link.previousSha256 === (before?.sha256 ?? GENESIS);
    const isSame = link.bookingId === bookingId && link.sha256 === sha256(linkText(link));
    const problems: EvidenceProblem[] = [
      ...(isInOrder ? [] : (["order_changed"] as const)),
      ...(isSame ? [] : (["link_changed"] as const)),
      ...(subject ? [] : (["record_missing"] as const)),
      ...(subject && subject.contentSha256 !== link.contentSha256 ? (["record_changed"] as const) : []),
      ...(subject?.problems ?? []),
      ...(anchor !== undefined && anchor !== link.sha256 ? (["timeline_differs"] as const) : []),
    ];
    return { ...link, problems };
  });
  const positions = new Set(links.map(({ position }) => position));
  const covered = new Set(links.map(({ subjectId }) => subjectId));
  const lostPositions = anchors.map(({ position }) => position).filter((position) => !positions.has(position));
  const unlinkedIds = [...subjects.keys()].filter((id) => !covered.has(id));
  const isIntact =
    checked.every(({ problems }) => problems.length === 0) && lostPositions.length === 0 && unlinkedIds.length === 0;
  return { isIntact, links: checked, lostPositions, unlinkedIds };
}
