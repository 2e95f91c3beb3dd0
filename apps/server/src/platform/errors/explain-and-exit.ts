import { ConfigError } from "../config/config.ts";

const codeOf = (error: Error) => ("code" in error ? error.code : undefined);

/** The last word of a process that could not start: what is wrong and what to do, not where in the code. */
export function explainAndExit(error: unknown): never {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return `Nexby could not start: ${String(error)}`;
  if (error instanceof ConfigError) return error.message;
  if (codeOf(error) === "EADDRINUSE") {
    return "Nexby could not start: the port is in use by another program. Set PORT to a free one, for example PORT=3001.";
  }
  if (codeOf(error) === "EACCES") return `Nexby could not start: not allowed (${error.message}).`;
  return `Nexby could not start: ${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ""}`;
}
