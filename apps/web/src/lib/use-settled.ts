import { useEffect, useState } from "react";

/** What was typed last, once the keys have rested for so long. */
export function useSettled(text: string, restMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), restMs);
    return () => clearTimeout(timer);
  }, [text, restMs]);
  return settled;
}
