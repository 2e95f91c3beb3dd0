import { problemsOf } from "../../lib/form-problems.ts";
import { type Notice, toasts } from "../../lib/toasts.ts";

type Notices = { success: Notice; failureTitle: string };

/** Says in a toast how it went. The form says what went wrong as well, where it can be read for longer. */
export async function withNotices<Result>({ success, failureTitle }: Notices, act: () => Promise<Result>) {
  try {
    const result = await act();
    toasts.show(success);
    return result;
  } catch (error) {
    toasts.show({
      title: failureTitle,
      description: problemsOf(error, []).message ?? undefined,
      isDestructive: true,
    });
    throw error;
  }
}
