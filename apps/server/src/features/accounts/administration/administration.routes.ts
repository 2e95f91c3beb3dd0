import * as contract from "@nexby/contract/administration";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { presentAccount } from "./administration.presenter.ts";
import { approveAccount } from "./use-cases/approve-account.ts";
import { listAccounts } from "./use-cases/list-accounts.ts";
import { reinstateAccount } from "./use-cases/reinstate-account.ts";
import { suspendAccount } from "./use-cases/suspend-account.ts";

export function administrationRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listAccounts, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listAccounts(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentAccount(viewer));
  });

  mount(app, deps, contract.approveAccount, async ({ db, viewer, params, body, siteUrl }) =>
    presentAccount(viewer)(await approveAccount(db, viewer, { ...params, ...body, siteUrl })),
  );

  mount(app, deps, contract.suspendAccount, async ({ db, viewer, params, body }) =>
    presentAccount(viewer)(await suspendAccount(db, viewer, { ...params, ...body })),
  );

  mount(app, deps, contract.reinstateAccount, async ({ db, viewer, params, body, siteUrl }) =>
    presentAccount(viewer)(await reinstateAccount(db, viewer, { ...params, ...body, siteUrl })),
  );
}
