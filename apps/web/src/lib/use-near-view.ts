import { type RefObject, useEffect, useState } from "react";

const MARGIN_PX = 50;

/** Whether an element has come within 50 px of the screen; once it has, it stays so. */
export function useNearView(element: RefObject<Element | null>, isNearFromStart: boolean): boolean {
  const [isNear, setIsNear] = useState(isNearFromStart);

  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: `${MARGIN_PX}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);

  return isNear;
}
