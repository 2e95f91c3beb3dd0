import Fastify from "fastify";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Db } from "../../../platform/db/db.ts";
import { getSigningKey, MOUNT_PATH, providerConfiguration } from "./provider-configuration.ts";
import { askWho, type ProviderWords } from "./provider-pages.ts";
import { loadLibrary, type ProviderPerson, providerAccounts } from "./provider-records.ts";

type ProviderRequest = {
  method: string;
  /** With its query, from the mount path on. */
  path: string;
  headers: Record<string, string>;
  body?: string;
};
export type ProviderAnswer = { status: number; headers: Record<string, string | string[]>; body: string };

/** A request to the provider and its answer, without any network between. */
export type EmbeddedProvider = (origin: string, request: ProviderRequest) => Promise<ProviderAnswer>;

type ProviderOptions = ProviderWords & {
  db: Db;
  secret: string;
  people: readonly ProviderPerson[];
  onFault: (error: unknown) => void;
};

/**
 * A real identity provider, for each address under which the demo is opened: the addresses it names, the one it sends
 * people back to and its name as issuer all depend on that. What it remembers is in the database and the same for all.
 */
export function embeddedProvider(options: ProviderOptions): EmbeddedProvider {
  const exchanges = perOrigin((origin) => createHandoff(origin, options));
  return async (origin, request) => {
    const exchange = await exchanges.get(origin).catch((error: unknown) => {
      exchanges.forget(origin);
      throw error;
    });
    return exchange(request);
  };
}

type Exchange = (request: ProviderRequest) => Promise<ProviderAnswer>;

async function createHandoff(origin: string, options: ProviderOptions): Promise<Exchange> {
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
      headers: response.headers as ProviderAnswer["headers"],
      body: response.payload,
    };
  };
}

/** The library is made for a server of Node's; this is one that nobody can reach. */
function createShell(provider: Provider) {
  const shell = Fastify();
  const callback = provider.callback();
  shell.removeAllContentTypeParsers();
  // Reads nothing: the library reads the body itself.
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
  // What it takes for a proxy is us, who have just set what it will read.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    ctx.mountPath = MOUNT_PATH;
    await next();
  });
  provider.use(askWho(provider, { accounts, name, note }));
  provider.use(endSessionsUnasked);
  provider.on("server_error", (_ctx, error) => onFault(error));
  (provider as NodeJS.EventEmitter).on("error", onFault);
  return provider;
}

type Middleware = Parameters<Provider["use"]>[0];
type Oidc = KoaContextWithOIDC["oidc"];

/**
 * Two things the library goes on with by a form that a script submits: somebody else signs in than is signed in, and
 * somebody signs out who is not. Our security policy lets no such script run, and nothing is left to ask: the session
 * ends here. The same for a sign-out that proves by its ID token whom it means.
 */
const endSessionsUnasked: Middleware = async (ctx, next) => {
  await next();
  const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>;
  if (!oidc || ctx.status !== 200) return;
  const address = whereToGoOn(oidc);
  if (!address) return;
  await oidc.session?.destroy();
  ctx.cookies.set(oidc.provider.cookieName("session"), null, { path: ctx.mountPath });
  ctx.status = 303;
  ctx.redirect(address);
};

function whereToGoOn(oidc: Oidc): string | null {
  if (oidc.route === "resume") return oidc.urlFor("resume", { uid: oidc.entities.Interaction?.uid });
  if (oidc.route !== "end_session") return null;
  const signedIn = oidc.session?.accountId;
  const meant = oidc.entities.IdTokenHint?.payload.sub;
  if (signedIn && signedIn !== meant) return null;
  // Checked by the library against those our own client has.
  const { post_logout_redirect_uri: asked } = oidc.params ?? {};
  return typeof asked === "string" ? asked : oidc.urlFor("end_session_success");
}

/** A demo is opened under a few addresses. They are anybody's to name, so only so many are remembered. */
const MAX_ORIGINS = 20;

type PerOrigin<T> = { get(origin: string): T; forget(origin: string): void };

/** Makes what an origin needs when it is first asked for. Who was not asked for longest is forgotten first. */
export function perOrigin<T>(create: (origin: string) => T): PerOrigin<T> {
  const known = new Map<string, T>();
  return {
    get: (origin) => {
      const one = known.get(origin) ?? create(origin);
      known.delete(origin);
      known.set(origin, one);
      const [oldest] = known.keys();
      if (oldest !== undefined && known.size > MAX_ORIGINS) known.delete(oldest);
      return one;
    },
    forget: (origin) => void known.delete(origin),
  };
}
