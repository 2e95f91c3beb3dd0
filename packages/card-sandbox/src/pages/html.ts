import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

const STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; padding: 1rem; box-sizing: border-box }
main { max-width: 28rem; width: 100% }
main.wide { max-width: 72rem; min-width: 0; align-self: start }
main.wide section { overflow-x: auto; margin-bottom: 2rem }
main.wide button { padding: .2rem .6rem; margin: .15rem .25rem .15rem 0 }
main.wide form { display: inline }
main.wide table { border-collapse: collapse; width: 100%; font-size: .875rem }
main.wide th, main.wide td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid GrayText; white-space: nowrap }
main.wide select { font: inherit; padding: .2rem }
.note { border-left: 4px solid #b45309; padding-left: .75rem }
fieldset { border: 1px solid GrayText; border-radius: .5rem; margin: 1rem 0 }
label { display: block; padding: .4rem 0 }
button { font: inherit; padding: .6rem 1rem; border-radius: .5rem; border: 1px solid GrayText; cursor: pointer; margin: 0 .5rem .5rem 0 }
a { color: inherit }
:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export type HtmlPage = {
  title: string;
  /** Must already be escaped where needed. */
  body: string;
  /** For tables; other pages are one narrow column. */
  isWide?: boolean;
  /** Where a form of the page may finally redirect to. */
  leadsTo?: string | null;
};

/** Browsers follow a form's redirect only to origins that the page allows. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  { title, body, isWide, leadsTo = null }: HtmlPage,
): FastifyReply {
  const actions = ["'self'", ...(leadsTo === null ? [] : [new URL(leadsTo).origin])].join(" ");
  return reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${actions}; base-uri 'none'; ` +
        "frame-ancestors 'self'",
      // Without a referrer, the form would not say where it comes from, and the product accepts only its own.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    })
    .send(
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main${isWide ? ' class="wide"' : ""}>
<h1>${escapeHtml(title)}</h1>
<p class="note">Card sandbox: nothing here is real and no money moves.</p>
${body}
</main>
</body>
</html>
`,
    );
}
