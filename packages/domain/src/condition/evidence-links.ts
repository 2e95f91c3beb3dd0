export const EVIDENCE_KINDS = ["photo", "report", "confirmation", "claim", "removal", "return"] as const;
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
  /** Problems of its files, or of facts that follow from other records. */
  readonly problems: readonly EvidenceProblem[];
};

/** A hash that an append-only table recorded for a position. Without a seal, it's from before keys were used. */
export type Anchor = { readonly position: number; readonly sha256: string; readonly seal: string | null };

/** SHA-256 of a text as UTF-8, in lower-case hex. A parameter, because browser and server have different ones. */
type Sha256 = (text: string) => string;

/** A key that isn't in the database. `seal` returns an HMAC in hex; `fingerprint` names the key without revealing it. */
export type EvidenceKey = { readonly fingerprint: string; readonly seal: (text: string) => string };

/** The contents of a link, besides its place in the chain. */
type Evidence = {
  readonly id: string;
  readonly bookingId: string;
  readonly kind: EvidenceKind;
  /** The photo, report, confirmation, claim or removal. */
  readonly subjectId: string;
  /** Null for the system. */
  readonly authorId: string | null;
  readonly authorRole: EvidenceAuthor;
  readonly recordedAt: Date;
  /** SHA-256 of everything the subject's rows say, including the hashes of a photo's files. */
  readonly contentSha256: string;
};

export type EvidenceLink = Evidence & {
  /** From 1, without gaps. */
  readonly position: number;
  /** The hash of the link before it; `GENESIS` for the first. */
  readonly previousSha256: string;
  /** Names the key of the seal. Null in links from before keys were used. */
  readonly keyFingerprint: string | null;
  readonly sha256: string;
  /** HMAC of the hash in its place. Nobody can make it without the key. */
  readonly seal: string | null;
};

const GENESIS = "0".repeat(64);

/** Changing a format would break the hash of every stored link. */
const FIRST_FORMAT = "nexby-evidence-1";
const FORMAT = "nexby-evidence-2";

type Unhashed = Omit<EvidenceLink, "sha256" | "seal">;

/** The same facts always give the same text: fixed order, and JSON keeps the fields apart. */
function linkText(link: Unhashed): string {
  const place = [link.bookingId, link.position, link.kind, link.subjectId, link.authorId, link.authorRole];
  const content = [link.recordedAt.toISOString(), link.contentSha256, link.previousSha256];
  return link.keyFingerprint === null
    ? JSON.stringify([FIRST_FORMAT, ...place, ...content])
    : JSON.stringify([FORMAT, link.id, ...place, ...content, link.keyFingerprint]);
}

const sealText = ({ bookingId, position, sha256 }: Pick<EvidenceLink, "bookingId" | "position" | "sha256">): string =>
  JSON.stringify([FORMAT, "seal", bookingId, position, sha256]);

type Head = Pick<EvidenceLink, "position" | "sha256">;

export function nextLink(head: Head | null, evidence: Evidence, key: EvidenceKey, sha256: Sha256): EvidenceLink {
  const unhashed = {
    ...evidence,
    position: (head?.position ?? 0) + 1,
    previousSha256: head?.sha256 ?? GENESIS,
    keyFingerprint: key.fingerprint,
  };
  const hashed = { ...unhashed, sha256: sha256(linkText(unhashed)) };
  return { ...hashed, seal: key.seal(sealText(hashed)) };
}

/** Since when links have a seal. Links without one can only be older. */
export type SealedSince = Date | "unknown_key" | null;

export type CheckParts = {
  readonly bookingId: string;
  /** Ordered by position. */
  readonly links: readonly EvidenceLink[];
  readonly subjects: ReadonlyMap<string, FoundSubject>;
  readonly anchors: readonly Anchor[];
  readonly sealedSince: SealedSince;
  readonly findKey: (fingerprint: string) => EvidenceKey | null;
  readonly sha256: Sha256;
};

export type CheckedLink = EvidenceLink & {
  readonly state: EvidenceState;
  readonly problems: readonly EvidenceProblem[];
};

export function checkLink(stored: CheckParts, index: number): CheckedLink {
  const { links, subjects } = stored;
  const link = links[index];
  if (!link) throw new Error(`The chain has no link ${index}`);
  const seal = checkSeal(stored, index, link);
  const problems = [
    ...problemsOfPlace(stored, index, link),
    ...seal.problems,
    ...problemsOfSubject(link, subjects.get(link.subjectId)),
    ...problemsOfAnchors(stored, link),
  ];
  const state = problems.length > 0 ? "changed" : seal.isCheckable ? "intact" : "not_checkable";
  return { ...link, state, problems };
}

function problemsOfPlace({ bookingId, links, sha256 }: CheckParts, index: number, link: EvidenceLink) {
  const isInOrder = link.position === index + 1 && link.previousSha256 === (links[index - 1]?.sha256 ?? GENESIS);
  const isSame = link.bookingId === bookingId && link.sha256 === sha256(linkText(link));
  return [...only("order_changed", !isInOrder), ...only("link_changed", !isSame)];
}

const only = (problem: EvidenceProblem, isFound: boolean): EvidenceProblem[] => (isFound ? [problem] : []);

type SealCheck = { readonly problems: readonly EvidenceProblem[]; readonly isCheckable: boolean };

function checkSeal({ links, findKey, sealedSince }: CheckParts, index: number, link: EvidenceLink): SealCheck {
  if (link.keyFingerprint === null && link.seal === null) {
    const isAfterSealed = links.slice(0, index).some(({ keyFingerprint }) => keyFingerprint !== null);
    if (sealedSince === "unknown_key" && !isAfterSealed) return { problems: [], isCheckable: false };
    const isEarlier = sealedSince instanceof Date && link.recordedAt < sealedSince;
    return { problems: only("seal_missing", isAfterSealed || !isEarlier), isCheckable: true };
  }
  const key = link.keyFingerprint === null ? null : findKey(link.keyFingerprint);
  if (link.keyFingerprint !== null && link.seal !== null && !key) return { problems: [], isCheckable: false };
  return { problems: only("seal_changed", !key || link.seal !== key.seal(sealText(link))), isCheckable: true };
}

function problemsOfSubject(link: EvidenceLink, subject: FoundSubject | undefined): EvidenceProblem[] {
  if (!subject) return ["record_missing"];
  const content = link.keyFingerprint === null ? subject.earlierContentSha256 : subject.contentSha256;
  return [
    ...only("record_changed", subject.kind !== link.kind || content !== link.contentSha256),
    ...only("author_changed", subject.authorId !== link.authorId || subject.authorRole !== link.authorRole),
    ...only("time_changed", subject.recordedAt.getTime() !== link.recordedAt.getTime()),
    ...subject.problems,
  ];
}

/** Every sealed link was recorded elsewhere, too. Before keys were used, only some were. */
function problemsOfAnchors({ anchors }: CheckParts, { position, sha256, seal }: EvidenceLink): EvidenceProblem[] {
  const own = anchors.filter((anchor) => anchor.position === position);
  const isSame = own.every(
    (anchor) => anchor.sha256 === sha256 && (anchor.seal === null || seal === null || anchor.seal === seal),
  );
  if (!isSame) return ["timeline_differs"];
  return only("timeline_missing", seal !== null && !own.some((anchor) => anchor.seal === seal));
}
