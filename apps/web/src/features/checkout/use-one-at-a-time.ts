import { useRef, useState } from "react";

/** Runs what is asked for unless something runs already: a second click comes before the first has been drawn. */
export function useOneAtATime(onError: (error: unknown) => Promise<void> | void) {
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);

  const run = async (act: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    try {
      await act();
    } catch (error) {
      await onError(error);
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}
