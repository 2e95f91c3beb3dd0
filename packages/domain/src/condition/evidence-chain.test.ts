import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  confirmationContent,
  type EvidenceLink,
  type FoundSubject,
  nextLink,
  photoContent,
  reportContent,
  verifyChain,
} from "./evidence-chain.ts";
import { agreedAt, knownMarks } from "./item-passport.ts";

/** The rules only need a hash that differs for different texts. This is FNV-1a with 64 bits. */
function sha256(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < text.length; at += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(64, "0");
}

const BOOKING = "0190a0a0-0000-7000-8000-000000000001";
const START = new Date("2026-11-20T12:00:00Z").getTime();

/** A chain of photos whose contents are these texts. */
function chainOf(contents: readonly string[]) {
  const links: EvidenceLink[] = [];
  for (const [index, content] of contents.entries()) {
    const author = { authorId: `person ${index % 2}`, authorRole: index % 2 ? "owner" : "renter" } as const;
    const recordedAt = new Date(START + index * 1000);
    const evidence = { bookingId: BOOKING, kind: "photo", subjectId: `photo ${index}`, ...author, recordedAt } as const;
    links.push(nextLink(links.at(-1) ?? null, { ...evidence, contentSha256: sha256(content) }, sha256));
  }
  const subjects = new Map<string, FoundSubject>(
    contents.map((content, index) => [`photo ${index}`, { contentSha256: sha256(content), problems: [] }]),
  );
  const anchors = links.map(({ position, sha256: hash }) => ({ position, sha256: hash }));
  return { bookingId: BOOKING, links, subjects, anchors };
}

const contents = fc.array(fc.string(), { minLength: 1, maxLength: 12 });
const problemsAt = (chain: ReturnType<typeof chainOf>, index: number) =>
  verifyChain(chain, sha256).links[index]?.problems;

describe("[COND-01] the evidence chain", () => {
  test("is intact as it was written, starts from zeros and numbers its links from 1", () => {
    fc.assert(
      fc.property(contents, (texts) => {
        const chain = chainOf(texts);
        const { isIntact, links } = verifyChain(chain, sha256);
        expect(isIntact).toBe(true);
        expect(links.map(({ position }) => position)).toEqual(texts.map((_, index) => index + 1));
        expect(links[0]?.previousSha256).toBe("0".repeat(64));
      }),
    );
  });

  test("is intact without any link", () => {
    expect(verifyChain(chainOf([]), sha256)).toEqual({ isIntact: true, links: [], lostPositions: [], unlinkedIds: [] });
  });

  test("fails at the link of which any field was edited", () => {
    const edits: ((link: EvidenceLink) => EvidenceLink)[] = [
      (link) => ({ ...link, authorId: "somebody" }),
      (link) => ({ ...link, authorRole: link.authorRole === "owner" ? "renter" : "owner" }),
      (link) => ({ ...link, recordedAt: new Date(link.recordedAt.getTime() + 1) }),
      (link) => ({ ...link, contentSha256: sha256("another") }),
      (link) => ({ ...link, kind: "report" }),
      (link) => ({ ...link, bookingId: "another" }),
      (link) => ({ ...link, previousSha256: sha256("another") }),
      (link) => ({ ...link, sha256: sha256("another") }),
    ];
    fc.assert(
      fc.property(contents, fc.nat(), fc.constantFrom(...edits), (texts, place, edit) => {
        const chain = chainOf(texts);
        const index = place % texts.length;
        const links = chain.links.map((link, at) => (at === index ? edit(link) : link));
        const verified = verifyChain({ ...chain, links }, sha256);
        expect(verified.isIntact).toBe(false);
        expect(verified.links[index]?.problems).toContain("link_changed");
      }),
    );
  });

  test("fails when two links are swapped, even if their positions are rewritten", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 12 }), fc.nat(), (texts, place) => {
        const chain = chainOf(texts);
        const index = place % (texts.length - 1);
        const [one, other] = [chain.links[index], chain.links[index + 1]];
        if (!one || !other) throw new Error("There are two links");
        const swapped = chain.links.with(index, other).with(index + 1, one);
        expect(problemsAt({ ...chain, links: swapped }, index)).toContain("order_changed");
        const renumbered = swapped.map((link, at) => ({ ...link, position: at + 1 }));
        expect(verifyChain({ ...chain, links: renumbered }, sha256).isIntact).toBe(false);
      }),
    );
  });

  test("fails when a link is removed, also the last one", () => {
    fc.assert(
      fc.property(contents, fc.nat(), (texts, place) => {
        const chain = chainOf(texts);
        const index = place % texts.length;
        const verified = verifyChain({ ...chain, links: chain.links.toSpliced(index, 1) }, sha256);
        expect(verified.isIntact).toBe(false);
        expect(verified.unlinkedIds).toEqual([`photo ${index}`]);
        expect(verified.lostPositions).toEqual([index + 1]);
      }),
    );
  });

  test("fails when everything is rewritten with valid hashes, because the timeline says otherwise", () => {
    const { anchors } = chainOf(["a", "b"]);
    const { links, isIntact } = verifyChain({ ...chainOf(["a", "forged"]), anchors }, sha256);
    expect(isIntact).toBe(false);
    expect(links.map(({ problems }) => problems)).toEqual([[], ["timeline_differs"]]);
  });

  test("names a changed record, a missing one and damaged files", () => {
    const chain = chainOf(["a", "b", "c"]);
    chain.subjects.set("photo 0", { contentSha256: sha256("edited"), problems: [] });
    chain.subjects.delete("photo 1");
    chain.subjects.set("photo 2", { contentSha256: sha256("c"), problems: ["original_changed"] });
    expect(verifyChain(chain, sha256).links.map(({ problems }) => problems)).toEqual([
      ["record_changed"],
      ["record_missing"],
      ["original_changed"],
    ]);
  });
});

describe("[COND-01] what a link covers", () => {
  const PHOTO = {
    stage: "pickup",
    shot: null,
    filename: "a.jpg",
    fileSize: 9,
    mimeType: "image/jpeg",
    originalSha256: "1",
    copySha256: "2",
  };
  const REPORT = {
    phase: "check_in",
    condition: "good",
    notes: null,
    photoIds: ["1", "2"],
    marks: [{ description: "A scratch", photoId: null }],
  };

  test("differs with every field of a photo", () => {
    for (const [field, value] of Object.entries(PHOTO)) {
      const changed = typeof value === "number" ? value + 1 : `${value}x`;
      expect(photoContent({ ...PHOTO, [field]: changed })).not.toBe(photoContent(PHOTO));
    }
  });

  test("differs with every field of a report and with the order of its photos", () => {
    const others = [
      { ...REPORT, phase: "check_out" },
      { ...REPORT, condition: "damaged" },
      { ...REPORT, notes: "" },
      { ...REPORT, photoIds: ["2", "1"] },
      { ...REPORT, photoIds: ["1"] },
      { ...REPORT, photoIds: ["1", "2", "A scratch"], marks: [] },
      { ...REPORT, marks: [{ description: "A scratch", photoId: "1" }] },
      { ...REPORT, pieces: [{ name: "Pole", count: 4 }] },
      { ...REPORT, pieces: [{ name: "Pole", count: 3 }] },
      { ...REPORT, pieces: [{ name: "Peg", count: 4 }] },
      { ...REPORT, marks: [], pieces: [{ name: "Pole", count: 4 }] },
      { ...REPORT, photoCode: "123456", photoCodeShownAt: new Date(0) },
      { ...REPORT, photoCode: "123457", photoCodeShownAt: new Date(0) },
      { ...REPORT, photoCode: "123456", photoCodeShownAt: new Date(60_000) },
      { ...REPORT, marks: [], photoCode: "123456", photoCodeShownAt: new Date(0) },
      { ...REPORT, pieces: [{ name: "Pole", count: 4 }], photoCode: "123456", photoCodeShownAt: new Date(0) },
    ];
    const texts = [REPORT, ...others].map(reportContent);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("stays the same for a report without counted pieces or a photo code", () => {
    const before = '["nexby-evidence-1","report","check_in","good",null,2,"1","2","A scratch",null]';
    expect(reportContent(REPORT)).toBe(before);
    expect(reportContent({ ...REPORT, pieces: null, photoCode: null, photoCodeShownAt: null })).toBe(before);
  });

  test("ignores fields that are not part of the evidence, such as ids and times of storage", () => {
    expect(photoContent({ ...PHOTO, ...{ width: 5 } })).toBe(photoContent(PHOTO));
  });

  test("covers the phase a person confirmed and the newest link they saw", () => {
    const texts = [
      confirmationContent("check_in", "1"),
      confirmationContent("check_out", "1"),
      confirmationContent("check_in", "2"),
    ];
    expect(new Set(texts).size).toBe(3);
  });
});

type Mark = Parameters<typeof knownMarks>[0][number];

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const mark = (id: string, changes: Partial<Mark> = {}): Mark => ({
  id,
  bookingId: "earlier",
  phase: "check_in",
  description: `Mark ${id}`,
  agreedAt: at(1),
  ...changes,
});
const idsKnown = (marks: readonly Mark[], before: Date | null = null) =>
  knownMarks(marks, { bookingId: "this", before }).map(({ id }) => id);

test("[COND-01] both people agree when the second one confirms", () => {
  expect(agreedAt({ renterAt: at(1), ownerAt: null })).toBeNull();
  expect(agreedAt({ renterAt: null, ownerAt: at(1) })).toBeNull();
  expect(agreedAt({ renterAt: at(1), ownerAt: at(2) })).toEqual(at(2));
  expect(agreedAt({ renterAt: at(2), ownerAt: at(1) })).toEqual(at(2));
});

test("[COND-01] a rental knows the marks both people of earlier rentals agreed on, oldest first", () => {
  const marks = [
    mark("late", { agreedAt: at(3) }),
    mark("early"),
    mark("one-sided", { agreedAt: null }),
    mark("own", { bookingId: "this" }),
  ];
  expect(idsKnown(marks)).toEqual(["early", "late"]);
});

test("[COND-01] a mark agreed on after the handoff is not an old one", () => {
  expect(idsKnown([mark("before"), mark("after", { agreedAt: at(3) })], at(2))).toEqual(["before"]);
});

test("[COND-01] the same words are listed once", () => {
  const again = mark("2", { description: " a  Scratch", agreedAt: at(2) });
  expect(idsKnown([mark("1", { description: "A scratch" }), again])).toEqual(["1"]);
});
