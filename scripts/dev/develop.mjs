import { createServer } from "node:http";
import { resolve } from "node:path";
import { createServer as createVite } from "vite";
import { inRepository } from "../launch/repository.mjs";
import { startDatabase, watchServer } from "./development-server.mjs";
import { answerRequests } from "./front-door.mjs";
import { writePages } from "./pages.mjs";

const WEB = "apps/web";
/** Beside the packages, so that the bundle finds them, and where no other tool looks. */
const OUTPUT = "apps/server/node_modules/.nexby-dev";
const DATA = ".data/dev";
/** Files from which the list of pages is made. */
const PAGE_FILES = ["index.html", "src/app/pages.ts", "src/app/page-facts.ts"].map((file) =>
  inRepository(`${WEB}/${file}`),
);

/**
 * Serves everything at one address: modules and pages come from Vite, all else from the server, which restarts with
 * every change of its sources.
 */
export async function develop() {
  const { HOST: host = "127.0.0.1", PORT: port = "3000" } = process.env;
  const door = createServer();
  await new Promise((listening, failed) =>
    door.once("error", failed).listen(Number(port), host, () => listening(null)),
  );
  const bound = /** @type {import("node:net").AddressInfo} */ (door.address());
  const origin = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${bound.port}`;

  const vite = await createVite({
    root: inRepository(WEB),
    appType: "custom",
    clearScreen: false,
    logLevel: "warn",
    server: { middlewareMode: true, hmr: { server: door }, watch: { ignored: ["**/dist/**"] } },
  });
  const pagesFolder = inRepository(`${OUTPUT}/web`);
  await writePages(vite, pagesFolder);

  const settings = {
    ...process.env,
    NODE_ENV: "development",
    DATA_DIR: resolve(inRepository("."), process.env.DATA_DIR ?? DATA),
    WEB_DIR: pagesFolder,
    HOST: "127.0.0.1",
    PUBLIC_URL: process.env.PUBLIC_URL ?? origin,
    // The browser's address arrives in a header, as behind any proxy.
    TRUST_PROXY: "1",
  };
  const database = await startDatabase(inRepository(`${OUTPUT}/database`), settings);
  const server = await watchServer(inRepository(`${OUTPUT}/server`), { ...settings, ...database.urls });
  vite.watcher.on("change", (file) => {
    if (PAGE_FILES.includes(file)) void writePages(vite, pagesFolder).then(server.restart);
  });
  answerRequests(door, vite, server);
  const first = await server.latest();
  if ("problem" in first) console.error(first.problem);
  console.log(`\nDeveloping at ${origin}. Changes are served by themselves.\n`);

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    door.close();
    door.closeAllConnections();
    await server.stop();
    await Promise.all([database.stop(), vite.close()]);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  whenParentIsGone(stop);
}

const LOOK_EVERY_MS = 500;

/**
 * kill -9 of npm reaches no child.
 * @param {() => void} callback
 */
function whenParentIsGone(callback) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, LOOK_EVERY_MS);
  timer.unref();
}
