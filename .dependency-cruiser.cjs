const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const TESTS = "\\.(test|spec|suite)\\.tsx?$|/tests/";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid("no-cycles", "An import cycle has no bottom.", {}, { circular: true }),
    forbid("no-unresolvable", "What cannot be found cannot be checked.", {}, { couldNotResolve: true }),
    forbid(
      "no-orphans",
      "Nobody imports it: delete it or wire it.",
      {
        orphan: true,
        pathNot: [TESTS, "\\.d\\.ts$", "\\.config\\.ts$", "(^|/)dist/", "^apps/web/src/app/routes/"],
      },
      {},
    ),
    forbid(
      "domain-is-pure",
      "Domain: no npm packages, no Node builtins, nothing else of ours.",
      { path: "^packages/domain/src", pathNot: TESTS },
      { pathNot: "^packages/domain/src" },
    ),
    forbid(
      "contract-knows-domain-only",
      "Contract: zod and the domain.",
      { path: "^packages/contract/src", pathNot: TESTS },
      { pathNot: "^packages/(contract|domain)/src|node_modules/zod/" },
    ),
    forbid(
      "card-sandbox-stands-alone",
      "It is Stripe to us: it knows nothing of ours, and of Stripe's library the types only.",
      { path: "^packages/card-sandbox/src", pathNot: `^packages/card-sandbox/src/testing/|${TESTS}` },
      {
        pathNot: "^packages/card-sandbox/src|node_modules/(@types/)?(fastify|pg)/",
        dependencyTypesNot: ["core", "type-only"],
      },
    ),
    forbid(
      "embedded-postgres-stands-alone",
      "A database server for any program: it knows nothing of the product.",
      { path: "^packages/embedded-postgres/src" },
      {
        pathNot: "^packages/(embedded-postgres|process-lock)/src|node_modules/(@types/)?(pg|vitest)/",
        dependencyTypesNot: ["core"],
      },
    ),
    forbid("web-not-server", "Web and server meet in the contract.", { path: "^apps/web" }, { path: "^apps/server" }),
    forbid("server-not-web", "Web and server meet in the contract.", { path: "^apps/server" }, { path: "^apps/web" }),
    forbid("nothing-imports-scripts", "Scripts are entry points.", {}, { path: "^scripts/" }),
    forbid(
      "web-shared-below-features",
      "components, lib <- features <- app",
      { path: "^apps/web/src/(components|lib)/" },
      { path: "^apps/web/src/(features|app)/" },
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
      "Another feature is reached through its public.ts only.",
      { path: "^apps/server/src/features/([^/]+)/", pathNot: TESTS },
      {
        path: "^apps/server/src/features/",
        pathNot: ["^apps/server/src/features/$1/", "^apps/server/src/features/[^/]+/public\\.ts$"],
      },
    ),
    forbid(
      "public-offers-no-tables",
      "Other features call functions; tables are imported from the schema.",
      { path: "^apps/server/src/features/[^/]+/public\\.ts$" },
      { path: "^apps/server/src/schema/" },
    ),
    forbid(
      "schema-stands-alone",
      "Tables are described by the schema, the domain and the contract.",
      { path: "^apps/server/src/schema/", pathNot: TESTS },
      { pathNot: "^apps/server/src/schema/|^packages/(domain|contract)/src|node_modules/drizzle-orm/" },
    ),
    forbid(
      "platform-below-features",
      "Platform, schema and adapters know no feature.",
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
      "The product works without its demo data.",
      { path: "^apps/server/src/features/", pathNot: TESTS },
      { path: "^apps/server/src/(demo|composition)/" },
    ),
    forbid(
      "routes-stay-thin",
      "Routes call commands and queries; SQL is not theirs.",
      { path: "\\.routes\\.ts$" },
      { path: "^apps/server/src/schema/|node_modules/drizzle-orm/" },
    ),
    forbid(
      "commands-know-no-http",
      "A job can run every command.",
      { path: "^apps/server/src/features/[^/]+/commands/", pathNot: TESTS },
      { path: "^apps/server/src/platform/http/|node_modules/fastify/|\\.(routes|presenter)\\.ts$" },
    ),
    forbid(
      "presenters-do-no-io",
      "Presenters and policies shape what they are given.",
      { path: "\\.(presenter|policy)\\.ts$" },
      {
        path: "\\.queries\\.ts$|^apps/server/src/(adapters|platform/db|schema)/|node_modules/drizzle-orm/",
        dependencyTypesNot: ["type-only"],
      },
    ),
    forbid(
      "pg-in-the-db-layer",
      "The driver stays in platform/db; tests may use it.",
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
