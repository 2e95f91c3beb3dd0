import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ForgedEvent, type PaymentsPort } from "./payments.port.ts";

type Bench = () => { payments: Pick<PaymentsPort, "readEvent">; webhookSecret: string };

/** Contract tests for webhook signatures. */
export function describeSignedEvents(bench: Bench): void {
  describe("webhook events", () => {
    const body = JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "charge.refunded",
      created: 1_780_000_000,
      data: { object: { id: "ch_1", object: "charge" } },
    });
    const signed = (text: string, { secret = bench().webhookSecret, seconds = Math.floor(Date.now() / 1000) } = {}) =>
      `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${text}`).digest("hex")}`;
    const read = (text: string, signature: string) => () => bench().payments.readEvent(Buffer.from(text), signature);
    const secondsFromNow = (seconds: number) => ({ seconds: Math.floor(Date.now() / 1000) + seconds });

    test("[PAY-05] are accepted when signed with our secret within five minutes", () => {
      for (const offset of [0, -290, 290]) {
        expect(read(body, signed(body, secondsFromNow(offset)))()).toEqual({
          id: "evt_1",
          type: "charge.refunded",
          objectType: "charge",
          objectId: "ch_1",
          accountId: null,
          occurredAt: new Date(1_780_000_000_000),
        });
      }
    });

    test("[PAY-05] are rejected when forged, altered, expired, dated in the future or malformed", () => {
      const forged = [
        read(body, signed(body, { secret: "whsec_of_somebody_else" })),
        read(body.replace("ch_1", "ch_2"), signed(body)),
        read(body, signed(body, secondsFromNow(-310))),
        read(body, signed(body, secondsFromNow(310))),
        ...["", "t=,v1=", "v1=abc", "t=9999999999999,v1=00", `t=${Date.now()}`].map((bad) => read(body, bad)),
        ...["null", "[]", "not json", ""].map((text) => read(text, signed(text))),
      ];
      for (const attempt of forged) expect(attempt).toThrow(ForgedEvent);
    });

    test("[PAY-05] are skipped when they are signed and of an unknown shape", () => {
      const thin = { id: "evt_2", object: "v2.core.event", type: "v1.billing.meter.no_meter_found" };
      const shapes = [{}, { data: null }, { ...thin, created: "2026-11-17T09:00:00.000Z" }, { ...thin, data: {} }];
      for (const text of shapes.map((shape) => JSON.stringify(shape))) {
        expect(read(text, signed(text))()).toBeNull();
        expect(read(text, signed(text, { secret: "whsec_of_somebody_else" }))).toThrow(ForgedEvent);
      }
    });
  });
}
