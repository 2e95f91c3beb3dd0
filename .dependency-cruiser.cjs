const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const TESTS = "\\.(test|spec|suite)\\.tsx?$|/tests/";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid("no-cycles", "Import cycles are not allowed.", {}, { circular: true }),
    forbid("no-unresolvable", "Unresolvable imports cannot be checked.", {}, { couldNotResolve: true }),
    forbid(
      "no-orphans",
      "No file imports this module: delete it or use it.",
      {
        orphan: true,
        pathNot: [TESTS, "\\.d\\.ts$", "\\.config\\.ts$", "(^|/)dist/", "^apps/web/(public|src/app/routes)/"],
      },
      {},
    ),
    forbid(
      "domain-is-pure",
      "The domain imports no npm packages, no Node built-ins and no other workspace.",
      { path: "^packages/domain/src", pathNot: TESTS },
      { pathNot: "^packages/domain/src" },
    ),
    forbid(
      "contract-knows-domain-only",
      "The contract imports only zod and the domain.",
      { path: "^packages/contract/src", pathNot: TESTS },
      { pathNot: "^packages/(contract|domain)/src|node_modules/zod/" },
    ),
    forbid(
      "card-sandbox-stands-alone",
      "The card sandbox stands in for Stripe: it imports no other workspace and only types from the Stripe SDK.",
      { path: "^packages/card-sandbox/src", pathNot: `^packages/card-sandbox/src/testing/|${TESTS}` },
      {
        pathNot: "^packages/card-sandbox/src|node_modules/(@types/)?(fastify|pg)/|node_modules/@electric-sql/",
        dependencyTypesNot: ["core", "type-only"],
      },
    ),
    forbid(
      "embedded-postgres-stands-alone",
      "The embedded database server does not depend on the product.",
      { path: "^packages/embedded-postgres/src" },
      {
        pathNot: "^packages/(embedded-postgres|process-lock)/src|node_modules/(@types/)?(pg|vitest)/",
        dependencyTypesNot: ["core"],
      },
    ),
    forbid(
      "web-not-server",
      "Web and server share only the contract.",
      { path: "^apps/web" },
      { path: "^apps/server" },
    ),
    forbid(
      "server-not-web",
      "Web and server share only the contract.",
      { path: "^apps/server" },
      { path: "^apps/web" },
    ),
    forbid(
      "nothing-imports-scripts",
      "Scripts are entry points; other code must not import them.",
      {},
      { path: "^scripts/" },
    ),
    forbid(
      "web-shared-below-features",
      "components, lib <- features <- app",
      { path: "^apps/web/src/(components|lib)/" },
      { path: "^apps/web/src/(features|app)/" },
    ),
    forbid(
      "web-lib-below-components",
      "lib <- components",
      { path: "^apps/web/src/lib/" },
      { path: "^apps/web/src/components/" },
    ),
    forbid(
      "web-features-below-app",
      "components, lib <- features <- app",
      { path: "^apps/web/src/features/" },
      { path: "^apps/web/src/app/" },
    ),
    forbid(
      "web-features-apart",
      "Routes compose features; features do not import each other.",
      { path: "^apps/web/src/features/([^/]+)/" },
      { path: "^apps/web/src/features/", pathNot: "^apps/web/src/features/$1/" },
    ),
    forbid(
      "server-features-through-public",
      "Import another feature only through its public.ts.",
      { path: "^apps/server/src/features/([^/]+)/", pathNot: TESTS },
      {
        path: "^apps/server/src/features/",
        pathNot: ["^apps/server/src/features/$1/", "^apps/server/src/features/[^/]+/public\\.ts$"],
      },
    ),
    forbid(
      "public-offers-no-tables",
      "public.ts exports functions; import tables from the schema.",
      { path: "^apps/server/src/features/[^/]+/public\\.ts$" },
      { path: "^apps/server/src/schema/" },
    ),
    forbid(
      "schema-stands-alone",
      "The schema imports only the domain, the contract and drizzle-orm.",
      { path: "^apps/server/src/schema/", pathNot: TESTS },
      { pathNot: "^apps/server/src/schema/|^packages/(domain|contract)/src|node_modules/drizzle-orm/" },
    ),
    forbid(
      "platform-below-features",
      "Platform, schema and adapters import no features, composition or demo data.",
      { path: "^apps/server/src/(platform|schema|adapters)/", pathNot: TESTS },
      { path: "^apps/server/src/(features|composition|demo)/" },
    ),
    forbid(
      "features-see-ports",
      "Features import the port, never the vendor.",
      { path: "^apps/server/src/features/", pathNot: TESTS },
      { path: "^apps/server/src/adapters/", pathNot: "\\.port\\.ts$" },
    ),
    forbid(
      "features-without-demo",
      "The product must work without demo data.",
      { path: "^apps/server/src/features/", pathNot: TESTS },
      { path: "^apps/server/src/(demo|composition)/" },
    ),
    forbid(
      "routes-stay-thin",
      "Routes call commands and queries; they contain no SQL.",
      { path: "\\.routes\\.ts$" },
      { path: "^apps/server/src/schema/|node_modules/drizzle-orm/" },
    ),
    forbid(
      "only-routes-know-http",
      "Everything but the routes can also run in a job.",
      { path: "^apps/server/src/features/", pathNot: ["\\.routes\\.ts$", TESTS] },
      {
        path: "^apps/server/src/platform/http/|node_modules/fastify/",
        pathNot: "/http/plain-page\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    ),
    forbid(
      "commands-present-nothing",
      "Commands return rows; the routes present them.",
      { path: "^apps/server/src/features/[^/]+/commands/", pathNot: TESTS },
      { path: "\\.(routes|presenter)\\.ts$" },
    ),
    forbid(
      "presenters-do-no-io",
      "Presenters and policies only transform their input.",
      { path: "\\.(presenter|policy)\\.ts$" },
      {
        path: "\\.queries\\.ts$|^apps/server/src/(adapters|platform/db|schema)/|node_modules/drizzle-orm/",
        dependencyTypesNot: ["type-only"],
      },
    ),
    forbid(
      "pg-in-the-db-layer",
      "Only platform/db and tests import the driver.",
      { path: "^apps/server/src/", pathNot: `^apps/server/src/(platform/db|testing)/|${TESTS}` },
      { path: "node_modules/pg/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/|\\.webp$|\\.css$|\\.woff2$|\\?" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
