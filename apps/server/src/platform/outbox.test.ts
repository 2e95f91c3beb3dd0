import { expect, test } from "vitest";
import { renderEmail } from "./outbox.ts";

const email = {
  title: "Confirm your address",
  paragraphs: ["Hello Robin.", "One click and you are in."],
  action: { label: "Confirm", url: "https://nexby.example/verify?token=a%2Fb&next=/browse" },
};

test("text and HTML both contain the title, every paragraph and the link", () => {
  const { text, html } = renderEmail(email);
  for (const expected of [email.title, ...email.paragraphs, email.action.label]) {
    expect(text).toContain(expected);
    expect(html).toContain(expected);
  }
  expect(text).toContain("Confirm: https://nexby.example/verify?token=a%2Fb&next=/browse\n");
  expect(html).toContain('<a href="https://nexby.example/verify?token=a%2Fb&amp;next=/browse"');
  expect(html).toContain(
    "Or copy this link into your browser: https://nexby.example/verify?token=a%2Fb&amp;next=/browse</p>",
  );
});

test("an email without an action contains no link", () => {
  const { text, html } = renderEmail({ title: "Welcome", paragraphs: ["Hello."] });
  expect(text).toBe("Welcome\n\nHello.\n\nnexby. Rent and share locally.");
  expect(html).not.toContain("<a ");
});

test("user-written text is escaped in HTML", () => {
  const hostile = `"><script>alert('x')</script>&amp;`;
  const escaped = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;";
  const { text, html } = renderEmail({
    title: hostile,
    paragraphs: [hostile],
    action: { label: hostile, url: `https://nexby.example/${hostile}` },
  });
  expect(html).not.toContain("<script");
  expect(html.split(escaped)).toHaveLength(1 + 6);
  expect(text).toContain(hostile);
});
