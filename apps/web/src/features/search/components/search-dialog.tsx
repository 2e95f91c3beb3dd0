import { useEffect, useRef } from "react";
import { Modal } from "../../../components/ui/modal.tsx";
import { useMobileOnly } from "../../../lib/browser/viewport.ts";
import { SearchBox } from "./search-box.tsx";

export function SearchDialog({ onClose }: { onClose: () => void }) {
  const content = useRef<HTMLDivElement>(null);
  useMobileOnly(onClose);

  // By default the dialog would focus its first button.
  useEffect(() => content.current?.querySelector("input")?.focus(), []);

  return (
    <Modal
      title="Search"
      onClose={onClose}
      className="mt-0 mb-auto max-h-[85dvh] w-full max-w-full animate-[appear_200ms] rounded-b-sheet"
    >
      <div ref={content} className="overflow-y-auto overscroll-contain px-4 pt-1.5 pb-4">
        <SearchBox isInDialog onSearched={onClose} />
      </div>
    </Modal>
  );
}
