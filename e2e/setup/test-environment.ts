import type { DemoSessions } from "./demo-sessions.ts";
import type { BrowserChoice } from "./find-browser.ts";

type TestEnvironment = BrowserChoice & { address: string; demoSessions: DemoSessions };

const VARIABLE = "NEXBY_E2E_ENVIRONMENT";

/** Workers are separate processes that inherit the environment. */
export function shareWithWorkers(environment: TestEnvironment): void {
  process.env[VARIABLE] = JSON.stringify(environment);
}

export function testEnvironment(): TestEnvironment {
  const value = process.env[VARIABLE];
  if (!value) throw new Error("The global set-up has not run");
  return JSON.parse(value) as TestEnvironment;
}
