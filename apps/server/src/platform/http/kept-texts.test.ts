import { expect, test } from "vitest";
import { encodingFor } from "./kept-texts.ts";

test.each([
  [undefined, null],
  ["", null],
  ["identity", null],
  ["br", "br"],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP", "gzip"],
  ["*", "br"],
  ["*;q=0", null],
  ["br;q=0, *", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br; q=0.5 , gzip; q=0.5", "br"],
  ["br;q=0, gzip;q=0", null],
  ["identity, br;q=0.5", null],
  ["br;q=nonsense, gzip", "gzip"],
  ["deflate", null],
])("a client that accepts %j gets the text as %j", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
