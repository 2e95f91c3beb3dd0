import { readFileSync } from "node:fs";
import { ENDPOINT_GROUPS, ENDPOINTS } from "@nexby/contract/endpoints";
import { expect, test } from "vitest";
import { openApiDocument } from "../openapi.ts";
import { frozenLines } from "./frozen-lines.ts";

const ACCEPTED = new Set(readFileSync(new URL("./openapi.snapshot.txt", import.meta.url), "utf8").split("\n"));

const LINES = frozenLines(await openApiDocument(ENDPOINTS, ENDPOINT_GROUPS, "session"));

/** Endpoints and named objects of parts of the product. `openapi.int.test.ts` says how to accept an intended change. */
const PARTS: [string, RegExp][] = [
  ["[REV-01] [REV-02] reviews", /[Rr]eview/],
  ["[MSG-01] messages", /[Cc]onversation|[Mm]essage/],
  ["[NOTE-02] [PREF-01] notifications and their settings", /[Nn]otification|[Pp]ush/],
  ["[PICK-01] planned times", /[Tt]ime|[Ii]nstructions|PlannedTime|schemas Booking/],
  ["[COND-01] [KIT-01] [EVID-01] reports and evidence", /[Cc]ondition|[Pp]hoto|[Rr]eport|[Ee]vidence|schemas Booking/],
  ["[CODE-01] handoff and photo codes", /[Cc]ode|[Cc]ondition/],
  ["[EXT-01] extensions", /[Ee]xten|schemas Booking/],
  ["[DMG-01] damage claims", /[Cc]laim|[Dd]amage|schemas Booking/],
  ["[LATE-01] late fees and their rules", /[Ll]ate-?[Ff]ee|schemas Booking/],
];

test.each(PARTS)("%s have the endpoints, fields, bounds and limits that were last accepted", (_, part) => {
  const lines = LINES.filter((line) => part.test(line));
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.filter((line) => !ACCEPTED.has(line))).toEqual([]);
});
