import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT, workspaceFolders } from "../launch/repository.mjs";
import { sourceFiles } from "../verify/source-files.mjs";

/** Most of the sources: the planted violations are found without them, and much faster. */
const EXCLUDED = new RegExp(
  [
    "^apps/(server|web)/src/(features|components|demo|lib|composition|testing)/",
    "^packages/(contract|card-sandbox)/src/",
    "^(e2e|bench)/.+/",
    "\\.(test|suite|fixture|spec)\\.tsx?$",
  ].join("|"),
);

const BUILT = ["apps/web/dist", "apps/server/dist"];

type Options = {
  /** Where in a new temporary folder the copy is made. */
  below?: string;
  /** Copies all sources and what was built from them, so that the copy can be started. */
  isComplete?: boolean;
};

/** Copies the checkout so that a test may break things; uses the packages installed here. */
export function copyCheckout({ below = "", isComplete = false }: Options = {}) {
  const temporary = mkdtempSync(join(tmpdir(), "nexby-planted-"));
  // When the tests run as root, PostgreSQL runs as another user.
  chmodSync(temporary, 0o711);
  const folder = join(temporary, below);
  const files = sourceFiles().filter((path) => isComplete || !EXCLUDED.test(path));
  for (const file of files) cpSync(join(ROOT, file), join(folder, file));
  for (const built of isComplete ? BUILT : []) {
    if (existsSync(join(ROOT, built))) cpSync(join(ROOT, built), join(folder, built), { recursive: true });
  }
  linkPackages(join(folder, "node_modules"));

  return {
    folder,
    write(files: Record<string, string>): void {
      for (const [file, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), content);
      }
    },
    delete: (path: string): void => rmSync(join(folder, path), { recursive: true, force: true }),
    run(script: string, ...args: string[]): { code: number | null; output: string } {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
        cwd: folder,
        encoding: "utf8",
        maxBuffer: Number.POSITIVE_INFINITY,
      });
      return { code: status, output: stdout + stderr };
    },
    remove: (): void => rmSync(temporary, { recursive: true, force: true }),
  };
}

/** Links each package separately, because our workspaces must resolve into the copy. */
function linkPackages(target: string): void {
  const installed = join(ROOT, "node_modules");
  const scope = join(target, "@nexby");
  mkdirSync(scope, { recursive: true });
  for (const folder of workspaceFolders()) symlinkSync(join("../..", folder), join(scope, folder.replace(/^.*\//, "")));
  for (const name of readdirSync(installed)) {
    // Copied, not linked, because the launcher writes its stamp here.
    if (name === ".package-lock.json" || name === ".nexby-install")
      cpSync(join(installed, name), join(target, name), { preserveTimestamps: true });
    else if (name === ".bin" || !/^(\.|@nexby$)/.test(name)) symlinkSync(join(installed, name), join(target, name));
  }
}
