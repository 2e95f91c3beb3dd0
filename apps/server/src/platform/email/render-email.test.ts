import { expect, test } from "vitest";
import { type Email, renderEmail, SITE_URL } from "./render-email.ts";

const email: Email = {
  title: "Omar wants to rent your City bike",
  paragraphs: ["Omar would like to rent it Nov 20 – 21.", "Answer by Tuesday."],
  card: { title: "City bike", picture: "/media/bike/share.jpg", lines: [{ label: "You'd earn", value: "$45.00" }] },
  items: [{ title: "Tandem", text: "$25.00 a day in Maplewood, NJ", picture: null, url: "https://nexby.example/t" }],
  action: { label: "Answer", url: "https://nexby.example/verify?token=a%2Fb&next=/browse" },
  why: "You got this because it's your item.",
};

test("text and HTML both greet, and say what happened, what it is about, what to do and why", () => {
  const { text, html } = renderEmail(email, { name: "Maya", unsubscribeUrl: "https://nexby.example/stop" });
  expect(text).toBe(
    [
      "Hi Maya,",
      ...email.paragraphs,
      "City bike\nYou’d earn: $45.00",
      "Tandem\n$25.00 a day in Maplewood, NJ\nhttps://nexby.example/t",
      "Answer: https://nexby.example/verify?token=a%2Fb&next=/browse",
      [
        "--",
        "You got this because it’s your item.",
        "nexby. Rent and share locally.",
        "Unsubscribe: https://nexby.example/stop",
      ].join("\n"),
    ].join("\n\n"),
  );
  const why = "You got this because it’s your item.";
  for (const expected of ["Hi Maya,", ...email.paragraphs, "City bike", "You’d earn", "$45.00", "Tandem", why]) {
    expect(html).toContain(expected);
  }
  expect(html).toContain('href="https://nexby.example/verify?token=a%2Fb&amp;next=/browse"');
  expect(html).toContain(`<img src="${SITE_URL}/media/bike/share.jpg" alt=""`);
  expect(html).toContain('<a href="https://nexby.example/stop"');
});

test("the body doesn't repeat the subject", () => {
  const { text, html } = renderEmail(email);
  expect(text).not.toContain(email.title);
  expect(html.split(email.title)).toHaveLength(2);
  expect(html).toContain(`<title>${email.title}</title>`);
});

test("an email without an action and without a name contains no link and greets anyway", () => {
  const { text, html } = renderEmail({ title: "Welcome", paragraphs: ["Good to have you."] });
  expect(text).toBe("Hi,\n\nGood to have you.\n\n--\nnexby. Rent and share locally.");
  expect(html).not.toContain("<a ");
});

test("user-written text is escaped in HTML", () => {
  const hostile = `"><script>alert('x')</script>&amp;`;
  const escaped = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;";
  const { text, html } = renderEmail(
    {
      title: hostile,
      headline: hostile,
      paragraphs: [hostile],
      card: { title: hostile, picture: hostile, lines: [{ label: hostile, value: hostile }] },
      items: [{ title: hostile, text: hostile, picture: hostile, url: hostile }],
      action: { label: hostile, url: `https://nexby.example/${hostile}` },
      why: hostile,
    },
    { name: hostile },
  );
  expect(html).not.toContain("<script");
  expect(html.split(escaped)).toHaveLength(1 + 15);
  expect(text).toContain(hostile);
});
