import { useEffect, useRef, useState } from "react";
import { STEP_NAMES, type StepName } from "./steps.ts";

/** Steps that somebody has been at and left again. */
export function useVisitedSteps(current: StepName, areAllVisited: boolean): ReadonlySet<StepName> {
  const [visited, setVisited] = useState<ReadonlySet<StepName>>(() => new Set(areAllVisited ? STEP_NAMES : []));
  const last = useRef(current);
  useEffect(() => {
    const left = last.current;
    last.current = current;
    if (left !== current) setVisited((before) => new Set([...before, left]));
  }, [current]);
  return visited;
}
