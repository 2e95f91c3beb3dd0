import { describe, expect, test } from "vitest";
import { confirmationContent, photoContent, recordContent, reportContent } from "./evidence-contents.ts";

describe("[COND-01] what a link from before keys covers", () => {
  const PHOTO = {
    stage: "pickup",
    shot: null,
    filename: "a.jpg",
    fileSize: 9,
    mimeType: "image/jpeg",
    originalSha256: "1",
    copySha256: "2",
  };
  const REPORT = {
    phase: "check_in",
    condition: "good",
    notes: null,
    photoIds: ["1", "2"],
    marks: [{ description: "A scratch", photoId: null }],
  };

  test("a link from before keys differs with every field of a photo", () => {
    for (const [field, value] of Object.entries(PHOTO)) {
      const changed = typeof value === "number" ? value + 1 : `${value}x`;
      expect(photoContent({ ...PHOTO, [field]: changed })).not.toBe(photoContent(PHOTO));
    }
  });

  test("a link from before keys differs with every field of a report and with the order of its photos", () => {
    const others = [
      { ...REPORT, phase: "check_out" },
      { ...REPORT, condition: "damaged" },
      { ...REPORT, notes: "" },
      { ...REPORT, photoIds: ["2", "1"] },
      { ...REPORT, photoIds: ["1"] },
      { ...REPORT, photoIds: ["1", "2", "A scratch"], marks: [] },
      { ...REPORT, marks: [{ description: "A scratch", photoId: "1" }] },
      { ...REPORT, pieces: [{ name: "Pole", count: 4 }] },
      { ...REPORT, pieces: [{ name: "Pole", count: 3 }] },
      { ...REPORT, pieces: [{ name: "Peg", count: 4 }] },
      { ...REPORT, marks: [], pieces: [{ name: "Pole", count: 4 }] },
      { ...REPORT, photoCode: "123456", photoCodeShownAt: new Date(0) },
      { ...REPORT, photoCode: "123457", photoCodeShownAt: new Date(0) },
      { ...REPORT, photoCode: "123456", photoCodeShownAt: new Date(60_000) },
      { ...REPORT, marks: [], photoCode: "123456", photoCodeShownAt: new Date(0) },
      { ...REPORT, pieces: [{ name: "Pole", count: 4 }], photoCode: "123456", photoCodeShownAt: new Date(0) },
    ];
    const texts = [REPORT, ...others].map(reportContent);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("a link from before keys stays the same for a report without counted pieces or a photo code", () => {
    const before = '["nexby-evidence-1","report","check_in","good",null,2,"1","2","A scratch",null]';
    expect(reportContent(REPORT)).toBe(before);
    expect(reportContent({ ...REPORT, pieces: null, photoCode: null, photoCodeShownAt: null })).toBe(before);
  });

  test("a link from before keys includes the phase a person confirmed and the newest link they saw", () => {
    const texts = [
      confirmationContent("check_in", "1"),
      confirmationContent("check_out", "1"),
      confirmationContent("check_in", "2"),
    ];
    expect(new Set(texts).size).toBe(3);
  });
});

describe("[EVID-01] what a link covers", () => {
  const AT = new Date("2026-11-20T12:00:00Z");
  const contentOf = (row: Record<string, unknown>) => recordContent("report", [["reports", [row]]]);

  test("a link covers every column in a fixed form, which stored links depend on", () => {
    const report = { id: "1", notes: null, createdAt: AT, pieces: [{ name: "Pole", count: 4 }] };
    expect(
      recordContent("report", [
        ["reports", [report]],
        ["marks", []],
      ]),
    ).toBe(
      '["nexby-evidence-2","report",[["reports",[{"createdAt":"2026-11-20T12:00:00.000Z","id":"1","pieces":[{"count":4,"name":"Pole"}]}]],["marks",[]]]]',
    );
  });

  test("a link depends neither on the order of columns nor on a column that was added later", () => {
    expect(contentOf({ b: 1, a: 2, later: null })).toBe(contentOf({ a: 2, b: 1 }));
    expect(contentOf({ a: 2, b: 1, later: "filled in" })).not.toBe(contentOf({ a: 2, b: 1 }));
  });

  test("a link differs with the order, the table and the number of rows", () => {
    const [one, other] = [{ id: "1" }, { id: "2" }];
    const texts = [
      recordContent("report", [["marks", [one, other]]]),
      recordContent("report", [["marks", [other, one]]]),
      recordContent("report", [["photos", [one, other]]]),
      recordContent("report", [
        ["marks", [one]],
        ["photos", [other]],
      ]),
      recordContent("claim", [["marks", [one, other]]]),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });
});
