import type { AdminTaskKind } from "@nexby/contract/admin/tasks";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "wouter";
import shield from "../../../../../../assets/web/shield.webp";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../../../components/ui/message-card.tsx";
import { reveal, useScrollEdges } from "../../../components/ui/scroll-button.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { countAdminTasks, isForAdmins, listAdminTasks } from "../api.ts";
import { TaskCard } from "../components/task-card.tsx";
import { type OtherContents, taskContents } from "../components/task-contents.tsx";
import { TASK_KINDS, TASK_TEXTS } from "../task-copy.ts";

type Props = {
  /** The content of tasks that belong to other features. */
  contents: OtherContents;
  /** Cases that were decided and can be decided again, below the tasks of their kind. */
  decided: Partial<Record<AdminTaskKind, { title: string; content: ReactNode }>>;
};

/** Everything that waits for an admin: what is due first, then the longest wait. */
export function AdminTasks({ contents, decided }: Props) {
  const [search] = useSearchParams();
  const kind = TASK_KINDS.find((one) => one === search.get("kind")) ?? null;
  const others = TASK_KINDS.filter((one) => decided[one] && one !== kind);
  return (
    <div className="grid grid-cols-1 gap-6">
      <KindFilter selected={kind} />
      <TaskList key={kind} kind={kind} contents={contents} />
      {kind && decided[kind]?.content}
      {others.length > 0 && (
        <nav aria-label="Decided before" className="flex flex-wrap gap-x-6 border-line border-t pt-4">
          {others.map((one) => (
            <Link key={one} href={pathOf(one)} className={TEXT_LINK_STYLE}>
              {decided[one]?.title}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}

const pathOf = (kind: AdminTaskKind | null) => (kind ? `/admin?view=tasks&kind=${kind}` : "/admin?view=tasks");

/** The server counts up to 100. */
const badgeOf = (count: number) => (count >= 100 ? "99+" : String(count));

/** The kinds that have tasks, with their counts. */
function KindFilter({ selected }: { selected: AdminTaskKind | null }) {
  const { data: counts } = useQuery(countAdminTasks());
  const row = useRef<HTMLUListElement>(null);
  const { hasMoreBefore, hasMoreAfter } = useScrollEdges(row);
  const kinds = TASK_KINDS.filter((kind) => kind === selected || (counts?.[kind] ?? 0) > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chips appear with their counts
  useEffect(() => reveal(row.current, "[aria-current=page]"), [selected, kinds.length]);

  return (
    <nav aria-label="Kinds of tasks">
      <ul
        ref={row}
        data-more-before={hasMoreBefore}
        data-more-after={hasMoreAfter}
        className="fade-edges no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
      >
        {[null, ...kinds].map((kind) => (
          <li key={kind} className="shrink-0">
            <Link
              href={pathOf(kind)}
              replace
              aria-current={kind === selected ? "page" : undefined}
              className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 font-medium -outline-offset-2 transition-colors duration-120 hover:bg-subtle aria-[current=page]:border-primary aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft"
            >
              {kind ? TASK_TEXTS[kind].plural : "All"}
              {kind && counts && <span className="text-sm tabular-nums opacity-80">{badgeOf(counts[kind])}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TaskList({ kind, contents }: { kind: AdminTaskKind | null } & Pick<Props, "contents">) {
  const client = useQueryClient();
  const pages = useInfiniteQuery(listAdminTasks(kind));
  const list = useRef<HTMLUListElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [all] = useState(() => taskContents(contents));
  const tasks = pages.data?.pages.flatMap((page) => page.body) ?? [];

  const done = async (text: string) => {
    await client.invalidateQueries({ predicate: isForAdmins });
    setMessage(text);
  };

  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <h2 className="sr-only">{kind ? TASK_TEXTS[kind].plural : "All tasks"}</h2>
      <SavedStatus text={message} className="pb-3" />
      {pages.isPending && (
        <SkeletonArea label="Loading tasks">
          <SkeletonBar shape="card" className="h-40" />
          <SkeletonBar shape="card" className="mt-4 h-40" />
        </SkeletonArea>
      )}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && tasks.length === 0 && (
        <MessageCard
          picture={<img src={shield} alt="" width={96} height={96} />}
          text={kind ? TASK_TEXTS[kind].empty : "Nothing is waiting for you."}
        >
          {kind && (
            <Link href={pathOf(null)} className={TEXT_LINK_STYLE}>
              See all tasks
            </Link>
          )}
        </MessageCard>
      )}
      {tasks.length > 0 && (
        <ul ref={list} aria-label="Tasks" className="grid grid-cols-1 gap-4">
          {tasks.map((task) => (
            <TaskCard
              key={`${task.kind} ${task.id}`}
              task={task}
              contents={all}
              onDone={done}
              onGone={() => area.current?.focus()}
            />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={tasks.length} list={list} problem="We couldn’t load more tasks." />
    </div>
  );
}
