import * as contract from "@nexby/contract/support";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentHelpMessage } from "./support.presenter.ts";
import { listHelpMessages } from "./use-cases/list-help-messages.ts";
import { sendHelpMessage } from "./use-cases/send-help-message.ts";

export function supportRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.sendHelpMessage, async ({ db, viewer, body }) =>
    presentHelpMessage(await sendHelpMessage(db, viewer, body)),
  );

  mount(app, deps, contract.listHelpMessages, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listHelpMessages(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentHelpMessage);
  });
}
