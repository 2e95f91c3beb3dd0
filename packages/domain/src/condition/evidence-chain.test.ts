import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mailedHash, positionOfHash, verifyChain } from "./evidence-chain.ts";
import { type Anchor, type EvidenceKey, type EvidenceLink, type FoundSubject, nextLink } from "./evidence-links.ts";

/** The rules only need a hash that differs for different texts. This is FNV-1a with 64 bits. */
function sha256(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < text.length; at += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(64, "0");
}

const keyOf = (name: string): EvidenceKey => ({ fingerprint: name, seal: (text) => sha256(`${name}: ${text}`) });
const [KEY, FORMER] = [keyOf("key"), keyOf("former")];

const BOOKING = "0190a0a0-0000-7000-8000-000000000001";
const START = new Date("2026-11-20T12:00:00Z").getTime();
/** Links without a seal are older than that. */
const SEALED_SINCE = new Date(START);

/** A chain of photos whose contents are these texts. */
function chainOf(contents: readonly string[], key: EvidenceKey = KEY) {
  const links: EvidenceLink[] = [];
  const subjects = new Map<string, FoundSubject>();
  for (const [index, content] of contents.entries()) {
    const author = { authorId: `person ${index % 2}`, authorRole: index % 2 ? "owner" : "renter" } as const;
    const recordedAt = new Date(START + index * 1000);
    const [id, subjectId, contentSha256] = [`link ${index}`, `photo ${index}`, sha256(content)];
    const evidence = {
      id,
      bookingId: BOOKING,
      kind: "photo",
      subjectId,
      ...author,
      recordedAt,
      contentSha256,
    } as const;
    links.push(nextLink(links.at(-1) ?? null, evidence, key, sha256));
    subjects.set(subjectId, {
      kind: "photo",
      ...author,
      recordedAt,
      contentSha256,
      earlierContentSha256: null,
      problems: [],
    });
  }
  const anchors: Anchor[] = links.map(({ position, sha256: hash, seal }) => ({ position, sha256: hash, seal }));
  const findKey = (fingerprint: string) => [KEY, FORMER].find((one) => one.fingerprint === fingerprint) ?? null;
  return {
    bookingId: BOOKING,
    links,
    subjects,
    anchors,
    sealedSince: SEALED_SINCE as Date | "unknown_key" | null,
    findKey,
    sha256,
  };
}

type Chain = ReturnType<typeof chainOf>;
const contents = fc.array(fc.string(), { minLength: 1, maxLength: 12 });
const problemsOf = (chain: Chain) => verifyChain(chain).links.map(({ problems }) => problems);
const statesOf = (chain: Chain) => verifyChain(chain).links.map(({ state }) => state);

/** The same chain as it was written before keys were used, with a hash in the earlier format. */
function withoutSeals(chain: Chain, changes: Partial<EvidenceLink> = {}): Chain {
  const links: EvidenceLink[] = [];
  for (const link of chain.links) {
    const previousSha256 = links.at(-1)?.sha256 ?? "0".repeat(64);
    const plain = { ...link, previousSha256, keyFingerprint: null, seal: null, ...changes };
    const { bookingId, position, kind, subjectId, authorId, authorRole, recordedAt, contentSha256 } = plain;
    const fields = [
      bookingId,
      position,
      kind,
      subjectId,
      authorId,
      authorRole,
      recordedAt,
      contentSha256,
      previousSha256,
    ];
    links.push({ ...plain, sha256: sha256(JSON.stringify(["nexby-evidence-1", ...fields])) });
  }
  const subjects = new Map(
    [...chain.subjects].map(([id, one]) => [id, { ...one, earlierContentSha256: one.contentSha256, ...changes }]),
  );
  return { ...chain, links, subjects, anchors: [] };
}

const YESTERDAY = new Date(START - 86_400_000);

describe("[COND-01] [EVID-01] the evidence chain", () => {
  test("the evidence chain is intact as it was written, starts from zeros and numbers its links from 1", () => {
    fc.assert(
      fc.property(contents, (texts) => {
        const { state, links } = verifyChain(chainOf(texts));
        expect(state).toBe("intact");
        expect(links.map(({ position }) => position)).toEqual(texts.map((_, index) => index + 1));
        expect(links[0]?.previousSha256).toBe("0".repeat(64));
      }),
    );
  });

  test("the evidence chain is intact without any link", () => {
    expect(verifyChain(chainOf([]))).toEqual({ state: "intact", links: [], lostPositions: [], unlinkedIds: [] });
  });

  test("the evidence chain fails at the link whose field was edited, for any field", () => {
    const edits: ((link: EvidenceLink) => EvidenceLink)[] = [
      (link) => ({ ...link, id: "another" }),
      (link) => ({ ...link, authorId: "somebody" }),
      (link) => ({ ...link, authorRole: link.authorRole === "owner" ? "renter" : "owner" }),
      (link) => ({ ...link, recordedAt: new Date(link.recordedAt.getTime() + 1) }),
      (link) => ({ ...link, contentSha256: sha256("another") }),
      (link) => ({ ...link, kind: "report" }),
      (link) => ({ ...link, bookingId: "another" }),
      (link) => ({ ...link, previousSha256: sha256("another") }),
      (link) => ({ ...link, keyFingerprint: "former" }),
      (link) => ({ ...link, sha256: sha256("another") }),
    ];
    fc.assert(
      fc.property(contents, fc.nat(), fc.constantFrom(...edits), (texts, place, edit) => {
        const chain = chainOf(texts);
        const index = place % texts.length;
        const links = chain.links.map((link, at) => (at === index ? edit(link) : link));
        const verified = verifyChain({ ...chain, links });
        expect(verified.state).toBe("changed");
        expect(verified.links[index]?.problems).toContain("link_changed");
      }),
    );
  });

  test("the evidence chain fails when two links are swapped, even if their positions are rewritten", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 12 }), fc.nat(), (texts, place) => {
        const chain = chainOf(texts);
        const index = place % (texts.length - 1);
        const [one, other] = [chain.links[index], chain.links[index + 1]];
        if (!one || !other) throw new Error("There are two links");
        const swapped = chain.links.with(index, other).with(index + 1, one);
        expect(problemsOf({ ...chain, links: swapped })[index]).toContain("order_changed");
        const renumbered = swapped.map((link, at) => ({ ...link, position: at + 1 }));
        expect(verifyChain({ ...chain, links: renumbered }).state).toBe("changed");
      }),
    );
  });

  test("the evidence chain fails when a link is removed, also the last one", () => {
    fc.assert(
      fc.property(contents, fc.nat(), (texts, place) => {
        const chain = chainOf(texts);
        const index = place % texts.length;
        const verified = verifyChain({ ...chain, links: chain.links.toSpliced(index, 1) });
        expect(verified.state).toBe("changed");
        expect(verified.unlinkedIds).toEqual([`photo ${index}`]);
        expect(verified.lostPositions).toEqual([index + 1]);
      }),
    );
  });

  test("the evidence chain fails when one photo is added without a link, and when the last photo is removed with its link", () => {
    const chain = chainOf(["a", "b"]);
    const { subjects } = chainOf(["a", "b", "c"]);
    expect(verifyChain({ ...chain, subjects })).toMatchObject({
      ...{ state: "changed", lostPositions: [], unlinkedIds: ["photo 2"] },
    });
    const cut = { ...chain, links: chain.links.slice(0, 1), subjects: chainOf(["a"]).subjects };
    expect(verifyChain(cut)).toMatchObject({ state: "changed", lostPositions: [2], unlinkedIds: [] });
  });

  test("the evidence chain fails when everything is rewritten with valid hashes, because nobody has the key", () => {
    const real = chainOf(["a", "b"]);
    const forger = { ...keyOf("guessed"), fingerprint: "key" };
    const forged = { ...chainOf(["a", "forged"], forger), anchors: chainOf(["a", "forged"], forger).anchors };
    expect(problemsOf(forged)).toEqual([["seal_changed"], ["seal_changed"]]);
    expect(problemsOf({ ...forged, anchors: real.anchors })[1]).toEqual(["seal_changed", "timeline_differs"]);
  });

  test("the evidence chain fails with a seal from another place, another booking or an earlier state", () => {
    const chain = chainOf(["a", "b"]);
    const others = [
      chain.links[0]?.seal,
      chainOf(["a", "earlier"]).links[1]?.seal,
      nextLink(chain.links[0] ?? null, { ...(chain.links[1] as EvidenceLink), bookingId: "other" }, KEY, sha256).seal,
      null,
    ];
    for (const seal of others) {
      const links = chain.links.map((link, index) => (index === 1 ? { ...link, seal: seal ?? null } : link));
      expect(problemsOf({ ...chain, links })[1]).toContain("seal_changed");
    }
  });

  test("the evidence chain fails at a link that no other table recorded", () => {
    const chain = chainOf(["a", "b"]);
    expect(problemsOf({ ...chain, anchors: chain.anchors.slice(0, 1) })).toEqual([[], ["timeline_missing"]]);
    const unsealed = chain.anchors.map((anchor) => ({ ...anchor, seal: null }));
    expect(problemsOf({ ...chain, anchors: unsealed })).toEqual([["timeline_missing"], ["timeline_missing"]]);
  });

  test("the evidence chain names a changed record, its author and time, a missing one and damaged files", () => {
    const chain = chainOf(["a", "b", "c", "d", "e"]);
    const change = (id: string, changes: Partial<FoundSubject>) =>
      chain.subjects.set(id, { ...(chain.subjects.get(id) as FoundSubject), ...changes });
    change("photo 0", { contentSha256: sha256("edited") });
    chain.subjects.delete("photo 1");
    change("photo 2", { problems: ["original_changed"] });
    change("photo 3", { authorId: "somebody" });
    change("photo 4", { recordedAt: YESTERDAY, kind: "report" });
    expect(problemsOf(chain)).toEqual([
      ["record_changed"],
      ["record_missing"],
      ["original_changed"],
      ["author_changed"],
      ["record_changed", "time_changed"],
    ]);
  });
});

describe("[EVID-01] keys", () => {
  test("links of a former key are intact, those of an unknown one can't be checked, which is neither intact nor changed", () => {
    expect(verifyChain(chainOf(["a", "b"], FORMER)).state).toBe("intact");
    const unknown = chainOf(["a", "b"], keyOf("lost"));
    expect([verifyChain(unknown).state, statesOf(unknown)]).toEqual([
      "not_checkable",
      ["not_checkable", "not_checkable"],
    ]);
  });

  test("links from before keys were used are intact, and a changed author or time is noticed by their records", () => {
    const earlier = withoutSeals(chainOf(["a", "b"]), { recordedAt: YESTERDAY });
    expect(verifyChain(earlier).state).toBe("intact");
    const subject = earlier.subjects.get("photo 0") as FoundSubject;
    earlier.subjects.set("photo 0", { ...subject, authorRole: "owner", recordedAt: SEALED_SINCE });
    earlier.subjects.set("photo 1", {
      ...subject,
      earlierContentSha256: null,
      authorId: "person 1",
      authorRole: "owner",
    });
    expect(problemsOf(earlier)).toEqual([["author_changed", "time_changed"], ["record_changed"]]);
  });

  test("a chain without its seals is not one from before keys were used", () => {
    const stripped = withoutSeals(chainOf(["a", "b"]));
    expect(problemsOf(stripped)).toEqual([["seal_missing"], ["seal_missing"]]);
    expect(problemsOf({ ...withoutSeals(stripped, { recordedAt: YESTERDAY }), sealedSince: null })[0]).toEqual([
      "seal_missing",
    ]);
    expect(statesOf({ ...stripped, sealedSince: "unknown_key" })).toEqual(["not_checkable", "not_checkable"]);
  });

  test("a link without a seal after sealed ones is noticed, whatever its time", () => {
    const [first] = chainOf(["a", "b"]).links;
    const chain = chainOf(["a", "b"]);
    const last = withoutSeals(chain, { recordedAt: YESTERDAY }).links[1] as EvidenceLink;
    const links = [first as EvidenceLink, last];
    expect(problemsOf({ ...chain, links, sealedSince: "unknown_key" })[1]).toContain("seal_missing");
  });
});

describe("[EVID-01] a fingerprint from a mail", () => {
  const chain = chainOf(["a", "b", "c"]);
  const { links } = verifyChain(chain);

  test("a fingerprint from a mail shows 32 digits in groups of four", () => {
    expect(mailedHash("0123456789abcdef".repeat(4))).toBe("0123 4567 89ab cdef 0123 4567 89ab cdef");
  });

  test("a fingerprint from a mail is found at its link, and no longer when the end was cut off with everything that refers to it", () => {
    const hash = links[2]?.sha256 ?? "";
    expect([positionOfHash(links, hash), positionOfHash(links, links[0]?.sha256 ?? "")]).toEqual([3, 1]);
    const subjects = new Map([...chain.subjects].slice(0, 2));
    const cut = verifyChain({ ...chain, links: chain.links.slice(0, 2), subjects, anchors: chain.anchors.slice(0, 2) });
    expect([cut.state, positionOfHash(cut.links, hash)]).toEqual(["intact", null]);
  });

  test("a fingerprint from a mail isn't found at a link whose hash is only copied", () => {
    const copied = chain.links.map((link, index) => (index === 1 ? { ...link, recordedAt: YESTERDAY } : link));
    expect(positionOfHash(verifyChain({ ...chain, links: copied }).links, links[2]?.sha256 ?? "")).toBeNull();
  });

  test("a fingerprint from a mail isn't found when a link before it is missing", () => {
    for (const missing of [0, 1]) {
      const left = chain.links.filter((_, index) => index !== missing);
      expect(positionOfHash(verifyChain({ ...chain, links: left }).links, links[2]?.sha256 ?? "")).toBeNull();
    }
  });
});
