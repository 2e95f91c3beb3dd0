import { type CheckedLink, type CheckParts, checkLink, type EvidenceState } from "./evidence-links.ts";

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
  return {
    state: isChanged ? "changed" : isCheckable ? "intact" : "not_checkable",
    links: checked,
    lostPositions,
    unlinkedIds,
  };
}

/** Digits of a hash that a mail shows: enough that nobody can make another record with the same ones. */
export const MAILED_DIGITS = 32;

/** "a1b2 c3d4 …", as mails show a link's hash. */
export const mailedHash = (sha256: string): string => (sha256.slice(0, MAILED_DIGITS).match(/.{4}/g) ?? []).join(" ");

/** The link with this hash, if it and all links before it are as they were written. Null if the chain has none. */
export function positionOfHash(links: readonly CheckedLink[], digits: string): number | null {
  const index = links.findIndex(({ sha256 }) => sha256.startsWith(digits));
  const isUnbroken = links
    .slice(0, index + 1)
    .every(({ problems }) => !problems.includes("link_changed") && !problems.includes("order_changed"));
  return index >= 0 && isUnbroken ? index + 1 : null;
}
