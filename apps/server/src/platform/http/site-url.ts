import type { FastifyRequest } from "fastify";

/** Where people reach the product, as its messages and its identity provider must name it. */
export type SiteUrl = (request: FastifyRequest) => string;

type Settings = { publicUrl: string | undefined; isDemo: boolean; host: string; port: number };

/** The address that is set, or the one the server listens at: for messages that no request causes. */
export const configuredSiteUrl = ({ publicUrl, host, port }: Omit<Settings, "isDemo">): string =>
  publicUrl ? new URL(publicUrl).origin : `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/**
 * The address that is set. Only a demo believes the Host a request names: elsewhere whoever asks for somebody's new
 * password could choose where the mailed link leads.
 */
export function siteUrl({ isDemo, ...settings }: Settings): SiteUrl {
  const configured = configuredSiteUrl(settings);
  return (request) => {
    const asked = `${request.protocol}://${request.host}`;
    return !settings.publicUrl && isDemo && URL.canParse(asked) ? new URL(asked).origin : configured;
  };
}
