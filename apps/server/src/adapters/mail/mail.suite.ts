import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { MailPort } from "./mail.port.ts";

type Received = { key: string; to: string; subject: string; text: string; html: string };

type MailBench = {
  mail: MailPort;
  /** Delivered messages so far, including duplicates. */
  received(): Promise<Received[]>;
  /** Makes every later delivery fail. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
};

const MESSAGES = {
  plain: { subject: "Confirm your address", text: "Hello Robin.", html: "<p>Hello Robin.</p>" },
  "umlauts and emoji": {
    subject: "Größe bestätigt: Überdachung für Zoë 🪜",
    text: "Schöne Grüße 🏡 – 5 € “heute”",
    html: "<p>Schöne Grüße 🏡 – 5 € “heute”</p>",
  },
  "dots and long lines": {
    subject: `A long subject ${"word ".repeat(40)}end`,
    text: `.\n..two dots\n.\nFrom here\n${"x".repeat(2_000)}\nhttps://nexby.example/verify?token=${"a=b&".repeat(60)}end`,
    html: `<p>.</p>\n<a href="https://nexby.example/verify?token=${"a=b&amp;".repeat(60)}end">Open</a>`,
  },
};

/** Contract tests for every mail adapter. */
export function describeMail(name: string, open: () => Promise<MailBench>): void {
  let bench: MailBench;
  const write = (changes: Partial<Parameters<MailPort["send"]>[0]> = {}) => ({
    key: newId(),
    to: "robin@nexby.example",
    ...MESSAGES.plain,
    ...changes,
  });
  const arrivals = async (key: string) => (await bench.received()).filter((mail) => mail.key === key);

  describe(name, () => {
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    test.each(Object.entries(MESSAGES))("the mail adapter delivers the full text: %s", async (_, message) => {
      const mail = write(message);
      await bench.mail.send(mail);
      expect(await arrivals(mail.key)).toEqual([mail]);
    });

    test("the mail adapter delivers concurrent messages, each to its own recipient", async () => {
      const mails = Array.from({ length: 20 }, (_, index) => write({ to: `person${index}@nexby.example` }));
      await Promise.all(mails.map((mail) => bench.mail.send(mail)));
      for (const mail of mails) expect(await arrivals(mail.key)).toEqual([mail]);
    });

    test("the mail adapter delivers a retry with the same key as a recognizable duplicate", async () => {
      const mail = write();
      await bench.mail.send(mail);
      await bench.mail.send(mail);
      const duplicates = await arrivals(mail.key);
      expect(duplicates.length).toBeGreaterThan(0);
      for (const duplicate of duplicates) expect(duplicate).toEqual(mail);
    });

    test.each([
      ["two addresses", "robin@nexby.example, eve@evil.example"],
      ["a group", "All: robin@nexby.example, eve@evil.example;"],
      ["a second header", "robin@nexby.example\r\nBcc: eve@evil.example"],
      ["a second command", "robin@nexby.example>\r\nRCPT TO:<eve@evil.example"],
      ["a name and an address", "Eve <eve@evil.example>"],
      ["no address", "robin"],
      ["nothing", ""],
    ])("the mail adapter rejects %s as recipient", async (_, to) => {
      const mail = write({ to });
      await expect(bench.mail.send(mail)).rejects.toThrow("The recipient is not one mail address");
      expect(await arrivals(mail.key)).toEqual([]);
    });

    test("the mail adapter does not let a line break in the subject add a header or recipient", async () => {
      const mail = write({ subject: "Hello\r\nBcc: eve@evil.example\r\n\r\n<b>body</b>\nX-More: yes" });
      await bench.mail.send(mail);
      expect(await arrivals(mail.key)).toEqual([
        { ...mail, subject: "Hello Bcc: eve@evil.example <b>body</b> X-More: yes" },
      ]);
    });

    test("the mail adapter throws when a message cannot be delivered", async () => {
      await bench.breakDown();
      await expect(bench.mail.send(write())).rejects.toThrow();
    });
  });
}
