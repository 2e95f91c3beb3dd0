import { describe, expect, it } from "vitest";
import { ApiError } from "../api/errors.ts";
import { listErrors, placeProblems, problemsOf, waitText } from "../form-errors.ts";

const problem = (field: string) => ({ field, message: `Wrong ${field}` });
const FIELDS = ["email", "password"];

describe("listErrors", () => {
  it("listErrors names nested fields by their path", () => {
    const error = (message: string) => ({ type: "custom", message, ref: { name: "x" } });
    expect(listErrors({ email: error("A"), pickup: { end: error("B") }, days: error("C") })).toEqual([
      { field: "email", message: "A" },
      { field: "pickup.end", message: "B" },
      { field: "days", message: "C" },
    ]);
  });
});

describe("placeProblems", () => {
  it("placeProblems follows the order of the form, not that of the errors", () => {
    const { placed, homeless } = placeProblems([problem("password"), problem("other"), problem("email")], FIELDS);
    expect(placed).toEqual([problem("email"), problem("password")]);
    expect(homeless).toEqual([problem("other")]);
  });
});

describe("problemsOf", () => {
  const problemsWith = (details: ReturnType<typeof problem>[]) =>
    problemsOf(
      new ApiError({ status: 400, message: "First", details: { code: "validation_failed", details } }),
      FIELDS,
    );

  it("problemsOf assigns a field error to its field", () =>
    expect(problemsWith([problem("email")])).toMatchObject({ fields: [problem("email")], message: null }));

  it("problemsOf reports errors without a field for the whole form", () => {
    expect(problemsWith([problem("other")])).toMatchObject({ fields: [], message: "Wrong other" });
    expect(problemsWith([problem("email"), problem("other")])).toMatchObject({
      fields: [problem("email")],
      message: "Wrong other",
    });
    expect(problemsWith([])).toMatchObject({ fields: [], message: "First" });
  });

  it("problemsOf finds the field of a code", () =>
    expect(
      problemsOf(new ApiError({ status: 400, message: "Not right", details: { code: "wrong_code" } }), ["code"], {
        fieldOfCode: { wrong_code: "code" },
      }),
    ).toMatchObject({ fields: [{ field: "code", message: "Not right" }], message: null }));

  it("problemsOf returns the message besides the field when requested", () =>
    expect(
      problemsOf(
        new ApiError({ status: 400, message: "Wrong email", details: { details: [problem("email")] } }),
        FIELDS,
        {
          saysAll: true,
        },
      ),
    ).toMatchObject({ fields: [problem("email")], message: "Wrong email" }));

  it("problemsOf returns how long to wait", () =>
    expect(
      problemsOf(new ApiError({ status: 429, message: "Too many", retryAfterSeconds: 30 }), FIELDS).waitSeconds,
    ).toBe(30));

  it("problemsOf hides the text of a programming error", () =>
    expect(problemsOf(new TypeError("x is undefined"), FIELDS).message).toBe(
      "Something went wrong. Please try again.",
    ));
});

it.each([
  [1, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [7200, "2 hours"],
])("a wait of %i s is shown as %s", (seconds, text) => expect(waitText(seconds)).toBe(`Try again in ${text}.`));
