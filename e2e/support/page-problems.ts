import type { BrowserContext } from "@playwright/test";

const REPORT = "reportPolicyBreach";

/** Every visitor's page checks the session, and browsers log the 401 like an error. */
const isAboutVisitor = (text: string, url: string): boolean =>
  text.includes("status of 401") && url.endsWith("/api/auth/user");

/** Collects the problems that the pages of a context report from now on. */
export async function recordProblems(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];

  context.on("weberror", (error) => problems.push(`Uncaught: ${error.error().stack ?? error.error().message}`));
  context.on("console", (message) => {
    const { url } = message.location();
    if (message.type() !== "error" || isAboutVisitor(message.text(), url)) return;
    problems.push(`Console: ${message.text()} (${url})`);
  });

  await context.exposeFunction(REPORT, (breach: string) => problems.push(`Security policy: ${breach}`));
  await context.addInitScript((report) => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      const reportBreach: unknown = Reflect.get(globalThis, report);
      if (typeof reportBreach === "function") reportBreach(`${violatedDirective} refused ${blockedURI} ${sample}`);
    });
  }, REPORT);
  return problems;
}
