import { expect, test } from "vitest";
import { keepPlace, storedPlace } from "../places.ts";
import { fakeStorage, forbiddenStorage } from "../testing/fake-storage.ts";

function storageWith(stored: string) {
  const storage = fakeStorage();
  storage.set("nx_place", stored);
  return storage;
}

test("reads the stored place", () => {
  const place = { latitude: 40.73, longitude: -74.26 };
  expect(storedPlace(storageWith(JSON.stringify(place)))).toEqual({ ...place, name: null });
});

test("reads back a place as it was chosen", () => {
  const storage = fakeStorage();
  const place = { latitude: 40.73, longitude: -74.26, name: "Maplewood, NJ 07040" };
  keepPlace(storage, place);
  expect(storedPlace(storage)).toEqual(place);
});

test.each(["", "null", "{", "[]", "7", '{"latitude":91,"longitude":0}', '{"latitude":"1","longitude":2}'])(
  "%j is not a place",
  (stored) => expect(storedPlace(storageWith(stored))).toBeNull(),
);

test("is null while nothing is stored or storage is forbidden", () => {
  expect(storedPlace(fakeStorage())).toBeNull();
  expect(storedPlace(forbiddenStorage())).toBeNull();
});
