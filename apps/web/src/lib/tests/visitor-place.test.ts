import { expect, test } from "vitest";
import { keepPlace, storedPlace } from "../places.ts";
import { fakeStorage, forbiddenStorage } from "../testing/fake-storage.ts";

function storageWith(kept: string) {
  const storage = fakeStorage();
  storage.set("nx_place", kept);
  return storage;
}

test("is what the browser keeps", () => {
  const place = { latitude: 40.73, longitude: -74.26 };
  expect(storedPlace(storageWith(JSON.stringify(place)))).toEqual({ ...place, name: null });
});

test("comes back as it was chosen", () => {
  const storage = fakeStorage();
  const place = { latitude: 40.73, longitude: -74.26, name: "Maplewood, NJ 07040" };
  keepPlace(storage, place);
  expect(storedPlace(storage)).toEqual(place);
});

test.each(["", "null", "{", "[]", "7", '{"latitude":91,"longitude":0}', '{"latitude":"1","longitude":2}'])(
  "%j is no place",
  (kept) => expect(storedPlace(storageWith(kept))).toBeNull(),
);

test("is unknown while nothing is kept, or nothing may be", () => {
  expect(storedPlace(fakeStorage())).toBeNull();
  expect(storedPlace(forbiddenStorage())).toBeNull();
});
