import type { LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { Link } from "wouter";

export type MenuAction = { label: string; icon: LucideIcon; isDangerous?: boolean } & (
  | { href: string }
  | { onSelect: () => void }
);

type Props = { name: string; actions: readonly MenuAction[]; isBusy: boolean; face: ReactNode; className: string };

const ENTRY =
  "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 text-left font-medium outline-none data-highlighted:bg-subtle";

/** Open at first. Not modal, because the security policy blocks Radix's scroll lock. */
export function Menu({ name, actions, isBusy, face, className }: Props) {
  const chosen = useRef<(() => void) | null>(null);

  // The action runs once the menu is gone, so that a dialog returns the focus to the button.
  const act = () => {
    chosen.current?.();
    chosen.current = null;
  };

  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger aria-label={name} aria-busy={isBusy || undefined} className={className}>
        {face}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={act}
          className="z-20 min-w-48 rounded-card border border-line bg-surface p-1.5 text-ink shadow-soft"
        >
          {actions.map((action) => (
            <MenuEntry
              key={action.label}
              action={action}
              onChoose={(run) => {
                chosen.current = run;
              }}
            />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type MenuEntryProps = { action: MenuAction; onChoose: (run: () => void) => void };

function MenuEntry({ action, onChoose }: MenuEntryProps) {
  const { label, icon: Icon, isDangerous = false } = action;
  const content = (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </>
  );
  if ("href" in action) {
    return (
      <DropdownMenu.Item asChild className={ENTRY}>
        <Link href={action.href}>{content}</Link>
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item
      className={`${ENTRY} ${isDangerous ? "text-danger" : ""}`}
      onSelect={() => onChoose(action.onSelect)}
    >
      {content}
    </DropdownMenu.Item>
  );
}
