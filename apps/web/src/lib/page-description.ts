import { useEffect } from "react";

/** For pages that are reached without loading anew, whose head still describes the one before. */
export function usePageDescription(description: string): void {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
  }, [description]);
}
