import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  MAX_SAVED_SEARCHES,
  type SavedSearchView,
  updateSavedSearch,
} from "@nexby/contract/discovery/saved-searches";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { GOOD_BODIES } from "../../../testing/good-bodies.ts";
import { CAMPING } from "../../../testing/listings/listed-items.ts";
import { type Owner, useListingOwners } from "../../../testing/people/members.ts";

const { origin, newOwner } = useListingOwners();

const save = async ({ headers }: Owner, body: object) =>
  (await call(origin(), createSavedSearch, { headers, body })).body;
const listOf = async ({ headers }: Owner) => (await call(origin(), listSavedSearches, { headers })).body;
const change = async ({ headers }: Owner, { id }: SavedSearchView, body: object) =>
  (await call(origin(), updateSavedSearch, { params: { searchId: id }, headers, body })).body;

describe("saved searches", () => {
  test("[VAL-13] [FAV-01] saved searches default to a radius of 25 and prices from 0 to 200", async () => {
    const person = await newOwner();
    const saved = await save(person, { name: "  Anything  " });
    expect(saved).toEqual({
      id: expect.any(String),
      name: "Anything",
      query: null,
      category: null,
      location: null,
      latitude: null,
      longitude: null,
      radius: 25,
      minPrice: "0.00",
      maxPrice: "200.00",
      condition: [],
      exchange: [],
      rating: null,
      startDate: null,
      endDate: null,
      quantity: null,
      hasAlerts: true,
      createdAt: expect.any(String),
    });
    const unlimited = await save(person, { name: "Without maximum", maxPrice: null });
    expect(unlimited.maxPrice).toBeNull();
    expect(await listOf(person)).toEqual([unlimited, saved]);
  });

  test("[VAL-13] saved searches store blank fields as null, in a new search and in an update", async () => {
    const person = await newOwner();
    const blank = {
      query: " ",
      category: "\t",
      location: "  ",
      latitude: " ",
      longitude: " ",
      rating: " ",
      quantity: " ",
    };
    const nothing = Object.fromEntries(Object.keys(blank).map((field) => [field, null]));
    const saved = await save(person, { name: "x", ...blank });
    expect(saved).toMatchObject(nothing);
    await change(person, saved, { query: "kayak", location: "Maplewood" });
    expect(await change(person, saved, { query: "\n ", location: " " })).toMatchObject(nothing);
  });

  test("[VAL-13] saved searches require a name of 1 to 100 characters", async () => {
    const person = await newOwner();
    expect((await save(person, { name: "x".repeat(100) })).name).toHaveLength(100);
    for (const [name, message] of [
      ["x".repeat(101), "Please use at most 100 characters"],
      ["   ", "Name is required"],
      [undefined, "Name is required"],
      [["x"], "Name is required"],
    ]) {
      const { status, error } = await callExpectingError(origin(), createSavedSearch, {
        headers: person.headers,
        body: { name },
      });
      expect({ status, ...error }).toMatchObject({ status: 400, message, details: [{ field: "name", message }] });
    }
  });

  test("saved searches keep all search fields and geocode a place given without coordinates", async () => {
    const person = await newOwner();
    const body = { ...GOOD_BODIES["POST /api/saved-searches"], category: "camping-and-outdoor" };
    const saved = await save(person, body);
    expect(saved).toMatchObject({ ...body, category: { id: CAMPING, slug: "camping-and-outdoor" } });
    const located = await save(person, { name: "Near a ZIP", location: "07040" });
    expect(located.latitude).toBeCloseTo(40.73, 1);
    expect(located.longitude).toBeCloseTo(-74.26, 1);
    const moved = await change(person, saved, { location: "60601", category: CAMPING });
    expect(moved).toMatchObject({
      ...body,
      location: "60601",
      latitude: expect.any(Number),
      longitude: expect.any(Number),
      category: { id: CAMPING },
    });
    expect(moved.longitude).toBeCloseTo(-87.6, 1);
    expect(await change(person, saved, { location: null })).toMatchObject({
      latitude: null,
      longitude: null,
      radius: 10,
    });
  });

  test("saved searches reject contradictory fields, in a new search and in an update", async () => {
    const person = await newOwner();
    const saved = await save(person, { name: "Drills", minPrice: 50 });
    for (const [field, body] of [
      ["maxPrice", { maxPrice: "49.99" }],
      ["endDate", { startDate: "2035-06-04" }],
      ["endDate", { startDate: "2035-06-04", endDate: "2035-06-03" }],
      ["endDate", { startDate: "2035-06-04", endDate: "2036-06-04" }],
      ["longitude", { latitude: 40 }],
      ["category", { category: "no such thing" }],
      ["location", { location: "Nowhere at all, ZZ" }],
      ["radius", { radius: 0 }],
      ["condition.0", { condition: ["broken"] }],
      ["exchange.0", { exchange: ["mail"] }],
      ["hasAlerts", { hasAlerts: "yes" }],
    ] as const) {
      const { headers } = person;
      const params = { searchId: saved.id };
      for (const response of [
        await callExpectingError(origin(), updateSavedSearch, { params, headers, body }),
        await callExpectingError(origin(), createSavedSearch, {
          headers,
          body: { name: "Drills", minPrice: 50, ...body },
        }),
      ]) {
        expect({ body, status: response.status, details: response.error.details }).toMatchObject({
          body,
          status: 400,
          details: [{ field }],
        });
      }
    }
    expect(await listOf(person)).toEqual([saved]);
  });

  test("saved searches change only the given fields", async () => {
    const person = await newOwner();
    const saved = await save(person, GOOD_BODIES["POST /api/saved-searches"] ?? {});
    const renamed = await change(person, saved, { name: "Boats" });
    expect(renamed).toEqual({ ...saved, name: "Boats" });
    expect(await change(person, saved, { hasAlerts: false })).toEqual({ ...renamed, hasAlerts: false });
    expect(await change(person, saved, { maxPrice: "80", hasAlerts: true })).toEqual({ ...renamed, maxPrice: "80.00" });
  });

  test("[ROLE-02] saved searches can be read, changed and deleted by their user only", async () => {
    const [person, other] = [await newOwner(), await newOwner()];
    const saved = await save(person, { name: "Tents" });
    expect(await listOf(other)).toEqual([]);
    const request = { params: { searchId: saved.id }, headers: other.headers };
    expect(await callExpectingError(origin(), updateSavedSearch, { ...request, body: { name: "Mine" } })).toMatchObject(
      {
        status: 404,
      },
    );
    expect(await callExpectingError(origin(), deleteSavedSearch, request)).toMatchObject({ status: 404 });
    expect(await listOf(person)).toEqual([saved]);
    await call(origin(), deleteSavedSearch, { ...request, headers: person.headers });
    expect(await listOf(person)).toEqual([]);
  });

  test("saved searches are limited to 25, even with concurrent requests", async () => {
    const person = await newOwner();
    const all = await Promise.allSettled(
      Array.from({ length: MAX_SAVED_SEARCHES + 3 }, (_, index) => save(person, { name: `Search ${index}` })),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_SAVED_SEARCHES);
    const response = await callExpectingError(origin(), createSavedSearch, {
      headers: person.headers,
      body: { name: "One more" },
    });
    expect(response).toMatchObject({ status: 409, error: { code: "too_many_saved_searches" } });
    const [first] = await listOf(person);
    await call(origin(), deleteSavedSearch, { params: { searchId: first?.id ?? "" }, headers: person.headers });
    expect(await save(person, { name: "Instead" })).toMatchObject({ name: "Instead" });
  });
});
