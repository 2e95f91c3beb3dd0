import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT, workspaceFolders } from "../launch/repository.mjs";
import { sourceFiles } from "../verify/source-files.mjs";

/** Most of the sources: the planted violations are found without them, and much faster. */
const EXCLUDED = /^apps\/(server|web)\/src\/(features|components|demo)\/|\.(test|suite|fixture|spec)\.tsx?$/;

/** Copies the checkout so that a test may break things; uses the packages installed here. */
export function copyCheckout() {
  const folder = mkdtempSync(join(tmpdir(), "nexby-planted-"));
  for (const file of sourceFiles().filter((path) => !EXCLUDED.test(path))) cpSync(join(ROOT, file), join(folder, file));
  linkPackages(join(folder, "node_modules"));

  return {
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
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
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
