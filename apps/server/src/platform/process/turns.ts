import { AppError } from "../errors/app-error.ts";

const RETRY_AFTER_SECONDS = 5;

type Options = {
  atOnce: number;
  /** Beyond these, a request is better off trying again later. What is patient is not counted. */
  mostWaiting: number;
};

type Wish = {
  /** Nobody is waiting for it: it lets all others go first, and is never refused. */
  isPatient?: boolean;
};

/** Heavy work takes turns: a burst of it must not take the machine from everybody else. */
export function createTurns({ atOnce, mostWaiting }: Options) {
  const waiting: (() => void)[] = [];
  const patient: (() => void)[] = [];
  let busy = 0;

  async function takeTurn(isPatient: boolean): Promise<void> {
    if (busy < atOnce) {
      busy += 1;
      return;
    }
    if (!isPatient && waiting.length >= mostWaiting) {
      throw new AppError("service_unavailable", undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    await new Promise<void>((resolve) => (isPatient ? patient : waiting).push(resolve));
  }

  return async function inTurn<T>(work: () => Promise<T>, { isPatient = false }: Wish = {}): Promise<T> {
    await takeTurn(isPatient);
    try {
      return await work();
    } finally {
      const next = waiting.shift() ?? patient.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
