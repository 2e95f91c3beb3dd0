import { expect, test } from "vitest";
import { createUploadSlots } from "./uploads.ts";

test("limits concurrent uploads per person and in total, and frees a slot when an upload ends", () => {
  const takeSlot = createUploadSlots({ mostPerPerson: 2, mostAtOnce: 3 });
  const release = takeSlot("robin");
  takeSlot("robin");
  expect(() => takeSlot("robin")).toThrow(expect.objectContaining({ code: "too_many_requests", retryAfterSeconds: 2 }));
  takeSlot("maya");
  expect(() => takeSlot("noor")).toThrow(
    expect.objectContaining({ code: "service_unavailable", retryAfterSeconds: 5 }),
  );
  release();
  takeSlot("noor");
  expect(() => takeSlot("robin")).toThrow(expect.objectContaining({ code: "service_unavailable" }));
});
