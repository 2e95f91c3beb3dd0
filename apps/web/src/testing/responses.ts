/** Answers calls in their order, and the last answer again and again. */
export function inTurn<Result>(...answers: (() => Result)[]): () => Result {
  let asked = 0;
  return () => {
    const answer = answers[Math.min(asked, answers.length - 1)] as () => Result;
    asked += 1;
    return answer();
  };
}

/** A request that gets no answer at all. */
export const noNetwork = (): never => {
  throw new TypeError("Failed to fetch");
};

/** A request that is never answered. */
export const silence = (): Promise<never> => new Promise(() => {});
