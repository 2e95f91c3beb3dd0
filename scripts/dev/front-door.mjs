import { existsSync } from "node:fs";
import { request as forward } from "node:http";
import { join } from "node:path";

/** Source modules, packages and Vite's own. */
const MODULES = /^\/(@|src\/|node_modules\/|\.\.\/)/;

/** Vite adds styles to the page as it runs, and packages of the page's own origin run in workers. */
const STYLES = "style-src 'self' 'unsafe-inline'";

/** @typedef {import("node:http").IncomingMessage} Request */
/** @typedef {import("node:http").ServerResponse} Response */

/**
 * Lets Vite answer for modules and public files, and the server for all else. Requests wait while the server restarts.
 * @param {import("node:http").Server} door
 * @param {import("vite").ViteDevServer} vite
 * @param {{ latest(): Promise<import("./development-server.mjs").Outcome> }} server
 */
export function answerRequests(door, vite, server) {
  door.on("request", async (request, response) => {
    if (isForVite(vite, request)) {
      vite.middlewares(request, response, () => response.writeHead(404).end());
      return;
    }
    const latest = await server.latest();
    if ("problem" in latest) sendText(response, 503, latest.problem);
    else pass(request, response, latest.address);
  });
}

/**
 * @param {import("vite").ViteDevServer} vite
 * @param {Request} request
 */
function isForVite(vite, { url = "/" }) {
  const [path = "/"] = url.split("?", 1);
  if (MODULES.test(path)) return true;
  return /^\/[\w.-]+$/.test(path) && existsSync(join(vite.config.publicDir, path));
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {string} address
 */
function pass(request, response, address) {
  const { remoteAddress = "127.0.0.1" } = request.socket;
  const before = request.headers["x-forwarded-for"];
  const headers = { ...request.headers, "x-forwarded-for": before ? `${before}, ${remoteAddress}` : remoteAddress };
  const passed = forward(address + request.url, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, withInlineStyles(answer.headers));
    answer.pipe(response);
    answer.on("error", () => response.destroy());
  });
  passed.on("error", () => {
    if (response.headersSent) response.destroy();
    else sendText(response, 502, "The server ended while it answered. Try again.");
  });
  response.on("close", () => passed.destroy());
  request.pipe(passed);
}

/** @param {import("node:http").IncomingHttpHeaders} headers */
function withInlineStyles({ "content-security-policy": policy, ...headers }) {
  if (typeof policy !== "string") return headers;
  return { ...headers, "content-security-policy": policy.replace(/style-src [^;]*/, STYLES) };
}

/**
 * @param {Response} response
 * @param {number} status
 * @param {string} text
 */
const sendText = (response, status, text) =>
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
