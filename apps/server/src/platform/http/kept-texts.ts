import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { createKeeper, type KeeperOptions } from "../process.ts";
import type { Limit } from "../throttle.ts";
import { networkOf } from "./network-of.ts";

const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Higher than for other responses: a kept text is compressed once and outside the event loop. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const COMPRESS: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => promisify(brotliCompress)(plain, BROTLI),
  gzip: (plain) => promisify(gzip)(plain),
};

/** A text as bytes, with a tag and its compressed forms, each made on first use. */
type KeptText = { tag: string; plain: Buffer; bytesIn(encoding: Encoding | null): Buffer | Promise<Buffer> };

/** The ETag is weak, because the same text may be sent with different compression. */
export const tagOf = (text: string | Buffer): string => `W/"${createHash("sha256").update(text).digest("base64url")}"`;

function keepText(text: string): KeptText {
  const plain = Buffer.from(text);
  const compressed = new Map<Encoding, Promise<Buffer>>();
  return {
    tag: tagOf(plain),
    plain,
    bytesIn(encoding) {
      if (!encoding) return plain;
      const bytes = compressed.get(encoding) ?? COMPRESS[encoding](plain);
      compressed.set(encoding, bytes);
      return bytes;
    },
  };
}

type KeepText = (key: string, make: () => string | Promise<string>) => Promise<KeptText>;

/** Keeps texts that take long to make and are the same for everyone. */
export function createTextKeeper(options: KeeperOptions): KeepText {
  const keep = createKeeper<KeptText>(options);
  return (key, make) => keep(key, async () => keepText(await make()));
}

/** The compression the client likes best, ours first among equals. Null for none. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const weights = new Map<string, number>();
  for (const choice of accepted?.split(",") ?? []) {
    const [name = "", ...parameters] = choice.split(";").map((part) => part.trim().toLowerCase());
    const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
    weights.set(name, Number.isFinite(weight) ? weight : 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = weightOf("gzip") > weightOf("br") ? "gzip" : "br";
  return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** True if the client already has the response with this tag. Proxies that compress turn strong tags into weak ones. */
export function clientHas(request: FastifyRequest, tag: string): boolean {
  const opaque = tag.replace(/^W\//, "");
  const known = request.headers["if-none-match"]?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  return known.includes(opaque) || known.includes("*");
}

/** Per network address and kind of text. */
export const KEPT_LIMIT: Limit = { times: 120, seconds: 60 };

/** Counts in this process only, because counting in the database would take longer than the answer. */
export function limitPerAddress({ times, seconds }: Limit): (request: FastifyRequest) => void {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (request) => {
    const network = networkOf(request);
    const now = performance.now();
    if (now >= endsAt) {
      counts.clear();
      endsAt = now + seconds * 1000;
    }
    const count = counts.get(network) ?? 0;
    if (count >= times) {
      const retryAfterSeconds = Math.ceil((endsAt - now) / 1000);
      throw new AppError("too_many_requests", undefined, { retryAfterSeconds });
    }
    counts.set(network, count + 1);
  };
}

type KeptRoute = {
  path: string;
  type: string;
  caching: string;
  /** Routes may share one. */
  assertWithinLimit: (request: FastifyRequest) => void;
};

/** Serves a kept text: limited for each network address, with an ETag, and compressed as the client prefers. */
export function serveKept(
  app: FastifyInstance,
  { path, type, caching, assertWithinLimit }: KeptRoute,
  textFor: (request: FastifyRequest) => Promise<KeptText>,
): void {
  app.get(path, { compress: false }, async (request, reply) => {
    assertWithinLimit(request);
    const kept = await textFor(request);
    reply.headers({ "cache-control": caching, etag: kept.tag, vary: "accept-encoding" });
    if (clientHas(request, kept.tag)) return reply.code(304).send();
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding) reply.header("content-encoding", encoding);
    return reply.type(type).send(await kept.bytesIn(encoding));
  });
}
