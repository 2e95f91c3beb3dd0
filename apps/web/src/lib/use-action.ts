import { useState } from "react";
import { problemsOf, waitText } from "./form-problems.ts";
import { useIntent } from "./intents.ts";

type Action<Wish extends unknown[]> = {
  run: (...wish: Wish) => Promise<void>;
  isBusy: boolean;
  /** What to say when it did not work. */
  problem: string | null;
};

/** For a button that does something by itself, without a form. */
export function useAction<Wish extends unknown[]>(act: (key: string, ...wish: Wish) => Promise<void>): Action<Wish> {
  const attempt = useIntent(act);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const run = async (...wish: Wish) => {
    setIsBusy(true);
    setProblem(null);
    try {
      await attempt(...wish);
    } catch (error) {
      const { message, waitSeconds } = problemsOf(error, []);
      setProblem(waitSeconds === null ? message : `${message}. ${waitText(waitSeconds)}`);
    } finally {
      setIsBusy(false);
    }
  };
  return { run, isBusy, problem };
}
