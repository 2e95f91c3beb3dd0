import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { useQuery } from "@tanstack/react-query";
import {
  Bell,
  ClockAlert,
  FileText,
  Gauge,
  History,
  ListChecks,
  type LucideIcon,
  Receipt,
  Scale,
  ScrollText,
  Search,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Star,
  Tags,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { reveal, useScrollEdges } from "../../../components/ui/scroll-button.tsx";
import { getClock } from "../../../lib/api/queries.ts";
import { listSetupWarnings } from "../api.ts";

const PAGES: readonly { path: string; label: string; Icon: LucideIcon }[] = [
  { path: "/admin", label: "Accounts", Icon: Gauge },
  { path: "/admin?view=tasks", label: "Tasks", Icon: ListChecks },
  { path: "/admin?view=categories", label: "Categories", Icon: Tags },
  { path: "/admin?view=searches", label: "Searches", Icon: Search },
  { path: "/admin?view=tax-rates", label: "Tax rates", Icon: Receipt },
  { path: "/admin?view=late-fees", label: "Late fees", Icon: ClockAlert },
  { path: "/admin?view=notifications", label: "Notifications", Icon: Bell },
  { path: "/admin?view=settings", label: "Settings", Icon: Settings },
  { path: "/admin/disputes", label: "Disputes", Icon: Scale },
  { path: "/admin/fraud-detection", label: "Fraud detection", Icon: ShieldAlert },
  { path: "/admin/reviews", label: "Reviews", Icon: Star },
  { path: "/admin/rental-agreement-templates", label: "Agreement templates", Icon: ScrollText },
  { path: "/admin/terms", label: "Terms", Icon: FileText },
  { path: "/admin/privacy-policy", label: "Privacy policy", Icon: ShieldCheck },
];

/** Only shown when the clock can be moved. */
const TIME_MACHINE = { path: "/admin?view=time-machine", label: "Time machine", Icon: History };

type Props = { user: CurrentUserView; title: string; text?: ReactNode; children: ReactNode };

/** Frame of all admin pages. */
export function AdminFrame({ user, title, text, children }: Props) {
  const [path] = useLocation();
  const view = useSearchParams()[0].get("view");
  const here = view ? `${path}?view=${view}` : path;
  const row = useRef<HTMLUListElement>(null);
  const { hasMoreBefore, hasMoreAfter } = useScrollEdges(row);
  const { data: clock } = useQuery({ ...getClock(), enabled: user.isAdmin });
  const { data: warnings = [] } = useQuery({ ...listSetupWarnings(), enabled: user.isAdmin });
  const pages = clock?.canMove ? [...PAGES, TIME_MACHINE] : PAGES;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last page is added later
  useEffect(() => reveal(row.current, "[aria-current=page]"), [pages.length]);
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email;

  return (
    <div className="page-width grid gap-x-10 gap-y-6 pt-6 md:pt-10 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <nav aria-label="Admin" className="min-w-0">
        <ul
          ref={row}
          data-more-before={hasMoreBefore}
          data-more-after={hasMoreAfter}
          className="fade-edges no-scrollbar -mx-4 flex gap-1 overflow-x-auto px-4 lg:sticky lg:top-24 lg:mx-0 lg:grid lg:px-0"
        >
          {pages.map(({ path, label, Icon }) => (
            <li key={path} className="shrink-0">
              <Link
                href={path}
                aria-current={path === here ? "page" : undefined}
                className="flex min-h-11 items-center gap-2.5 whitespace-nowrap rounded-control px-3 font-medium text-muted -outline-offset-2 transition-colors duration-120 hover:bg-subtle hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft"
              >
                <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <p className="truncate text-muted text-sm">Admin: {name}</p>
        <PageHeading>{title}</PageHeading>
        {text && <p className="mt-2 max-w-prose text-pretty text-muted">{text}</p>}
        {warnings.length > 0 && (
          <Notice look="problem" title="Some services aren’t set up" className="mt-6">
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Notice>
        )}
        <div className="mt-6 md:mt-8">{children}</div>
      </div>
    </div>
  );
}
