import type { ClockView } from "@nexby/contract/clock";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { problemsOf } from "../../lib/form-problems.ts";
import { useIntent } from "../../lib/intents.ts";
import { productClock } from "../../lib/product-clock.ts";
import { wait } from "../../lib/wait.ts";
import { clockJobs, moveClock } from "./api/clock.ts";

/** How long a stop is looked at before the journey goes on. */
const LOOK_MS = 400;

type Wish = { aim: Date; stopsAtJobs: boolean };

/** Where it goes, how far it has come, and what went wrong. Leaving the page, or stopping, ends it where it is. */
export function useJourney(onEnd: () => void) {
  const client = useQueryClient();
  const step = useIntent(moveClock);
  const [aim, setAim] = useState<Date | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isWanted = useRef(false);
  const stop = useCallback(() => {
    isWanted.current = false;
  }, []);
  useEffect(() => stop, [stop]);

  const move = async ({ aim: to, stopsAtJobs }: Wish): Promise<ClockView> => {
    const clock = await step({ to: to.toISOString(), stopsAtJobs });
    client.setQueryData(productClock().queryKey, clock);
    await client.invalidateQueries({ queryKey: clockJobs().queryKey });
    return clock;
  };

  const go = async (wish: Wish) => {
    isWanted.current = true;
    setAim(wish.aim);
    setProblem(null);
    try {
      while (isWanted.current && Date.parse((await move(wish)).now) < wish.aim.getTime()) await wait(LOOK_MS);
    } catch (error) {
      setProblem(problemsOf(error, []).message);
    } finally {
      isWanted.current = false;
      setAim(null);
      onEnd();
      // Everything else that was read belongs to another time.
      void client.invalidateQueries({ refetchType: "none" });
      void client.invalidateQueries({ queryKey: clockJobs().queryKey });
    }
  };

  return { aim, problem, go, stop };
}
