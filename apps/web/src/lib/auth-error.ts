/** Whether signing in again may help. */
export const isAuthenticationError = (error: unknown): boolean =>
  error instanceof Error && /unauthorized|authentication|401/i.test(error.message);
