import type { BrowserContext } from "@playwright/test";

const REPORT = "reportPolicyBreach";

/** Every visitor's page asks who is signed in; browsers write the answer to the console like an error. */
const isAboutVisitor = (text: string, url: string): boolean =>
  text.includes("status of 401") && url.endsWith("/api/auth/user");

/** Collects, from now on, what the pages of a context complain about. */
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
      const tell: unknown = Reflect.get(globalThis, report);
      if (typeof tell === "function") tell(`${violatedDirective} refused ${blockedURI} ${sample}`);
    });
  }, REPORT);
  return problems;
}
