import type { NotificationKind } from "@nexby/contract/messaging/notifications";
import { sql } from "drizzle-orm";
import { beforeAll, expect } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import type { Job, JobHandler } from "../../../platform/jobs/job.ts";
import { DELIVER_MESSAGE, deliverMessage } from "../../../platform/outbox.ts";
import { pushSubscriptions } from "../../../schema/notifications.ts";
import type { Member } from "../../../testing/people/members.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";
import { SEND_NOTIFICATIONS } from "../commands/plan-deliveries.ts";
import { sendNotifications } from "../commands/send-notifications.ts";
import { savePreferences } from "../preferences.ts";
import { channelsFor, type Switch } from "./events.fixture.ts";

class Killed extends Error {}

/** Every job runs to its end, but its process dies before that is recorded, and another runs it again. */
const interrupted = (handler: JobHandler): JobHandler => {
  if ("run" in handler) {
    const run: typeof handler.run = async (job, signal) => {
      await handler.run(job, signal);
      await handler.run(job, signal);
    };
    return { ...handler, run };
  }
  const inTransaction = async (tx: Db, job: Job) => {
    const killed = tx.transaction(async (savepoint) => {
      await handler.inTransaction(savepoint, job);
      throw new Killed();
    });
    await expect(killed).rejects.toThrow(Killed);
    await handler.inTransaction(tx, job);
  };
  return { ...handler, inTransaction };
};

type Pair = { owner: Member; renter: Member };
type Side = keyof Pair;

/** What an owner and a renter have turned off. */
export type TurnedOff = Record<Side, readonly Switch[]>;

/** Each switch is off once. Two of one person never concern the same channel. */
export const TURNED_OFF: readonly (readonly [string, TurnedOff])[] = [
  ["with everything turned on", { owner: [], renter: [] }],
  ["with some topics and channels turned off", { owner: ["sms", "messaging"], renter: ["email", "notifySms"] }],
  ["with other topics and channels turned off", { owner: ["push", "notifyEmail"], renter: ["booking"] }],
];

/** How many notifications of each kind each side gets. */
export type Told = Record<Side, Partial<Record<NotificationKind, number>>>;

/** Rentals whose every job is interrupted, and owners and renters who are reachable on all channels. */
export function useInterruptedJobs() {
  const rentals = useRentals();
  const { here, item, origin, database, request, checkout, pay, passHours } = rentals;
  const db = () => database().db;
  /** Keys of all messages that left the product. */
  const sent: string[] = [];

  beforeAll(() => {
    const { money } = here();
    const send = async ({ key }: { key: string }) => void sent.push(key);
    money.runs = interrupted;
    money.otherJobs[SEND_NOTIFICATIONS] = sendNotifications(origin());
    money.otherJobs[DELIVER_MESSAGE] = deliverMessage({
      db: db(),
      mail: { send },
      sms: { send },
      push: (_, message) => send(message),
      siteUrl: "https://nexby.example",
      unsubscribeLink: () => "https://nexby.example/unsubscribe",
    });
  });

  async function reachable(member: Member, off: readonly Switch[]): Promise<Member> {
    await db().execute(sql`
      update users set notify_email = ${!off.includes("notifyEmail")}, notify_sms = ${!off.includes("notifySms")}
      where id = ${member.id}`);
    for (const one of off.filter((name) => !name.startsWith("notify"))) {
      await savePreferences(db(), member.id, { [one]: false });
    }
    const endpoint = `https://push.example/${member.id}`;
    const device = { id: newId(), userId: member.id, endpoint, p256dh: "", auth: "", device: "Phone" };
    await db().insert(pushSubscriptions).values(device);
    return member;
  }

  /** Reachable on every channel, except for what they have turned off. */
  const pairWith = async (off: TurnedOff): Promise<Pair> => ({
    owner: await reachable(await rentals.joinAsOwner(), off.owner),
    renter: await reachable(await rentals.joinAsRenter(), off.renter),
  });

  /** The id of a paid request for an item of this owner. */
  async function requestOf({ owner, renter }: Pair, inDays: number, message?: string): Promise<string> {
    const itemId = await item({ ownerId: owner.id, depositAmountCents: 6_000 });
    const body = await request(itemId, { inDays, days: 2, ...(message && { message }) });
    const { id } = await pay(await checkout(body, renter), "pm_card_visa", renter);
    // What is answered before its messages leave isn't told.
    await passHours(0.05);
    return id;
  }

  /** What a person was told, and what was sent on which channels. */
  async function toldTo({ id }: Member): Promise<{ kind: NotificationKind; channels: string[] }[]> {
    const { rows } = await db().execute<{ kind: NotificationKind; channels: string[] }>(sql`
      select kind, array_remove(array_agg(channel || case log.state when 'handed_over' then '' else ' ' || log.state end
        order by channel) filter (where log.state <> 'skipped'), null) as channels
      from notifications left join notifications_log as log on log.notification_id = notifications.id
      where notifications.user_id = ${id} and kind not in ('welcome', 'payout_account_ready')
      group by notifications.id, kind order by kind`);
    return rows.map(({ kind, channels }) => ({ kind, channels: channels ?? [] }));
  }

  /** Each was told as often as expected, on the channels they want, and each message left the product once. */
  async function expectTold(pair: Pair, off: TurnedOff, expected: Told): Promise<void> {
    for (const side of ["owner", "renter"] as const) {
      const told = await toldTo(pair[side]);
      const times: Partial<Record<NotificationKind, number>> = {};
      for (const { kind } of told) times[kind] = (times[kind] ?? 0) + 1;
      expect({ side, times }).toEqual({ side, times: expected[side] });
      const wanted = told.map(({ kind }) => ({ kind, channels: channelsFor(kind, off[side]) }));
      expect({ side, off: off[side], told }).toEqual({ side, off: off[side], told: wanted });
    }
    const { rows } = await db().execute<{ id: string }>(sql`
      select distinct message_id as id from notifications_log where message_id is not null`);
    expect(sent.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  }

  return { ...rentals, pairWith, requestOf, expectTold };
}
