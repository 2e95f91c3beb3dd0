import { expect, test } from "vitest";
import { timeLimitOf } from "./request.ts";

test.each([
  ["/api/items", 15],
  ["/api/items?search=upload", 15],
  ["/api/items#/ai", 15],
  ["/api/detail", 15],
  ["/api/uploads/1", 120],
  ["/api/photos/upload", 120],
  ["/api/analyze-photo", 120],
  ["/api/ai/analyze", 120],
  ["/api/ai/describe", 60],
  ["/api/openai", 60],
])("[CLIENT-09] %s may take %i seconds", (url, seconds) => expect(timeLimitOf(url)).toBe(seconds * 1000));
