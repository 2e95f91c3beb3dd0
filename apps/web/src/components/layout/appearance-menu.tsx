import { Moon, Sun } from "lucide-react";
import { LazyPart } from "../ui/lazy-part.tsx";
import { PopoverButton } from "../ui/popover-button.tsx";

const loadChoice = () => import("./appearance-choice.tsx").then((module) => module.AppearanceChoice);

export function AppearanceMenu({ className = "" }: { className?: string }) {
  return (
    <PopoverButton
      label="Appearance"
      face={
        <>
          <Sun size={20} strokeWidth={1.75} aria-hidden="true" className="dark:hidden" />
          <Moon size={20} strokeWidth={1.75} aria-hidden="true" className="hidden dark:block" />
        </>
      }
      className={`grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle ${className}`}
      panelClassName="w-48"
    >
      {() => <LazyPart load={loadChoice} props={{}} />}
    </PopoverButton>
  );
}
