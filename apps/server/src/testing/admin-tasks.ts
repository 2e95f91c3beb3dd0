import { type AdminTask, type AdminTaskKind, listAdminTasks, type TaskOf } from "@nexby/contract/admin/tasks";
import { call } from "./call.ts";

type Pages = { headers: Record<string, string>; kind?: AdminTaskKind; limit?: number };

/** All pages of an admin's tasks, in order. */
export async function* taskPages(origin: string, { headers, kind, limit = 100 }: Pages): AsyncGenerator<AdminTask[]> {
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = {
      limit: String(limit),
      ...(kind && { kind }),
      ...(cursor !== null && { cursor }),
    };
    const page = await call(origin, listAdminTasks, { headers, query });
    yield page.body;
    const next = /<(.+)>/.exec(page.headers.get("link") ?? "")?.[1];
    cursor = next ? new URL(next, origin).searchParams.get("cursor") : null;
  } while (cursor !== null);
}

/** All of an admin's tasks of a kind. */
export async function tasksOf<Kind extends AdminTaskKind>(
  origin: string,
  kind: Kind,
  headers: Record<string, string>,
): Promise<TaskOf<Kind>[]> {
  const tasks: AdminTask[] = [];
  for await (const page of taskPages(origin, { headers, kind })) tasks.push(...page);
  return tasks as TaskOf<Kind>[];
}
