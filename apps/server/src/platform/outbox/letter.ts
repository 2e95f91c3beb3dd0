import { escapeHtml } from "../http/plain-page.ts";

/** What a mail says, apart from how it looks. */
export type Letter = {
  title: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
};

const SIGNATURE = "nexby. Rent and share locally.";

/** The same letter twice: as text, and as HTML that also mail programs of long ago can show. */
export function renderLetter({ title, paragraphs, action }: Letter): { text: string; html: string } {
  const text = [title, ...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), SIGNATURE].join("\n\n");
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#0b6b52;color:#fff;padding:12px 20px;border-radius:10px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p style="color:#56635e;font-size:14px">Or open this address: ${escapeHtml(action.url)}</p>`
    : "";
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#fbfaf7;font-family:Figtree,Arial,sans-serif;color:#14201c">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:100%;background:#fff;border:1px solid #dfe3dd;border-radius:16px"><tr><td style="padding:32px;font-size:16px;line-height:24px">
<h1 style="margin:0 0 16px;font-size:25px;line-height:30px">${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join("\n")}
${button}
<p style="margin:32px 0 0;color:#56635e;font-size:14px">${SIGNATURE}</p>
</td></tr></table></td></tr></table></body></html>`;
  return { text, html };
}
