import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Candidate, closenessOf, rankRecommendations, rankSimilar, type Signal } from "./rank-recommendations.ts";

const HERE = { latitude: 40.73, longitude: -74.26 };
const FAR = { latitude: 42.36, longitude: -71.06 };
const candidate = (id: string, changes: Partial<Candidate> = {}): Candidate => ({
  id,
  position: HERE,
  views: 0,
  reviews: 0,
  ...changes,
});
const signal = (itemId: string, kind: Signal["kind"], minute: number): Signal => ({
  itemId,
  kind,
  at: new Date(Date.UTC(2026, 0, 1, 12, minute)),
});
const NOTHING = { signals: [], shared: [], alike: [], candidates: [], place: HERE };
const idsOf = (ranked: { itemId: string }[]) => ranked.map(({ itemId }) => itemId);

describe("personal recommendations", () => {
  test("personal recommendations rank items that others also viewed by how many did, and name the item they are based on", () => {
    const shared = [
      { becauseItemId: "kayak", itemId: "vest", people: 4 },
      { becauseItemId: "kayak", itemId: "paddle", people: 9 },
      { becauseItemId: "drill", itemId: "ladder", people: 20 },
    ];
    const candidates = ["vest", "paddle", "ladder", "tent"].map((id) => candidate(id));
    const ranked = rankRecommendations({ ...NOTHING, shared, candidates, signals: [signal("kayak", "viewed", 0)] });
    expect(ranked.slice(0, 2)).toEqual([
      { itemId: "paddle", reason: "viewed", becauseItemId: "kayak" },
      { itemId: "vest", reason: "viewed", becauseItemId: "kayak" },
    ]);
    expect(ranked.slice(2).map(({ reason }) => reason)).toEqual(["near", "near"]);
  });

  test("personal recommendations ignore interest shared by only two people, who could be identified", () => {
    const shared = [{ becauseItemId: "kayak", itemId: "vest", people: 2 }];
    const [only] = rankRecommendations({
      ...NOTHING,
      shared,
      candidates: [candidate("vest")],
      signals: [signal("kayak", "viewed", 0)],
    });
    expect(only).toEqual({ itemId: "vest", reason: "near", becauseItemId: null });
  });

  test("personal recommendations weigh saved items above viewed ones, and recent signals above older ones", () => {
    const alike = ["a", "b", "c"].map((id) => ({ becauseItemId: `${id}0`, itemId: id, closeness: 0.5 }));
    const signals = [signal("a0", "viewed", 1), signal("b0", "viewed", 2), signal("c0", "favorite", 0)];
    const ranked = rankRecommendations({
      ...NOTHING,
      alike,
      signals,
      candidates: ["a", "b", "c"].map((id) => candidate(id)),
    });
    expect(ranked.map(({ itemId, reason }) => [itemId, reason])).toEqual([
      ["c", "favorite"],
      ["b", "viewed"],
      ["a", "viewed"],
    ]);
  });

  test("personal recommendations rank distant items lower, unless the location is unknown", () => {
    const alike = ["far", "near"].map((itemId) => ({ becauseItemId: "x", itemId, closeness: 0.5 }));
    const candidates = [candidate("far", { position: FAR }), candidate("near")];
    const known = { ...NOTHING, alike, candidates, signals: [signal("x", "viewed", 0)] };
    expect(idsOf(rankRecommendations(known))).toEqual(["near", "far"]);
    expect(idsOf(rankRecommendations({ ...known, place: null }))).toEqual(["far", "near"]);
  });

  test("personal recommendations give one viewed item at most six places while others have matches", () => {
    const of = (because: string, count: number, closeness: number) =>
      Array.from({ length: count }, (_, place) => ({
        becauseItemId: because,
        itemId: `${because}${place}`,
        closeness,
      }));
    const alike = [...of("x", 8, 0.9), ...of("y", 3, 0.1)];
    const candidates = alike.map(({ itemId }) => candidate(itemId));
    const signals = [signal("x", "viewed", 1), signal("y", "viewed", 0)];
    const because = rankRecommendations({ ...NOTHING, alike, candidates, signals }).map((one) => one.becauseItemId);
    expect(because).toEqual(["x", "x", "x", "x", "x", "x", "y", "y", "y", "x", "x"]);
  });

  test("personal recommendations are popular items nearby for a new user", () => {
    const candidates = [
      candidate("quiet"),
      candidate("seen", { views: 40 }),
      candidate("loved", { views: 40, reviews: 9 }),
    ];
    expect(idsOf(rankRecommendations({ ...NOTHING, candidates }))).toEqual(["loved", "seen", "quiet"]);
    expect(rankRecommendations({ ...NOTHING, candidates, place: null })[0]?.reason).toBe("popular");
  });

  test("personal recommendations use and report the strongest signal for an item, in any order", () => {
    const shared = ["kayak", "drill"].map((becauseItemId) => ({
      becauseItemId,
      itemId: `with ${becauseItemId}`,
      people: 5,
    }));
    const candidates = shared.map(({ itemId }) => candidate(itemId));
    const signals = [
      signal("kayak", "booked", 2),
      signal("kayak", "favorite", 1),
      signal("drill", "favorite", 0),
      signal("drill", "viewed", 0),
    ];
    for (const known of [signals, [...signals].reverse()]) {
      const ranked = rankRecommendations({ ...NOTHING, shared, candidates, signals: known });
      expect(ranked.map(({ itemId, reason }) => [itemId, reason])).toEqual([
        ["with kayak", "booked"],
        ["with drill", "favorite"],
      ]);
    }
  });

  test("personal recommendations are at most 24, unique, new to the person, and independent of the input order", () => {
    const id = fc.integer({ min: 0, max: 40 }).map(String);
    const pair = fc.record({ becauseItemId: id, itemId: id, people: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(fc.array(id), fc.array(pair), (known, shared) => {
        const signals = known.map((itemId, minute) => signal(itemId, minute % 2 ? "viewed" : "favorite", minute));
        const candidates = Array.from({ length: 41 }, (_, place) => candidate(String(place)));
        const ranked = idsOf(rankRecommendations({ ...NOTHING, signals, shared, candidates }));
        expect(ranked.length).toBeLessThanOrEqual(24);
        expect(new Set(ranked).size).toBe(ranked.length);
        expect(ranked.filter((itemId) => known.includes(itemId))).toEqual([]);
        const reversed = { signals, shared: [...shared].reverse(), candidates: [...candidates].reverse() };
        expect(idsOf(rankRecommendations({ ...NOTHING, ...reversed }))).toEqual(ranked);
      }),
    );
  });
});

describe("similar items", () => {
  const item = (id: string, changes: object = {}) => ({
    id,
    title: "Two-person kayak",
    description: "With paddles",
    dailyRateCents: 2500,
    position: HERE,
    ...changes,
  });

  test("similar items are nearby, share words, cost about the same, and interest the same people", () => {
    const others = [
      item("far", { position: { latitude: 40.9, longitude: -74.26 } }),
      item("other words", { title: "Canoe", description: "Made of wood" }),
      item("dear", { dailyRateCents: 9000 }),
      item("twin"),
    ];
    expect(rankSimilar(item("here"), others, new Map()).map(({ id }) => id)).toEqual([
      "twin",
      "dear",
      "far",
      "other words",
    ]);
    const liked = rankSimilar(item("here"), others, new Map([["dear", 30]]));
    expect(liked[0]?.id).toBe("dear");
    expect(rankSimilar(item("here"), others, new Map([["dear", 2]]))[0]?.id).toBe("twin");
  });

  test("similar items have a closeness from 0 to 1 that is the same both ways", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.nat(),
        fc.nat(),
        fc.nat(100),
        (title, description, one, other, people) => {
          const [a, b] = [item("a", { title, dailyRateCents: one }), item("b", { description, dailyRateCents: other })];
          const closeness = closenessOf(a, b, people);
          expect(closeness).toBeGreaterThanOrEqual(0);
          expect(closeness).toBeLessThanOrEqual(1);
          expect(closenessOf(b, a, people)).toBeCloseTo(closeness, 10);
        },
      ),
    );
  });
});
