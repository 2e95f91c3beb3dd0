import type { AdminTaskKind, TaskOf } from "@nexby/contract/admin/tasks";
import type { SQLWrapper } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";

/** A task without what every source has in common. Its id is that of the case. */
export type TaskContent<Kind extends AdminTaskKind> = Omit<TaskOf<Kind>, "kind" | "since" | "due">;

/** Where the tasks of one kind come from. The feature that knows the cases has one per kind. */
export type TaskSource<Kind extends AdminTaskKind> = {
  /**
   * Selects the id of every open case, since when it waits, and when the decision comes too late (or null), in this
   * order. Its conditions need an index, because decided cases only grow in number.
   */
  open(db: Db): SQLWrapper;
  /** What an admin sees of these cases, in any order, with as many queries for a page as for one case. */
  show(db: Db, ids: readonly string[], admin: Viewer): Promise<TaskContent<Kind>[]>;
};

/** A kind without a source doesn't compile. */
export type TaskSources = { readonly [Kind in AdminTaskKind]: TaskSource<Kind> };
