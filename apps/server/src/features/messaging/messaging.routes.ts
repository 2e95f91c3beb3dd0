import * as tasks from "@nexby/contract/admin/tasks";
import * as contract from "@nexby/contract/messaging/conversations";
import type { FastifyInstance } from "fastify";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import { readClock } from "../../platform/clock.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { confirmDelivery, markConversationRead } from "./commands/mark-read.ts";
import { contactOwner, sendMessage } from "./commands/send-message.ts";
import { readMessagePhoto, sendPhoto } from "./commands/send-photo.ts";
import {
  decideOnConversation,
  readReportedConversation,
  reportConversation,
  updateConversation,
} from "./commands/update-conversation.ts";
import {
  countUnread,
  getBookingConversation,
  getBookingStatus,
  getConversation,
  listConversations,
} from "./conversations.queries.ts";
import { listMessages } from "./messages.queries.ts";
import {
  presentConversation,
  presentMessage,
  presentReported,
  presentReportedMessage,
  readerOf,
} from "./messaging.presenter.ts";
import { findOnlineStatus, showTyping, updateMessageSettings } from "./online-status.ts";
import { listStopped } from "./reported-conversations.queries.ts";

type MessagingDeps = HttpDeps & { storage: StoragePort };

const DONE = { success: true as const };

export function messagingRoutes(app: FastifyInstance, deps: MessagingDeps) {
  mount(app, deps, contract.listConversations, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listConversations(db, viewer.id, query);
    if (nextCursor) linkNext(nextCursor);
    const now = await readClock(db);
    return rows.map((shown) => presentConversation(shown, now));
  });

  mount(app, deps, contract.countUnreadMessages, async ({ db, viewer }) => ({
    count: await countUnread(db, viewer.id),
  }));

  mount(app, deps, contract.getConversation, async ({ db, viewer, params }) =>
    presentConversation(await getConversation(db, viewer.id, params.conversationId), await readClock(db)),
  );

  mount(app, deps, contract.getBookingConversation, async ({ db, viewer, params }) =>
    presentConversation(await getBookingConversation(db, viewer.id, params.bookingId), await readClock(db)),
  );

  mount(app, deps, contract.contactOwner, async ({ db, viewer, params }) =>
    presentConversation(await contactOwner(db, viewer, params.itemId), await readClock(db)),
  );

  mount(app, deps, contract.listMessages, async ({ db, viewer, params: { conversationId }, query }) => {
    const status = await getBookingStatus(db, viewer.id, conversationId);
    const reader = readerOf(status, viewer.id);
    return (await listMessages(db, conversationId, query)).map((message) => presentMessage(message, reader));
  });

  mount(app, deps, contract.sendMessage, async ({ db, viewer, params, body }) => {
    const message = await sendMessage(db, viewer, { ...params, ...body });
    return presentMessage(message, readerOf(await getBookingStatus(db, viewer.id, params.conversationId), viewer.id));
  });

  mount(app, deps, contract.sendPhoto, async ({ viewer, params, file }) => {
    const message = await sendPhoto(deps, viewer, { ...params, file });
    return presentMessage(message, { id: viewer.id, areContactsShown: true });
  });

  mount(app, deps, contract.getMessagePhoto, async ({ viewer, params }) => {
    const bytes = await readMessagePhoto(deps, viewer, params);
    return new File([new Uint8Array(bytes)], "photo.webp");
  });

  mount(app, deps, contract.markConversationRead, async ({ db, viewer, params, body }) => ({
    unreadCount: await markConversationRead(db, viewer, { ...params, ...body }),
  }));

  mount(app, deps, contract.confirmDelivery, async ({ db, viewer }) => ({ count: await confirmDelivery(db, viewer) }));

  mount(app, deps, contract.showTyping, async ({ db, viewer, params }) => {
    await showTyping(db, viewer, params.conversationId);
    return DONE;
  });

  mount(app, deps, contract.updateConversation, async ({ db, viewer, params, body }) =>
    presentConversation(await updateConversation(db, viewer, { ...params, ...body }), await readClock(db)),
  );

  mount(app, deps, contract.reportConversation, async ({ db, viewer, params, body }) => {
    await reportConversation(db, viewer, { ...params, ...body });
    return DONE;
  });

  mount(app, deps, tasks.listStoppedConversations, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listStopped(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map((stopped) => presentReported(stopped, viewer.id));
  });

  mount(app, deps, tasks.readReportedConversation, async ({ db, viewer, params }) => {
    const { messages, renterId } = await readReportedConversation(db, viewer, params.conversationId);
    return messages.map((message) => presentReportedMessage(message, renterId));
  });

  mount(app, deps, tasks.decideOnConversation, async ({ db, viewer, params, body }) => {
    await decideOnConversation(db, viewer, { ...params, ...body });
    return {};
  });

  mount(app, deps, contract.getMessageSettings, async ({ db, viewer }) => ({
    showsOnline: (await findOnlineStatus(db, viewer.id)).isShared,
  }));

  mount(app, deps, contract.updateMessageSettings, async ({ db, viewer, body }) => {
    await updateMessageSettings(db, viewer.id, body.showsOnline);
    return body;
  });
}
