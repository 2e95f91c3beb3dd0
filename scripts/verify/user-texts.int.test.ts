import { expect, test } from "vitest";
import { spellingProblems } from "./spelling.mjs";
import { canHaveTexts, userTexts } from "./user-texts.mjs";

const textsOf = (path: string, source: string) => userTexts(path, source).map(({ text }) => text);

test("lists what people read in code, and nothing else", () => {
  const source = `
    import { x } from "./Some Module.ts";
    type Kind = "Not shown";
    const style = "flex items-center gap-2 text-sm";
    const query = sql\`select Something from items\`;
    log.warn("Only for operators");
    if (!x) throw new Error("Only for developers");
    const answer = new AppError("not_found", "Booking not found");
    const due = \`Reply by \${deadline}, please.\`;
    const card = (
      <section className="Large Card" aria-label="Price details">
        You pay <b>{total}</b> today
        {isLate && <p>Late fee</p>}
      </section>
    );`;
  expect(textsOf("apps/web/src/card.tsx", source)).toEqual([
    "Booking not found",
    "Reply by {…}, please.",
    "You pay {…} today {…}",
    "Price details",
    "Late fee",
  ]);
});

test("lists texts of demo data and of rows that every installation starts with", () => {
  expect(textsOf("apps/server/src/demo/catalogue.json", '{\n  "slug": "tent",\n  "title": "Dome tent"\n}')).toEqual([
    "Dome tent",
  ]);
  expect(
    userTexts("apps/server/migrations/1.sql", "-- A note\ninsert into x values ('Owner''s terms\n\nPay on time.');"),
  ).toEqual([
    { path: "apps/server/migrations/1.sql", line: 2, text: "Owner's terms" },
    { path: "apps/server/migrations/1.sql", line: 4, text: "Pay on time." },
  ]);
});

test("leaves out tests and their helpers", () => {
  expect(
    ["apps/web/src/a.test.tsx", "apps/server/src/testing/b.ts", "e2e/c.ts", "apps/web/src/d.tsx"].filter(canHaveTexts),
  ).toEqual(["apps/web/src/d.tsx"]);
});

test.each(["colour", "neighbours", "Cancelling", "recieve", "litre"])("reports “%s” with its place", (word) => {
  const text = { path: "apps/web/src/a.tsx", line: 7, text: `Your ${word} of {…}` };
  expect(spellingProblems([text])).toEqual([expect.stringContaining(`apps/web/src/a.tsx:7 “${word}”`)]);
});

test("accepts US English, names, codes and addresses", () => {
  const text = "Nexby's neighbors can’t cancel 2x10A at https://colour.example or pay_colour, $5.50";
  expect(spellingProblems([{ path: "a.ts", line: 1, text }])).toEqual([]);
});
