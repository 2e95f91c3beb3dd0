import { Search } from "lucide-react";
import { useState } from "react";
import { LazyPart } from "../../../components/ui/loading.tsx";

const loadDialog = () => import("./search-dialog.tsx").then((module) => module.SearchDialog);

/** On small screens the search box below the header scrolls away, but this button doesn't. */
export function SearchOpener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Find something"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle md:hidden"
      >
        <Search size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {isOpen && <LazyPart load={loadDialog} props={{ onClose: () => setIsOpen(false) }} />}
    </>
  );
}
