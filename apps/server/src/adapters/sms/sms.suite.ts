import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { SmsPort } from "./sms.port.ts";

type Received = { key: string; to: string; text: string };

type SmsBench = {
  sms: SmsPort;
  /** Delivered messages so far, including duplicates. */
  received(): Promise<Received[]>;
  /** Makes every later delivery fail. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
};

/** Contract tests for every SMS adapter. */
export function describeSms(name: string, open: () => Promise<SmsBench>): void {
  let bench: SmsBench;
  const write = (text: string) => ({ key: newId(), to: "+19735550123", text });
  const arrivals = async (key: string) => (await bench.received()).filter((sms) => sms.key === key);

  describe(name, () => {
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    test.each([
      "Your code is 123456",
      "Schöne Grüße 🏡 & mehr = 100% + 5 €",
      "Two lines\nTo=+19735550199&Body=other",
      "https://nexby.example/v?code=1&next=%2Fbrowse#top",
    ])("delivers the full text: %j", async (text) => {
      const sms = write(text);
      await bench.sms.send(sms);
      expect(await arrivals(sms.key)).toEqual([sms]);
    });

    test("delivers a retry with the same key as a recognizable duplicate", async () => {
      const sms = write("Twice");
      await bench.sms.send(sms);
      await bench.sms.send(sms);
      const duplicates = await arrivals(sms.key);
      expect(duplicates.length).toBeGreaterThan(0);
      for (const duplicate of duplicates) expect(duplicate).toEqual(sms);
    });

    test("throws when a message cannot be delivered", async () => {
      await bench.breakDown();
      await expect(bench.sms.send(write("Lost"))).rejects.toThrow();
    });
  });
}
