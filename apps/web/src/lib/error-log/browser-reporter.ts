import { readAuthState } from "../auth-state.ts";
import { storedToken } from "../auth-token.ts";
import { sessionMemory } from "../safe-storage.ts";
import { browserFacts } from "./browser-facts.ts";
import { collectFormData } from "./form-data.ts";
import { createErrorLog, type ReportError } from "./log.ts";
import type { LogSession } from "./log-session.ts";
import { entrySender } from "./send-entry.ts";

/** The error log of this window. */
export function browserReporter(session: LogSession): ReportError {
  const report = createErrorLog({
    send: entrySender({ fetch: (...request) => fetch(...request), token: () => storedToken(sessionMemory) }),
    browserFacts: () => browserFacts(window),
    person: () => readAuthState(sessionMemory, Date.now())?.user ?? null,
    session,
  });
  return (source, error, circumstances) => report(source, error, { formData: formInUse(), ...circumstances });
}

/** What somebody is filling in often explains what fails. */
function formInUse(): Record<string, unknown> | undefined {
  const form = document.activeElement?.closest("form");
  return form ? collectFormData(form) : undefined;
}
