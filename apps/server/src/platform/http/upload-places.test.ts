import { expect, test } from "vitest";
import { createUploadPlaces } from "./uploads.ts";

test("a person has so many places, all together so many, and what is left is free again", () => {
  const takePlace = createUploadPlaces({ mostPerPerson: 2, mostAtOnce: 3 });
  const leave = takePlace("robin");
  takePlace("robin");
  expect(() => takePlace("robin")).toThrow(
    expect.objectContaining({ code: "too_many_requests", retryAfterSeconds: 2 }),
  );
  takePlace("maya");
  expect(() => takePlace("noor")).toThrow(
    expect.objectContaining({ code: "service_unavailable", retryAfterSeconds: 5 }),
  );
  leave();
  takePlace("noor");
  expect(() => takePlace("robin")).toThrow(expect.objectContaining({ code: "service_unavailable" }));
});
