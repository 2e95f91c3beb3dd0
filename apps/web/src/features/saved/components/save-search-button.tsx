import { BellPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { usePageSession } from "../../../lib/page-session.ts";
import { authPath } from "../../../lib/paths.ts";
import { browsePath, type Search } from "../../../lib/search-url.ts";

/** Loaded on the first click. */
const loadDialog = () => import("./save-search-dialogs.tsx").then((module) => module.SaveSearchDialog);

type Props = {
  search: Search;
  /** Display name, not the slug. */
  categoryName?: string | null;
};

/** Visitors sign in first and return to the same results. */
export function SaveSearchButton({ search, categoryName = null }: Props) {
  const { user, isError } = usePageSession();
  const [, navigate] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  const isVisitor = user === null || isError;

  // Pressed while the session is still being checked, the button acts once it is known.
  useEffect(() => {
    if (!isOpen) return;
    if (isVisitor) navigate(authPath("choice", browsePath(search)));
    else setIsRequested(true);
  }, [isOpen, isVisitor, navigate, search]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 font-semibold text-sm transition-colors duration-120 hover:bg-subtle"
      >
        <BellPlus size={18} strokeWidth={1.75} aria-hidden="true" />
        Save search
      </button>
      {isRequested && user && (
        <LazyPart load={loadDialog} props={{ search, categoryName, isOpen, onClose: () => setIsOpen(false) }} />
      )}
    </>
  );
}
