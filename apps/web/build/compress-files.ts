import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const COMPRESSIBLE = new Set([".js", ".mjs", ".css", ".svg", ".json"]);

/** Skips HTML pages because the server injects data into each of them. */
export function compressFiles(dist: string): void {
  for (const name of readdirSync(join(dist, "assets"))) {
    if (!COMPRESSIBLE.has(extname(name))) continue;
    const file = join(dist, "assets", name);
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    );
  }
}
