import type { KoaContextWithOIDC, Provider } from "oidc-provider";

type Middleware = Parameters<Provider["use"]>[0];
type Oidc = KoaContextWithOIDC["oidc"];

/**
 * Two things the library goes on with by a form that a script submits: somebody else signs in than is signed in, and
 * somebody signs out who is not. Our security policy lets no such script run, and nothing is left to ask: the session
 * ends here. The same for a sign-out that proves by its ID token whom it means.
 */
export const endSessionsUnasked: Middleware = async (ctx, next) => {
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
