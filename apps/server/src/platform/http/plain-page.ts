import { typeset } from "@nexby/domain/kernel/typography";
import type { FastifyRequest } from "fastify";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const STYLE = `
:root{color-scheme:light dark;--ink:#14201c;--muted:#56635e;--line:#dfe3dd;--soft:#f4f5f1;--green:#0b6b52;--on-green:#fff;--edge:#7c8782;--red:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#eef1ec;--muted:#a3aea8;--line:#2c3732;--soft:#1a2320;--green:#5fd0ab;--on-green:#0f1714;--edge:#7c8782;--red:#ff9d94;background:#0f1714}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.05rem;margin:0;overflow-wrap:anywhere}h3{font-size:1.05rem;margin:0 0 .25rem}
section{margin-top:3rem}section>h2{font-size:1.5rem}nav ul{padding-left:1.25rem;line-height:2}
.facts{list-style:none;margin:.5rem 0;padding:0}.facts li{padding:.35rem 0;border-bottom:1px solid var(--line)}
p{margin:.25rem 0 1rem;color:var(--muted)}a{color:var(--green)}
article{border:1px solid var(--line);border-radius:16px;padding:1.25rem;margin:1rem 0;overflow-wrap:anywhere}
code,pre{font:14px/1.5 ui-monospace,monospace}b{color:var(--green)}
pre{background:var(--soft);border-radius:10px;padding:1rem;overflow:auto;max-height:24rem;margin:.5rem 0 0}
.letter{white-space:pre-wrap;max-height:none;font-family:inherit;font-size:16px}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;color:var(--green)}
table{width:100%;border-collapse:collapse;margin:.5rem 0}th,td{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
label{display:block;margin:.75rem 0;font-weight:600}input{display:block;width:100%;max-width:24rem;box-sizing:border-box;min-height:44px;padding:.5rem .75rem;margin-top:.25rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--edge);border-radius:10px}
button{font:inherit;color:inherit;min-height:44px;padding:.5rem 1rem;border-radius:999px;border:1px solid transparent;background:none;cursor:pointer}
button:focus-visible,input:focus-visible,a:focus-visible{outline:2px solid var(--green);outline-offset:2px}
.primary{background:var(--green);color:var(--on-green);font-weight:600}.quiet{color:var(--green);padding:.5rem 0}
.choices{list-style:none;margin:1.5rem 0;padding:0;display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr))}
.choice{display:flex;align-items:center;gap:.75rem;width:100%;padding:.75rem 1rem;border-color:var(--line);border-radius:16px;text-align:left;font-weight:600;overflow-wrap:anywhere}
.choice:hover{background:var(--soft)}.choice small{display:block;font-weight:400;font-size:.875rem;color:var(--muted)}
.choice i{flex:none;width:40px;height:40px;border-radius:50%;display:grid;place-items:center;background:var(--green);color:var(--on-green);font-style:normal;font-size:.875rem}
.mistake{color:var(--red);margin:.5rem 0}
`;

/** A page without scripts, for developers and demo users. `content` is HTML. */
export const plainPage = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(typeset(title))}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(typeset(title))}</h1>
${typeset(content)}</main></body></html>`;

/** The product's public address, as messages and the sign-in provider must name it. */
export type SiteUrl = (request: FastifyRequest) => string;

type Settings = { publicUrl: string | undefined; isDemo: boolean; host: string; port: number };

/** Browsers cannot open the addresses that mean all interfaces, so those become the loopback address. */
const REACHABLE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The URL at which this machine reaches a server that listens on this host and port. */
export function listeningUrl(host: string, port: number): string {
  const reachable = REACHABLE[host] ?? host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/** The configured address or the one the server listens on, for messages that no request triggers. */
export const configuredSiteUrl = ({ publicUrl, host, port }: Omit<Settings, "isDemo">): string =>
  publicUrl ? new URL(publicUrl).origin : listeningUrl(host, port);

/**
 * Only a demo trusts the request's Host header. Elsewhere, an attacker who requests a password reset for another user
 * could choose where the emailed link leads.
 */
export function siteUrl({ isDemo, ...settings }: Settings): SiteUrl {
  const configured = configuredSiteUrl(settings);
  return (request) => {
    const requested = `${request.protocol}://${request.host}`;
    return !settings.publicUrl && isDemo && URL.canParse(requested) ? new URL(requested).origin : configured;
  };
}
