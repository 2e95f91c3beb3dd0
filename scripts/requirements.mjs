import { reportRequirements } from "./verify/requirement-report.mjs";

const { summary, problems } = reportRequirements("reports", { tick: process.argv.includes("--tick") });

for (const line of [...problems, ...summary]) console.log(line);
process.exitCode = problems.length > 0 ? 1 : 0;
