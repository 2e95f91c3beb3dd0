import type { CurrentUserView } from "@nexby/contract/accounts";
import { Avatar } from "../ui/avatar.tsx";
import { LazyPart } from "../ui/lazy-part.tsx";
import { PopoverButton } from "../ui/popover-button.tsx";

const loadPanel = () => import("./account-panel.tsx").then((module) => module.AccountPanel);

export function AccountButton({ user }: { user: CurrentUserView }) {
  return (
    <PopoverButton
      label="Your account"
      face={<Avatar person={user} size="small" />}
      className="grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle"
      panelClassName="w-72 max-w-[calc(100vw-1.5rem)]"
    >
      {(close) => <LazyPart load={loadPanel} props={{ user, onChoose: close }} />}
    </PopoverButton>
  );
}
