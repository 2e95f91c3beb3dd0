import { Ellipsis, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { LazyPart } from "../ui/loading.tsx";
import type { MenuAction } from "../ui/menu.tsx";

type Props = {
  /** Accessible name of the button, which shows only an icon. */
  name: string;
  actions: readonly MenuAction[];
  isBusy?: boolean;
};

const LOOK =
  "grid size-11 shrink-0 place-items-center rounded-control border border-line-strong bg-surface transition-colors duration-120 hover:bg-subtle data-[state=open]:bg-subtle";

const loadMenu = () => import("../ui/menu.tsx").then((module) => module.Menu);

/** Menu of an entry's less frequent actions. Its code loads when it is first opened. */
export function MenuButton({ name, actions, isBusy = false }: Props) {
  const [isRequested, setIsRequested] = useState(false);
  const Icon = isBusy ? LoaderCircle : Ellipsis;
  const face = <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={isBusy ? "animate-spin" : undefined} />;
  const button = (
    <button type="button" aria-label={name} aria-haspopup="menu" className={LOOK} onClick={() => setIsRequested(true)}>
      {face}
    </button>
  );

  if (!isRequested) return button;
  return <LazyPart load={loadMenu} props={{ name, actions, isBusy, face, className: LOOK }} fallback={button} />;
}
