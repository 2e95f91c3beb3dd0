import { typeset } from "@nexby/domain/kernel/typography";
import { escapeHtml } from "../http/plain-page.ts";

/** What an email is about, at a glance. */
export type EmailCard = {
  title: string;
  /** A path of our own. */
  picture: string | null;
  lines: readonly { label: string; value: string }[];
};

/** Something to look at, such as a recommended item. */
export type EmailItem = { title: string; text: string; picture: string | null; url: string };

/** The content of an email, independent of its layout. */
export type Email = {
  /** The subject. The body doesn't repeat it. */
  title: string;
  /** The first one says what happened. */
  paragraphs: readonly string[];
  /** Shown large, such as a code. */
  headline?: string;
  card?: EmailCard | null;
  items?: readonly EmailItem[];
  action?: { label: string; url: string };
  /** "You got this because you're renting this item." */
  why?: string;
};

/** Stands for our address in queued mail, because the transaction of an event doesn't know it. */
export const SITE_URL = "{{site-url}}";

const SIGNATURE = "nexby. Rent and share locally.";

type Envelope = { name?: string | null; unsubscribeUrl?: string | null };

/** Renders an email as plain text and as HTML that old email clients can display. */
export function renderEmail(
  email: Email,
  { name = null, unsubscribeUrl = null }: Envelope = {},
): {
  text: string;
  html: string;
} {
  const greeting = name ? `Hi ${name},` : "Hi,";
  const shown = typesetEmail(email);
  return {
    text: textOf(shown, greeting, unsubscribeUrl),
    html: htmlOf(shown, greeting, unsubscribeUrl),
  };
}

const typesetEmail = ({ paragraphs, card, why, action, ...email }: Email): Email => ({
  ...email,
  paragraphs: paragraphs.map(typeset),
  ...(card && { card: { ...card, lines: card.lines.map((line) => ({ ...line, label: typeset(line.label) })) } }),
  ...(why && { why: typeset(why) }),
  ...(action && { action: { ...action, label: typeset(action.label) } }),
});

function textOf(email: Email, greeting: string, unsubscribeUrl: string | null): string {
  const { paragraphs, headline, card, items = [], action, why } = email;
  const facts = card && [card.title, ...card.lines.map(({ label, value }) => `${label}: ${value}`)].join("\n");
  const list = items.map(({ title, text, url }) => `${title}\n${text}\n${url}`);
  return [
    greeting,
    headline,
    ...paragraphs,
    facts,
    ...list,
    action && `${action.label}: ${action.url}`,
    ["--", why, SIGNATURE, unsubscribeUrl && `Unsubscribe: ${unsubscribeUrl}`].filter(Boolean).join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Mail programs that know it use the colors of the person's dark mode. The others show the inline styles. */
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#0f1714!important}.sheet{background:#16201c!important;border-color:#2c3732!important}
.ink{color:#eef1ec!important}.muted,.muted a{color:#a3aea8!important}.card{background:#1d2925!important;border-color:#2c3732!important}
.button{background:#5fd0ab!important;color:#0f1714!important}}
@media (max-width:600px){.page-cell{padding:0!important}.sheet{border-radius:0!important;border-width:0!important}.sheet-cell{padding:24px 20px!important}.button{display:block!important;text-align:center!important}}`;

const table = (attributes: string, cell: string, content: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" ${attributes}><tr><td ${cell}>${content}</td></tr></table>`;

const picture = (path: string | null, width: number, height: number) =>
  path === null
    ? ""
    : `<img src="${SITE_URL}${escapeHtml(path)}" alt="" width="${width}" height="${height}" style="display:block;width:100%;max-width:${width}px;height:auto;border-radius:10px">`;

function cardOf({ title, picture: path, lines }: EmailCard): string {
  const rows = lines.map(
    ({ label, value }) =>
      `<tr><td class="muted" style="padding:4px 16px 4px 0;color:#56635e;font-size:14px;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td class="ink" style="padding:4px 0;color:#14201c;font-weight:600">${escapeHtml(value)}</td></tr>`,
  );
  return table(
    'width="100%" class="card" style="margin:8px 0 24px;background:#f4f5f1;border:1px solid #dfe3dd;border-radius:14px"',
    'style="padding:16px"',
    `${picture(path, 494, 259)}<p class="ink" style="margin:${path === null ? "0" : "12px"} 0 4px;color:#14201c;font-size:18px;line-height:24px;font-weight:700">${escapeHtml(title)}</p>
${rows.length > 0 ? `<table role="presentation" cellpadding="0" cellspacing="0">${rows.join("\n")}</table>` : ""}`,
  );
}

const itemOf = ({ title, text, picture: path, url }: EmailItem) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr>
<td width="120" style="padding-right:16px;vertical-align:top">${picture(path, 120, 63)}</td>
<td style="vertical-align:top"><a href="${escapeHtml(url)}" class="ink" style="color:#14201c;font-weight:600">${escapeHtml(title)}</a><br><span class="muted" style="color:#56635e;font-size:14px">${escapeHtml(text)}</span></td></tr></table>`;

function htmlOf(email: Email, greeting: string, unsubscribeUrl: string | null): string {
  const { title, paragraphs, headline, card, items = [], action, why } = email;
  const words = (text: string) =>
    `<p class="ink" style="margin:0 0 16px;color:#14201c">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
  const button = action
    ? `<p style="margin:8px 0 24px"><a href="${escapeHtml(action.url)}" class="button" style="display:inline-block;background:#0b6b52;color:#fff;padding:12px 24px;border-radius:999px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`
    : "";
  const large = headline
    ? `<p class="ink" style="margin:0 0 16px;color:#14201c;font-size:32px;line-height:40px;font-weight:700">${escapeHtml(headline)}</p>`
    : "";
  const footer = [
    ...(why ? [escapeHtml(why)] : []),
    `${SIGNATURE}${unsubscribeUrl ? ` <a href="${unsubscribeUrl}" style="color:#56635e">Unsubscribe</a>` : ""}`,
  ];
  const content = `${words(greeting)}${large}
${paragraphs.map(words).join("\n")}
${card ? cardOf(card) : ""}${items.map(itemOf).join("\n")}
${button}
<p class="muted" style="margin:24px 0 0;color:#56635e;font-size:14px;line-height:21px">${footer.join("<br>")}</p>`;
  const sheet = table(
    'width="560" class="sheet" style="width:100%;max-width:560px;background:#fff;border:1px solid #dfe3dd;border-radius:16px"',
    'class="sheet-cell" style="padding:32px;font-size:16px;line-height:24px"',
    content,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;background:#fbfaf7;font-family:Figtree,Arial,sans-serif">
<table role="presentation" width="100%" class="page" cellpadding="0" cellspacing="0" style="background:#fbfaf7"><tr><td align="center" class="page-cell" style="padding:24px">
${sheet}
</td></tr></table></body></html>`;
}
