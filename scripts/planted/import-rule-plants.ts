type Plant = { rule: string; file: string; source: string };

/** Files that the violations below import; they break no rule themselves. */
export const TARGETS: Record<string, string> = {
  "packages/domain/src/planted/cycle-back.ts":
    'import { there } from "./cycle.ts";\nexport const back = (): unknown => there;\n',
  "apps/web/src/features/planted-b/two.ts": "export const two = 2;\n",
  "apps/web/src/components/planted/shown.ts": "export const shown = 1;\n",
  "apps/server/src/adapters/planted/vendor.ts": "export const vendor = 1;\n",
  "apps/server/src/demo/planted-demo.ts": "export const demo = 1;\n",
  "apps/server/src/features/planted-a/planted.queries.ts": "export const rows = 1;\n",
  "apps/server/src/schema/planted.ts": "export const table = 1;\n",
  "apps/server/src/features/planted-b/public.ts": 'export { inner } from "./inner.ts";\n',
  "apps/server/src/features/planted-b/inner.ts": "export const inner = 1;\n",
};

/** Each entry is a file that breaks one import rule. */
export const PLANTS: Plant[] = [
  plant("no-cycles", "packages/domain/src/planted/cycle.ts", "./cycle-back.ts"),
  plant("no-unresolvable", "packages/domain/src/planted/unresolvable.ts", "./nowhere.ts"),
  { rule: "no-orphans", file: "packages/domain/src/planted/orphan.ts", source: "export const lonely = 1;\n" },
  plant("domain-is-pure", "packages/domain/src/planted/impure.ts", "node:fs"),
  plant("contract-knows-domain-only", "packages/contract/src/planted/impure.ts", "node:fs"),
  plant("card-sandbox-stands-alone", "packages/card-sandbox/src/planted/sdk.ts", "stripe"),
  plant(
    "embedded-postgres-stands-alone",
    "packages/embedded-postgres/src/planted/domain.ts",
    "@nexby/domain/kernel/money",
  ),
  plant("web-not-server", "apps/web/src/lib/planted-server.ts", "../../../server/src/main.ts"),
  plant("server-not-web", "apps/server/src/platform/planted-web.ts", "../../../web/src/features/planted-b/two.ts"),
  plant("nothing-imports-scripts", "apps/server/src/platform/planted-script.ts", "../../../../scripts/start.mjs"),
  plant("web-shared-below-features", "apps/web/src/lib/planted-feature.ts", "../features/planted-b/two.ts"),
  plant("web-lib-below-components", "apps/web/src/lib/planted-component.ts", "../components/planted/shown.ts"),
  plant("web-features-below-app", "apps/web/src/features/planted-a/app.ts", "../../app/main.tsx"),
  plant("web-features-apart", "apps/web/src/features/planted-a/apart.ts", "../planted-b/two.ts"),
  plant("server-features-through-public", "apps/server/src/features/planted-a/inside.ts", "../planted-b/inner.ts"),
  plant("public-offers-no-tables", "apps/server/src/features/planted-c/public.ts", "../../schema/planted.ts"),
  plant("schema-stands-alone", "apps/server/src/schema/planted-reader.ts", "../platform/ids.ts"),
  plant("platform-below-features", "apps/server/src/platform/planted-feature.ts", "../features/planted-b/public.ts"),
  plant("features-see-ports", "apps/server/src/features/planted-a/vendor.ts", "../../adapters/planted/vendor.ts"),
  plant("features-without-demo", "apps/server/src/features/planted-a/demo.ts", "../../demo/planted-demo.ts"),
  plant("routes-stay-thin", "apps/server/src/features/planted-a/planted.routes.ts", "../../schema/planted.ts"),
  plant("only-routes-know-http", "apps/server/src/features/planted-a/request.ts", "fastify"),
  plant("commands-present-nothing", "apps/server/src/features/planted-a/commands/act.ts", "../planted.presenter.ts"),
  plant("presenters-do-no-io", "apps/server/src/features/planted-a/planted.presenter.ts", "./planted.queries.ts"),
  plant("pg-in-the-db-layer", "apps/server/src/features/planted-a/driver.ts", "pg"),
];

/** Features that import each other, though no two of their files do. */
export const CIRCLES: { features: string; files: Record<string, string> }[] = [
  {
    features: "server planted-d → server planted-e → server planted-d",
    files: {
      "apps/server/src/features/planted-d/public.ts": "export const d = 1;\n",
      "apps/server/src/features/planted-d/uses-e.ts": importing("../planted-e/public.ts"),
      "apps/server/src/features/planted-e/public.ts": "export const e = 1;\n",
      "apps/server/src/features/planted-e/uses-d.ts": importing("../planted-d/public.ts"),
    },
  },
  {
    features: "web planted-c → web planted-d → web planted-e → web planted-c",
    files: {
      "apps/web/src/features/planted-c/api.ts": importing("../planted-d/copy.ts"),
      "apps/web/src/features/planted-d/copy.ts": "export const d = 1;\n",
      "apps/web/src/features/planted-d/api.ts": importing("../planted-e/copy.ts"),
      "apps/web/src/features/planted-e/copy.ts": "export const e = 1;\n",
      "apps/web/src/features/planted-e/screens/list.tsx": importing("../../planted-c/api.ts"),
    },
  },
];

function plant(rule: string, file: string, imported: string): Plant {
  return { rule, file, source: importing(imported) };
}

function importing(imported: string): string {
  return `import * as there from "${imported}";\n\nexport { there };\n`;
}
