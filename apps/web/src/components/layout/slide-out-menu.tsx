import { Menu } from "lucide-react";
import { useState } from "react";
import { LazyPart } from "../ui/lazy-part.tsx";

const loadPanel = () => import("./slide-out-panel.tsx").then((module) => module.SlideOutPanel);

/** For screens without room for the links of the header. */
export function SlideOutMenu() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle lg:hidden"
      >
        <Menu size={22} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {isOpen && <LazyPart load={loadPanel} props={{ onClose: () => setIsOpen(false) }} />}
    </>
  );
}
