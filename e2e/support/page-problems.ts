import type { BrowserContext } from "@playwright/test";

const REPORT = "reportPolicyBreach";

/** Collects, from now on, what the pages of a context complain about. */
export async function recordProblems(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];

  context.on("weberror", (error) => problems.push(`Uncaught: ${error.error().stack ?? error.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(`Console: ${message.text()} (${message.location().url})`);
  });

  await context.exposeFunction(REPORT, (breach: string) => problems.push(`Security policy: ${breach}`));
  await context.addInitScript((report) => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      const tell: unknown = Reflect.get(globalThis, report);
      if (typeof tell === "function") tell(`${violatedDirective} refused ${blockedURI} ${sample}`);
    });
  }, REPORT);
  return problems;
}
