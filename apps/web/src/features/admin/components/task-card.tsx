import type { AdminTaskKind, TaskOf } from "@nexby/contract/admin/tasks";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { type ComponentType, useId } from "react";
import { Link } from "wouter";
import { Badge } from "../../../components/ui/section.tsx";
import { formatDay, formatMoment, timeAgo } from "../../../lib/dates.ts";
import { productNow } from "../../../lib/server-time.ts";
import { dueCopy, NO_DECISIONS, TASK_TEXTS, taskTitle } from "../task-copy.ts";

export type TaskContentProps<Kind extends AdminTaskKind = AdminTaskKind> = {
  task: TaskOf<Kind>;
  /** Reloads the tasks and tells what was decided. */
  onDone: (message: string) => Promise<void>;
  /** Called when the card is gone once a decision is made. */
  onGone: () => void;
};

/** What is special about the tasks of a kind: what to know, and what to decide. */
export type TaskContents = { readonly [Kind in AdminTaskKind]: ComponentType<TaskContentProps<Kind>> };

type Props = TaskContentProps & { contents: TaskContents };

export function TaskCard({ task, contents, ...then }: Props) {
  const id = useId();
  const Content = contents[task.kind] as ComponentType<TaskContentProps>;
  const { since, due, moneyAtStakeCents, noDecision, link, kind } = task;

  return (
    <li>
      <article aria-labelledby={id} className="rounded-card border border-line bg-surface p-4 md:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
          <p className="font-semibold text-muted text-sm">{TASK_TEXTS[kind].label}</p>
          {due && <Due due={due} />}
        </div>
        <h3 id={id} className="mt-1 min-w-0 break-words font-semibold text-lg">
          <Link href={link} className="-my-2 inline-flex min-h-11 items-center underline-offset-4 hover:underline">
            {taskTitle(task)}
          </Link>
        </h3>
        <p className="flex flex-wrap gap-x-4 text-muted text-sm">
          <span>
            Waiting since <time dateTime={since}>{formatDay(since)}</time>, {timeAgo(since, productNow())}
          </span>
          {moneyAtStakeCents !== null && (
            <span>
              <span className="font-semibold text-ink tabular-nums">{dollarText(moneyAtStakeCents)}</span> at stake
            </span>
          )}
        </p>
        <div className="mt-3 grid grid-cols-1 gap-3">
          <Content task={task} {...then} />
          {noDecision && <p className="text-muted text-sm">{NO_DECISIONS[noDecision]}</p>}
        </div>
      </article>
    </li>
  );
}

function Due({ due }: { due: string }) {
  const { text, isOverdue } = dueCopy(due, productNow());
  return (
    <time dateTime={due} title={formatMoment(due)}>
      <Badge look={isOverdue ? "bad" : "waiting"}>{text}</Badge>
    </time>
  );
}
