import { listMessages, sendMessage } from "@nexby/contract/messaging/conversations";
import { streamEvents } from "@nexby/contract/messaging/notifications";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, type ReceivedEvent, readEventStream } from "../../../testing/call.ts";
import { createConversation } from "../../../testing/factories.ts";
import { KilledMarketplace } from "../../bookings/tests/simulation/killed-marketplace.fixture.ts";

const isMessage = ({ type }: ReceivedEvent) => type === "message_created";

test("[MSG-01] after the connected server is killed and a break of 10 minutes no message is missing or doubled", () =>
  KilledMarketplace.run(async (market) => {
    const { servers, database } = market;
    const [renter, owner] = [await market.join(), await market.join()];
    const conversationId = await createConversation(database.db, { renterId: renter.id, ownerId: owner.id });
    const send = (index: number, messageId: string, content: string) =>
      call(servers.origins()[index] ?? "", sendMessage, {
        params: { conversationId, messageId },
        body: { content },
        headers: renter.headers,
      });
    const listen = (index: number, lastEventId = "") =>
      readEventStream(`${servers.origins()[index]}${streamEvents.path}`, {
        ...owner.headers,
        ...(lastEventId && { "last-event-id": lastEventId }),
      });

    const before = await listen(0);
    await before.until((events) => events.length > 0);
    await send(1, newId(), "2");
    await before.until((events) => events.some(isMessage));
    const restart = await servers.kill(0);
    const texts = Array.from({ length: 10 }, (_, index) => String(index + 3));
    for (const text of texts) {
      const id = newId();
      // The sender got no answer and sends it again.
      for (const _ of [1, 2]) await send(1, id, text);
    }
    await market.passHours(10 / 60);
    await restart();
    const after = await listen(0, before.lastId());
    await after.until((events) => events.filter(isMessage).length === texts.length);
    before.close();
    after.close();
    expect(after.events.filter(isMessage).map(({ data }) => String((data as { sequence: number }).sequence))).toEqual(
      texts,
    );
    const { body } = await call(servers.origins()[0] ?? "", listMessages, {
      params: { conversationId },
      query: { after: "2" },
      headers: owner.headers,
    });
    expect(body.map(({ content }) => content)).toEqual(texts);
  }));
