import type { DemoSessions } from "./demo-sessions.ts";
import type { BrowserChoice } from "./find-browser.ts";

type TestEnvironment = BrowserChoice & { address: string; demoSessions: DemoSessions };

const VARIABLE = "NEXBY_E2E_ENVIRONMENT";

/** Workers are processes of their own that inherit the environment. */
export function shareWithWorkers(environment: TestEnvironment): void {
  process.env[VARIABLE] = JSON.stringify(environment);
}

export function testEnvironment(): TestEnvironment {
  const told = process.env[VARIABLE];
  if (!told) throw new Error("The global set-up has not run");
  return JSON.parse(told) as TestEnvironment;
}
