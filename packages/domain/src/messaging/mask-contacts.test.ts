import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MaskedKind, type MaskedText, maskContacts, maskLatest } from "./mask-contacts.ts";
import { CONTACTS } from "./masking/contacts.fixture.ts";
import { INNOCENT } from "./masking/innocent.fixture.ts";
import { SECOND_CONTACTS, SECOND_INNOCENT } from "./masking/second-tester.fixture.ts";
import { THIRD_CONTACTS, THIRD_INNOCENT } from "./masking/third-tester.fixture.ts";

/** Each with what must not remain readable. */
const COMMON: readonly [kind: MaskedKind, text: string, secret: string][] = [
  ["phone", "Call me at 201-555-0199", "0199"],
  ["phone", "My number is (201) 555-0199.", "0199"],
  ["phone", "2015550199", "2015550199"],
  ["phone", "201.555.0199 any time", "0199"],
  ["phone", "Text 201 555 0199 when you're here", "0199"],
  ["phone", "+1 201 555 0199", "0199"],
  ["phone", "+12015550199", "0199"],
  ["phone", "1-201-555-0199", "0199"],
  ["phone", "call 555-0199", "0199"],
  ["phone", "cell: 555 0199", "0199"],
  ["phone", "2 0 1 5 5 5 0 1 9 9", "0 1 9 9"],
  ["phone", "two zero one five five five zero one nine nine", "nine nine"],
  ["phone", "two oh one, five five five, oh one nine nine", "nine nine"],
  ["phone", "201 five five five 0199", "0199"],
  ["phone", "2O1-555-O199", "O199"],
  ["phone", "20 15 55 01 99", "01 99"],
  ["phone", "+44 20 7946 0958", "0958"],
  ["phone", "WhatsApp me: +49 151 23456789", "23456789"],
  ["email", "maya.reed@nexby.example", "maya.reed"],
  ["email", "Write to maya@gmail.com please", "maya@"],
  ["email", "maya (at) gmail (dot) com", "gmail"],
  ["email", "maya at gmail dot com", "gmail"],
  ["email", "maya [at] yahoo.com", "yahoo"],
  ["address", "I live at 4711 Canary Lane", "Canary"],
  ["address", "12 Oak Street, Maplewood, NJ 07040", "Oak"],
  ["address", "Pick it up at 88 5th Ave", "5th"],
  ["address", "412 W Main St, Apt 3", "Main"],
  ["address", "come to 12 oak street", "oak street"],
  ["address", "My address is 9 Elm Ct", "Elm"],
  ["address", "It's 1600 Pennsylvania Avenue NW", "Pennsylvania"],
  ["payment", "Pay me on Venmo", "Venmo"],
  ["payment", "do you take zelle?", "zelle"],
  ["payment", "Cash App $mayareed", "mayareed"],
  ["payment", "Just PayPal me", "PayPal"],
  ["payment", "Can I pay you in cash?", "cash"],
  ["payment", "cash only, please", "cash only"],
  ["payment", "Let's do this outside the app", "outside the app"],
  ["payment", "We can skip the service fee", "skip the service fee"],
  ["payment", "Pay me directly and it's $20", "directly"],
  ["payment", "Send it by bank transfer", "bank transfer"],
];

const RARER: readonly [kind: MaskedKind, text: string, secret: string][] = [
  ["phone", "２０１-５５５-０１９９", "０１９９"],
  ["phone", "201 • 555 • 0199", "0199"],
  ["phone", "201_555_0199", "0199"],
  ["phone", "201/555/0199", "0199"],
  ["phone", "(201)5550199", "0199"],
  ["phone", "2️⃣0️⃣1️⃣5️⃣5️⃣5️⃣0️⃣1️⃣9️⃣9️⃣", "9️⃣"],
  ["phone", "two-oh-one triple five oh one double nine", "double nine"],
  ["phone", "201 dash 555 dash 0199", "0199"],
  ["phone", "Unit 4: 201 555 0199", "0199"],
  ["email", "maya@g-mail", "maya@"],
  ["address", "Twelve Oak Street", "Oak"],
  ["address", "P.O. Box 1234", "1234"],
  ["address", "40.72791, -74.26562", "40.72791"],
  ["address", "https://maps.app.goo.gl/abcDEF123", "abcDEF"],
  ["address", "25B Baker Street", "Baker"],
  ["payment", "v e n m o works too", "v e n m o"],
  ["payment", "z3lle is best", "z3lle"],
  ["payment", "I can give you $40 cash", "cash"],
  ["payment", "Rent it directly from me next time", "directly"],
  ["payment", "Avoid the fees and pay with crypto", "crypto"],
];

const ORDINARY = [
  "Hi! Is the kayak available this weekend?",
  "Yes, it's available from Friday to Sunday.",
  "What time works for pickup? I'm free after 5:30 PM.",
  "Let's say Tue, Nov 17, 9:00 AM.",
  "I'd like to book from 2026-11-20 to 2026-11-22.",
  "11/20/2026 at 10:00 works for me",
  "It's about 5 minutes down the road from the station.",
  "We live 2 blocks off Main Street.",
  "Do you have 2 kids road bikes?",
  "The drill takes 18 V batteries, 2 are included.",
  "The tent sleeps 4, it's 10 x 12 ft.",
  "It weighs 45 lb and fits in a sedan.",
  "The deposit is $150 and the total $1,234.56, right?",
  "Is the deposit refunded right after the return?",
  "Could you deliver it? We're in Maplewood, NJ 07040.",
  "I can meet you at the library at 6.",
  "Does it come with a case and 3 cables?",
  "The serial number is on the bottom.",
  "Model DWE575SB, made in 2021.",
  "We need sizes 10, 12, 14, 16, 18.",
  "The pressure washer does 2000-3000 psi.",
  "It holds 800-1200 lb.",
  "Use code 123456 at the gate? No, that's the handoff code.",
  "I'll be there in 10 to 15 minutes.",
  "One or two people can carry it.",
  "Please bring it back by Sunday, 8:00 PM.",
  "Can I avoid the late fee if I return it at 9:00 AM?",
  "Is the service fee included in the price?",
  "Is the cleaning fee per day?",
  "Is the cash register included with the popcorn cart?",
  "Do I need change for the parking meter?",
  "I'll pay here as soon as you approve.",
  "My card was declined, I'll try another one.",
  "How do I pay for two more days?",
  "Thanks for sending the photos.",
  "It's a 2 hour drive, is that OK for the trailer?",
  "The trailer needs a 2 in ball hitch.",
  "We're 8 adults and 4 kids.",
  "Is there room for 3 on the way back?",
  "Look at homedepot.com for the matching bits.",
  "The manual says 30:1 fuel mix.",
  "Set it to 350 °F for 20 minutes.",
  "My budget is 100 dollars a day.",
  "Could we do 3 days instead of 2?",
  "The court shoes are size 9.",
  "Is this a street legal scooter?",
  "It's the place with the green door, you'll see it after approval.",
  "You're number one!",
  "Call me Sam.",
  "Text on the screen is hard to read at night.",
  "There's a scratch on the left side, about 2 in long.",
  "The projector has 3,600 lumens and 1920x1080 pixels.",
  "I rented it on 10/2 and 10/9 last year.",
  "Great, see you then! 👍",
  "Sorry, I have to decline, it's in repair until December 12.",
  "It's signal red, if you ask me.",
  "Five stars, two thumbs up.",
  "I work at the hospital until 7, so 7:30 or 8:00.",
  "Do you rent it for a whole week? 7 days at 20% off?",
  "We'd use it in the park, not on the road.",
];

describe("contact details in messages", () => {
  test("the tables have 40 common ways, 20 rarer ones and 60 ordinary messages", () => {
    expect([COMMON.length, RARER.length, ORDINARY.length]).toEqual([40, 20, 60]);
  });

  test.each(COMMON)("[MSG-01] masking hides a common %s: %s", (kind, text, secret) => {
    const masked = maskContacts(text);
    expect(masked.kinds).toContain(kind);
    expect(masked.text).not.toContain(secret);
  });

  test.each(RARER)("masking hides a rarer %s: %s", (kind, text, secret) => {
    const masked = maskContacts(text);
    expect(masked.kinds).toContain(kind);
    expect(masked.text).not.toContain(secret);
  });

  test.each(ORDINARY)("[MSG-01] masking leaves an ordinary message as it is: %s", (text) => {
    expect(maskContacts(text)).toEqual({ text, kinds: [] });
  });

  test("masking keeps the words around what it hides, and names each kind once", () => {
    expect(maskContacts("Call 201-555-0199 or 201-555-0188, I'm at 12 Oak Street.")).toEqual({
      text: "Call [phone number hidden] or [phone number hidden], I'm at [address hidden].",
      kinds: ["phone", "address"],
    });
  });

  test("no category of the contacts passes more than one in ten", () => {
    const passed = Object.entries(CONTACTS).map(([category, texts]) => ({
      category,
      passed: texts.filter((text) => isReadable(category, text)),
      most: Math.floor(texts.length / 10),
    }));
    expect(passed.filter((one) => one.passed.length > one.most)).toEqual([]);
  });

  test("[MSG-01] masking hides at least 95% of 300 tricky contacts", () => {
    const all = Object.entries(CONTACTS).flatMap(([category, texts]) => texts.map((text) => ({ category, text })));
    const readable = all.filter(({ category, text }) => isReadable(category, text));
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(readable.length / all.length, JSON.stringify(readable)).toBeLessThanOrEqual(0.05);
  });

  test("[MSG-01] masking hides nothing in at least 99% of 300 innocent texts", () => {
    const all = Object.values(INNOCENT).flat();
    const hidden = all.filter((text) => maskContacts(text).kinds.length > 0);
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(hidden.length / all.length, hidden.join("\n")).toBeLessThanOrEqual(0.01);
  });

  test.each([
    ["second", SECOND_CONTACTS, SECOND_INNOCENT],
    ["third", THIRD_CONTACTS, THIRD_INNOCENT],
  ])(
    "[MSG-01] masking hides at least 95%% of a %s tester's contacts and at most 1%% of their innocent texts",
    (_, contacts, innocent) => {
      const readable = contacts.filter((text) => !text.includes("«") || isReadable("split", text));
      expect(readable.length / contacts.length, readable.join("\n")).toBeLessThanOrEqual(0.05);
      const hidden = innocent.filter((text) => maskContacts(text).kinds.length > 0);
      expect(hidden.length / innocent.length, hidden.join("\n")).toBeLessThanOrEqual(0.01);
    },
  );

  test("[MSG-01] masking hides the parts of a number that is split over a person's messages, and nothing between them", () => {
    expect(maskedInTurn(["Hi! My number is 201", "555", "0199, thanks"])).toEqual([
      { text: "Hi! My number is [phone number hidden]", kinds: ["phone"] },
      { text: "[phone number hidden]", kinds: ["phone"] },
      { text: "[phone number hidden], thanks", kinds: ["phone"] },
    ]);
    const ordinary = ["We need 2", "10 x 12 ft?", "For 5 days", "See you at 5"];
    expect(maskedInTurn(ordinary)).toEqual(ordinary.map((text) => ({ text, kinds: [] })));
  });

  test("a new message changes only those earlier ones that hold a part of what it completes", () => {
    const { latest, changed } = maskLatest(["Hello, call 201-555-0188", "201", "555"], "0199");
    expect(latest).toEqual({ text: "[phone number hidden]", kinds: ["phone"] });
    expect(changed.map(({ index, mask }) => ({ index, masked: mask() }))).toEqual([
      { index: 1, masked: { text: "[phone number hidden]", kinds: ["phone"] } },
      { index: 2, masked: { text: "[phone number hidden]", kinds: ["phone"] } },
    ]);
    expect(maskLatest(["201-555-0188"], "0199 ft").changed).toEqual([]);
  });

  test("a number at the end of a long message is found when the next message goes on with it", () => {
    const long = `${"The kayak is in good shape. ".repeat(40)}Call 201`;
    const [first, second] = maskedInTurn([long, "555-0199"]);
    expect(first?.text.endsWith("Call [phone number hidden]")).toBe(true);
    expect(second?.text).toBe("[phone number hidden]");
  });

  test("[MSG-01] masking hides exactly the digits of a number that a long message begins or ends with", () => {
    const long = "The kayak is in good shape. ".repeat(40);
    expect(maskedInTurn(["Call 201", `555-0199. ${long}`]).map(({ text }) => text)).toEqual([
      "Call [phone number hidden]",
      `[phone number hidden]. ${long}`,
    ]);
    expect(maskedInTurn([`${long}Call 201`, "555-0199, please"]).map(({ text }) => text)).toEqual([
      `${long}Call [phone number hidden]`,
      "[phone number hidden], please",
    ]);
  });

  test("masking shows the original text around what it hides, invisible and styled characters included", () => {
    expect(maskContacts("𝓗𝓲! Mаyа: ２\u200B０１-５５５-０１９９ 👍🏽").text).toBe(
      "𝓗𝓲! Mаyа: [phone number hidden] 👍🏽",
    );
  });

  test("masking covers any text without losing a character that it doesn't hide", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        let rest = text;
        for (const part of maskContacts(text).text.split(/\[[a-zA-Z ]{1,40} hidden\]/)) {
          expect(rest).toContain(part);
          rest = rest.slice(rest.indexOf(part) + part.length);
        }
      }),
    );
  });
});

/** The stored messages after a person has sent these in sequence. */
function maskedInTurn(texts: readonly string[]): MaskedText[] {
  const stored: MaskedText[] = [];
  for (const [position, text] of texts.entries()) {
    const { latest, changed } = maskLatest(texts.slice(0, position), text);
    for (const { index, mask } of changed) stored[index] = mask();
    stored.push(latest);
  }
  return stored;
}

/** Whether any part of the secret can still be read. A line break separates messages. */
function isReadable(category: string, marked: string): boolean {
  const texts = category.startsWith("split") ? marked.split("\n") : [marked];
  const masked = maskedInTurn(texts.map((text) => text.replace(/[«»]/g, "")));
  return texts.some((text, index) =>
    [...text.matchAll(/«([^»]*)»/g)].some(([, secret = ""]) => masked[index]?.text.includes(secret)),
  );
}
