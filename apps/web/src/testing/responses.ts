/** Responds to calls in order and repeats the last response. */
export function inTurn<Result>(...responders: (() => Result)[]): () => Result {
  let calls = 0;
  return () => {
    const respond = responders[Math.min(calls, responders.length - 1)] as () => Result;
    calls += 1;
    return respond();
  };
}

/** A request that fails without a response. */
export const noNetwork = (): never => {
  throw new TypeError("Failed to fetch");
};

/** A request that never gets a response. */
export const silence = (): Promise<never> => new Promise(() => {});
