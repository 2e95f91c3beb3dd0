import * as contract from "@nexby/contract/content/support";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import {
  listHelpMessages,
  listReceivedHelpMessages,
  presentHelpMessage,
  presentReceived,
  sendHelpMessage,
  updateHelpMessage,
} from "./help-messages.ts";

export function supportRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.sendHelpMessage, async ({ db, viewer, body }) =>
    presentHelpMessage(await sendHelpMessage(db, viewer, body)),
  );

  mount(app, deps, contract.listHelpMessages, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listHelpMessages(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentHelpMessage);
  });

  mount(app, deps, contract.listReceivedHelpMessages, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listReceivedHelpMessages(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentReceived);
  });

  mount(app, deps, contract.updateHelpMessage, async ({ db, viewer, params, body }) =>
    presentReceived(await updateHelpMessage(db, viewer, params.messageId, body)),
  );
}
