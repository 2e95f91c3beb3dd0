import * as contract from "@nexby/contract/admin/tasks";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { countAdminTasks, listAdminTasks, type TaskSources } from "./admin-tasks.queries.ts";

type Deps = HttpDeps & { taskSources: TaskSources };

export function tasksRoutes(app: FastifyInstance, deps: Deps) {
  const { taskSources } = deps;

  mount(app, deps, contract.listAdminTasks, async ({ db, viewer, query, linkNext }) => {
    const { tasks, nextCursor } = await listAdminTasks(db, taskSources, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return tasks;
  });

  mount(app, deps, contract.countAdminTasks, ({ db }) => countAdminTasks(db, taskSources));
}
