import { wait } from "../wait.ts";
import { type RetryRule, retryDelay, shouldRetryCall } from "./retry-rules.ts";

/** For calls outside the query client, which has retries of its own. */
export async function withRetry<Result>(
  act: () => Promise<Result>,
  shouldRetry: RetryRule = shouldRetryCall,
): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await act();
    } catch (error) {
      if (!shouldRetry(retries, error)) throw error;
      await wait(retryDelay(retries, error));
    }
  }
}
