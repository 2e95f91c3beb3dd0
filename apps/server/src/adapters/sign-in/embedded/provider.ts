import Fastify from "fastify";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Db } from "../../../platform/db/db.ts";
import { getSigningKey, MOUNT_PATH, providerConfiguration } from "./provider-configuration.ts";
import { accountPicker, type ProviderTexts } from "./provider-pages.ts";
import { loadLibrary, type ProviderPerson, providerAccounts } from "./provider-records.ts";

type ProviderRequest = {
  method: string;
  /** Relative to the mount path, including the query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
};
export type ProviderResponse = { status: number; headers: Record<string, string | string[]>; body: string };

/** Handles a request to the provider in process, without the network. */
export type EmbeddedProvider = (origin: string, request: ProviderRequest) => Promise<ProviderResponse>;

type ProviderOptions = ProviderTexts & {
  db: Db;
  secret: string;
  people: readonly ProviderPerson[];
  onFault: (error: unknown) => void;
};

/**
 * A real OpenID provider per origin under which the demo is opened, because its URLs, redirect URI and issuer depend
 * on the origin. All origins share the same records in the database.
 */
export function embeddedProvider(options: ProviderOptions): EmbeddedProvider {
  const handlers = perOrigin((origin) => createRequestHandler(origin, options));
  return async (origin, request) => {
    const handle = await handlers.get(origin).catch((error: unknown) => {
      handlers.forget(origin);
      throw error;
    });
    return handle(request);
  };
}

type RequestHandler = (request: ProviderRequest) => Promise<ProviderResponse>;

async function createRequestHandler(origin: string, options: ProviderOptions): Promise<RequestHandler> {
  const provider = await createProvider(origin, options);
  const { host, protocol } = new URL(origin);
  const shell = createShell(provider);
  return async ({ method, path, headers, body }) => {
    const response = await shell.inject({
      method: method as "GET",
      url: path,
      headers: { ...headers, host, "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1) },
      ...(body !== undefined && { payload: body }),
    });
    return {
      status: response.statusCode,
      headers: response.headers as ProviderResponse["headers"],
      body: response.payload,
    };
  };
}

/** The library needs a Node server; this one never listens on a port. */
function createShell(provider: Provider) {
  const shell = Fastify();
  const callback = provider.callback();
  shell.removeAllContentTypeParsers();
  // Leaves the body unread because the library reads it itself.
  shell.addContentTypeParser("*", (_request, _payload, done) => done(null));
  shell.all("/*", async (request, reply) => {
    reply.hijack();
    await callback(request.raw, reply.raw);
  });
  return shell;
}

async function createProvider(origin: string, options: ProviderOptions): Promise<Provider> {
  const { db, people, name, note, onFault } = options;
  const { Provider } = await loadLibrary();
  const accounts = providerAccounts(db, people);
  const key = await getSigningKey(db);
  const provider = new Provider(origin + MOUNT_PATH, providerConfiguration({ ...options, key, accounts, origin }));
  // We set the forwarded headers ourselves, so they can be trusted.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    ctx.mountPath = MOUNT_PATH;
    await next();
  });
  provider.use(accountPicker(provider, { accounts, name, note }));
  provider.use(endSessionWithoutPrompt);
  provider.on("server_error", (_ctx, error) => onFault(error));
  (provider as NodeJS.EventEmitter).on("error", onFault);
  return provider;
}

type Middleware = Parameters<Provider["use"]>[0];
type Oidc = KoaContextWithOIDC["oidc"];

/**
 * The library continues with a self-submitting form when another user signs in over an existing session and when a
 * signed-out user signs out. Our CSP blocks that script and no confirmation is needed, so the session ends here, as it
 * does for a sign-out whose ID token matches the session.
 */
const endSessionWithoutPrompt: Middleware = async (ctx, next) => {
  await next();
  const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>;
  if (!oidc || ctx.status !== 200) return;
  const address = continueAddress(oidc);
  if (!address) return;
  await oidc.session?.destroy();
  ctx.cookies.set(oidc.provider.cookieName("session"), null, { path: ctx.mountPath });
  ctx.status = 303;
  ctx.redirect(address);
};

function continueAddress(oidc: Oidc): string | null {
  if (oidc.route === "resume") return oidc.urlFor("resume", { uid: oidc.entities.Interaction?.uid });
  if (oidc.route !== "end_session") return null;
  const signedIn = oidc.session?.accountId;
  const hinted = oidc.entities.IdTokenHint?.payload.sub;
  if (signedIn && signedIn !== hinted) return null;
  // The library has checked it against our client's registered URIs.
  const { post_logout_redirect_uri: requested } = oidc.params ?? {};
  return typeof requested === "string" ? requested : oidc.urlFor("end_session_success");
}

/** The Host header is untrusted, so the number of cached origins is limited. */
const MAX_ORIGINS = 20;

type PerOrigin<T> = { get(origin: string): T; forget(origin: string): void };

/** LRU cache of one value per origin, created on first use. */
export function perOrigin<T>(create: (origin: string) => T): PerOrigin<T> {
  const cache = new Map<string, T>();
  return {
    get: (origin) => {
      const value = cache.get(origin) ?? create(origin);
      cache.delete(origin);
      cache.set(origin, value);
      const [oldest] = cache.keys();
      if (oldest !== undefined && cache.size > MAX_ORIGINS) cache.delete(oldest);
      return value;
    },
    forget: (origin) => void cache.delete(origin),
  };
}
