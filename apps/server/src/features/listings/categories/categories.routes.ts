import * as contract from "@nexby/contract/categories";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { presentManagedCategory } from "./categories.presenter.ts";
import { createCategory } from "./use-cases/create-category.ts";
import { deleteCategory } from "./use-cases/delete-category.ts";
import { listCategories } from "./use-cases/list-categories.ts";
import { listManagedCategories } from "./use-cases/list-managed-categories.ts";
import { updateCategory } from "./use-cases/update-category.ts";

export function categoriesRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listCategories, ({ db }) => listCategories(db));

  mount(app, deps, contract.listManagedCategories, async ({ db }) =>
    (await listManagedCategories(db)).map(presentManagedCategory),
  );

  mount(app, deps, contract.createCategory, async ({ db, viewer, body }) =>
    presentManagedCategory(await createCategory(db, viewer, body)),
  );

  mount(app, deps, contract.updateCategory, async ({ db, viewer, params, body }) =>
    presentManagedCategory(await updateCategory(db, viewer, { ...params, ...body })),
  );

  mount(app, deps, contract.deleteCategory, async ({ db, viewer, params }) => {
    await deleteCategory(db, viewer, params.categoryId);
    return { success: true as const };
  });
}
