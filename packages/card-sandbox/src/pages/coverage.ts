import { API_VERSIONS } from "../events/emit.ts";
import type { Call } from "../http/call.ts";
import { clockCalls } from "../http/clock.ts";
import { CONTROL_CALLS } from "../http/control-calls.ts";
import { ALL_CALLS } from "../resources/all-calls.ts";
import { REFUSED_CALLS } from "../resources/transfers.ts";
import { FAULT_KINDS } from "../settings.ts";
import { TEST_CARDS, type TestCard } from "../test-cards.ts";

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const code = (text: string): string => `\`${text}\``;

function callRow({ method, path, key, params }: Call): string[] {
  const accepted = params.filter(({ isRefused }) => !isRefused);
  const names = accepted.map(({ name, isRequired }) => (isRequired ? `**${code(name)}**` : code(name)));
  return [code(`${method} ${path}`), key === "publishable" ? "yes" : "", names.join(", ")];
}

/** The part of the path that names the resource, such as payment_intents. */
const resourceOf = ({ path }: Call): string => path.split("/")[path.startsWith("/v1/radar/") ? 3 : 2] ?? "";

function resourceTables(): string[] {
  const resources = [...new Set(ALL_CALLS.map(resourceOf))].toSorted();
  return resources.map((resource) => {
    const rows = ALL_CALLS.filter((call) => resourceOf(call) === resource).map(callRow);
    return `### ${resource}\n\n${table(["Call", "Browsers", "Parameters"], rows)}`;
  });
}

function behaviorOf({ decline, authentication, risk, checks, later, refunds, isAvailableAtOnce }: TestCard): string {
  const parts = [
    decline && `declined: ${decline.declineCode}`,
    authentication && `authentication: ${authentication.replaceAll("_", " ")}`,
    risk && `${risk.level} risk`,
    ...Object.entries(checks ?? {}).map(([check, result]) => `${check}: ${result}`),
    later && `later: ${later.replaceAll("_", " ")}`,
    refunds && `refunds: ${refunds}`,
    isAvailableAtOnce && "available immediately",
  ];
  return parts.filter(Boolean).join(", ") || "succeeds";
}

/** The coverage table of the documentation, in Markdown. */
export function coverageTable(): string {
  const cards = Object.entries<TestCard>(TEST_CARDS).map(([name, card]) => [
    code(name),
    card.number,
    card.country ?? "US",
    behaviorOf(card),
  ]);
  const refused = [
    ...REFUSED_CALLS.map(({ method, path }) => code(`${method} ${path}`)),
    ...ALL_CALLS.flatMap(({ method, path, params }) =>
      params.filter(({ isRefused }) => isRefused).map(({ name }) => `${code(name)} of ${code(`${method} ${path}`)}`),
    ),
  ];
  return `${[
    "# What the card sandbox covers",
    "This page is generated from the code by `card-sandbox --coverage`.",
    `API versions: ${API_VERSIONS.map(code).join(", ")}. Every call also takes \`expand\`. Required parameters are bold. Calls that browsers can make need only the publishable key.`,
    "## API",
    ...resourceTables(),
    "### Rejected by name",
    refused.map((what) => `- ${what}`).join("\n"),
    "## Control endpoints",
    table(["Call", "Browsers", "Parameters"], [...CONTROL_CALLS, ...clockCalls].map(callRow)),
    `Fault kinds: ${FAULT_KINDS.map(code).join(", ")}.`,
    "## Test cards",
    table(["Name", "Number", "Country", "Behavior"], cards),
  ].join("\n\n")}\n`;
}
