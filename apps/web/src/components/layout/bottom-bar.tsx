import { CirclePlus, House, LogIn, type LucideIcon, Search, SlidersHorizontal, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { filtersRequest } from "../../lib/filters-request.ts";
import { useSession } from "../../lib/session.ts";
import { ListItemLink } from "../product/profile-gate.tsx";
import { LazyPart } from "../ui/loading.tsx";
import { isActiveTab } from "./main-links.tsx";

const CELL =
  "flex h-full w-full flex-col items-center justify-center gap-0.5 font-semibold text-muted text-xs -outline-offset-2 aria-[current=page]:text-on-primary-soft";

export function BottomBar() {
  const [path] = useLocation();
  const { user, isError } = useSession();

  return (
    <nav
      aria-label="Bottom bar"
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-16 grid-cols-4">
        <Tab href="/" label="Home" Icon={House} />
        <Tab href="/browse" label="Browse" Icon={Search} />
        {isActiveTab("/browse", path) ? (
          <li>
            <button type="button" aria-haspopup="dialog" className={CELL} onClick={() => filtersRequest.set("quick")}>
              <Face label="Filters" Icon={SlidersHorizontal} />
            </button>
          </li>
        ) : (
          <li>
            <ListItemLink className={CELL}>
              <Face label="List Item" Icon={CirclePlus} />
            </ListItemLink>
          </li>
        )}
        {user && (
          <Tab href="/profile" label="Profile" Icon={UserRound}>
            <LazyPart load={loadUnread} props={{}} isOptional />
          </Tab>
        )}
        {(user === null || isError) && <Tab href="/auth" label="Login" Icon={LogIn} />}
      </ul>
    </nav>
  );
}

const loadUnread = () => import("./account-button.tsx").then((module) => module.UnreadMark);

type CellProps = { label: string; Icon: LucideIcon };

function Tab({ href, label, Icon, children }: CellProps & { href: string; children?: ReactNode }) {
  const [path] = useLocation();
  return (
    <li>
      <Link href={href} aria-current={isActiveTab(href, path) ? "page" : undefined} className={CELL}>
        <Face label={label} Icon={Icon} />
        {children}
      </Link>
    </li>
  );
}

function Face({ label, Icon }: CellProps) {
  return (
    <>
      <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </>
  );
}
