import { describe, expect, test } from "vitest";
import { browserFacts, collectFormData, errorLogEntry, type Facts, messageOf } from "./error-entry.ts";

const WINDOW = {
  location: { href: "https://nexby.example/checkout/7?card=4242#pay" },
  document: { referrer: "https://search.example/?q=tents" },
  navigator: { userAgent: "Probe/1.0", language: "en-US", platform: "Linux", cookieEnabled: true, onLine: true },
  screen: { width: 1440, height: 900 },
  innerWidth: 390,
  innerHeight: 844,
  performance: { memory: { usedJSHeapSize: 30, totalJSHeapSize: 50, jsHeapSizeLimit: 120 } },
};

const error = new Error("Payment declined");
const FACTS: Facts = {
  level: { type: "api", severity: "critical" },
  error,
  browser: browserFacts(WINDOW),
  person: { id: "p1", email: "robin@nexby.example", isAdmin: false, isApproved: true },
  journey: ["/", "/browse?search=tent", "/checkout/7"],
  sessionDuration: 61_000,
  now: new Date("2026-03-01T12:00:00Z"),
};

describe("[LOG-01] an entry", () => {
  test("an entry has every specified field", () => {
    const request = { method: "POST", path: "/api/bookings/7/pay", status: 503, milliseconds: 87 };
    expect(errorLogEntry(FACTS, { request, formData: { city: "Maplewood" }, userAction: "Pay" })).toEqual({
      errorType: "api",
      errorMessage: "Payment declined",
      stackTrace: error.stack,
      url: "https://nexby.example/checkout/7",
      severity: "critical",
      userId: "p1",
      userEmail: "robin@nexby.example",
      isAdmin: false,
      isApproved: true,
      userAgent: "Probe/1.0",
      browserInfo: {
        userAgent: "Probe/1.0",
        language: "en-US",
        platform: "Linux",
        cookieEnabled: true,
        onLine: true,
        screenResolution: "1440x900",
        viewport: "390x844",
        timestamp: "2026-03-01T12:00:00.000Z",
      },
      userAction: "Pay",
      userJourney: ["/", "/browse", "/checkout/7"],
      formData: { city: "Maplewood" },
      requestData: { method: "POST", path: "/api/bookings/7/pay", status: 503 },
      sessionDuration: 61_000,
      previousUrl: "/browse",
      apiResponseTime: 87,
      memoryUsage: { usedHeap: 30, totalHeap: 50, heapLimit: 120, percentage: 25 },
      errorCategory: "payment_failure",
      severityScore: 10,
      affectedFeatures: ["checkout", "bookings"],
    });
  });

  test.each([
    ["Charge failed", "frontend", "payment_failure"],
    ["Something else", "api", "network_error"],
    ["Something else", "frontend", "general_error"],
  ] as const)("[LOG-03] an entry with the message %s and type %s has the category %s", (message, type, category) =>
    expect(
      errorLogEntry({ ...FACTS, error: new Error(message), level: { type, severity: "error" } }).errorCategory,
    ).toBe(category),
  );

  test("an entry from a visitor's first page has what is known and null for the rest", () => {
    const browser = browserFacts({ ...WINDOW, location: { href: "https://nexby.example/" }, performance: {} });
    expect(errorLogEntry({ ...FACTS, browser, error: "odd", person: null, journey: ["/"] })).toMatchObject({
      errorMessage: "odd",
      stackTrace: null,
      userId: null,
      userEmail: null,
      isAdmin: null,
      isApproved: null,
      userAction: null,
      formData: null,
      requestData: null,
      previousUrl: "https://search.example/",
      apiResponseTime: null,
      memoryUsage: null,
      affectedFeatures: ["landing"],
    });
  });

  test("an entry has no card number in any of its texts, even where one would be truncated", () => {
    const number = "4242424242424242";
    const thrown = new Error(`${"x".repeat(1_990)} ${number}`);
    const browser = browserFacts({ ...WINDOW, location: { href: `https://nexby.example/${number}` } });
    const request = { method: "GET", path: `/api/${number}` };
    const entry = errorLogEntry({ ...FACTS, error: thrown, browser, journey: [`/${number}`, "/"] }, { request });
    expect(JSON.stringify(entry)).not.toMatch(/4242/);
    expect(messageOf(number)).toBe("[REDACTED]");
  });

  test("an entry never exceeds the accepted size", () => {
    const long = new Error("ü".repeat(5_000));
    long.stack = "ü".repeat(20_000);
    const path = `/${"ü".repeat(3_000)}`;
    const browser = browserFacts({
      ...WINDOW,
      location: { href: path },
      navigator: { ...WINDOW.navigator, userAgent: "x".repeat(3_000) },
    });
    const entry = errorLogEntry(
      { ...FACTS, error: long, browser, journey: Array(5).fill(path) },
      { formData: { text: "x".repeat(20_000) } },
    );
    expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThanOrEqual(16 * 1024);
    expect(entry.errorMessage).toHaveLength(2_000);
    expect(entry.url).toHaveLength(2_000);
    expect(entry.userAgent).toHaveLength(1_000);
  });

  test("an entry stays short even when every character must be escaped", () => {
    const escaped = new Error("\u0001".repeat(5_000));
    const entry = errorLogEntry({ ...FACTS, error: escaped });
    expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThanOrEqual(16 * 1024);
    expect(entry.errorMessage).toHaveLength(500);
  });

  test.each([
    [new TypeError("broken"), "broken"],
    ["text", "text"],
    [undefined, "undefined"],
    [null, "null"],
    [{ code: 7, token: "abc" }, '{"code":7,"token":"[REDACTED]"}'],
  ])("an entry describes %o as %s", (thrown, message) => expect(messageOf(thrown)).toBe(message));
});

describe("[LOG-02] form data", () => {
  const collect = (...elements: object[]) => collectFormData({ elements });

  test("the form data contains what was entered", () =>
    expect(
      collect(
        { name: "city", type: "text", value: "Maplewood" },
        { name: "terms", type: "checkbox", value: "on", checked: true },
        { name: "use", type: "radio", value: "renter", checked: false },
        { name: "use", type: "radio", value: "owner", checked: true },
        { name: "days", type: "select-multiple", value: "mon", selectedOptions: [{ value: "mon" }, { value: "tue" }] },
        { name: "photos", type: "file", value: "C:\\fakepath\\me.jpg", files: [1, 2] },
        { name: "note", type: "textarea", value: "x".repeat(500) },
        { name: "send", type: "submit", value: "Send" },
        { name: "", type: "text", value: "nameless" },
        { type: "fieldset" },
      ),
    ).toEqual({
      city: "Maplewood",
      terms: true,
      use: "owner",
      days: ["mon", "tue"],
      photos: "2 files",
      note: "x".repeat(200),
    }));

  test("the form data has no passwords, neither from password inputs nor from inputs that show them", () => {
    const shown = { name: "confirmPassword", type: "text", value: "hunter22" };
    const data = collect({ name: "pin", type: "password", value: "hunter22" }, shown, { name: "ssn", value: "078" });
    expect(data).toEqual({ confirmPassword: "[REDACTED]", ssn: "[REDACTED]" });
  });

  test("the form data has nothing of a card, neither from its fields nor a number in another field", () => {
    const note = `${"x".repeat(190)} 4242 4242 4242 4242`;
    const data = collect(
      { name: "card-number", type: "text", value: "4242 42" },
      { name: "card-code", type: "text", value: "987" },
      { name: "holder", autocomplete: "cc-name", type: "text", value: "Robin Doe" },
      { name: "until", autocomplete: "billing cc-exp", type: "text", value: "12 / 40" },
      { name: "city", autocomplete: "address-level2", type: "text", value: "Maplewood" },
      { name: "note", type: "textarea", value: note },
    );
    expect(data).toEqual({ city: "Maplewood", note: `${"x".repeat(190)} [REDACTED` });
  });

  test("the form data is redacted and limited to three levels in an entry, whatever its source", () => {
    const formData = { apiKey: "x", a: { b: { c: { d: 1 } } } };
    expect(errorLogEntry(FACTS, { formData }).formData).toEqual({ apiKey: "[REDACTED]", a: { b: { c: "[…]" } } });
  });
});
