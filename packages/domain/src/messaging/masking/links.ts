import type { TextSpan } from "../../kernel/plain-text.ts";
import { spansOf } from "./readings.ts";

type Found = { emails: TextSpan[]; links: TextSpan[] };

/** Email addresses and links, in symbols or in words. */
export function findEmailsAndLinks(text: string): Found {
  const emails = EMAILS.flatMap((pattern) => spansOf(pattern, text)).filter((span) => isEmail(text, span));
  for (const email of emails)
    email.start -= SPELLED_BEFORE.exec(text.slice(Math.max(0, email.start - 80), email.start))?.[0].length ?? 0;
  const isInEmail = (span: TextSpan) => emails.some(({ start, end }) => span.start < end && start < span.end);
  const links = [
    ...spansOf(DOMAIN, text).filter((span) => !isInEmail(span) && isLink(text, span)),
    ...LINKS.flatMap((pattern) => spansOf(pattern, text)).filter((span) => isLink(text, span)),
  ];
  return { emails, links: links.map((span) => withPath(text, span)) };
}

/** "maya dot" in front of "rivera at gmail dot com". */
const SPELLED_BEFORE = /(?:\b\w{1,30} (?:dot|underscore|dash|point) ){1,2}$/i;

/** Beyond the domain, up to the next space. */
function withPath(text: string, { start, end }: TextSpan): TextSpan {
  const path = /^(?:(?:[/?#:]| (?:forward )?slash )[^\s)]{0,300})/i.exec(text.slice(end, end + 301))?.[0] ?? "";
  return { start, end: end + path.replace(/[.,!?]{1,3}$/, "").length };
}

const EMAILS: readonly RegExp[] = [
  // maya@gmail.com, maya @ gmail . com, maya@g-mail, maya(at)gmail[dot]com, maya at gmail dot com
  /(?<![\w.+-])[\w.+-]{1,64}(?:[ \n]?@[ \n]?| ?[([{<*_|/~-]{1,2} ?(?:at|a|@) ?[)\]}>*_|/~-]{1,2} ?|[ \n](?:at|arroba)[ \n](?:sign |my |(?:the )?(?:usual |same )?)?)[\w-]{1,63}(?:(?:[ \n]?\. ?| ?[([{<*_|/~-]{1,2} ?(?:dot|\.|point|punto) ?[)\]}>*_|/~-]{1,2} ?|[ \n](?:dot|point|punto|period) |,)[a-z][\w-]{1,62}){0,4}/gi,
  // maya.rivera gmail com
  /(?<![\w.+-])[\w.+-]{2,64}[ ,]{1,2}(?:g-?mail|yahoo|outlook|hotmail|icloud|proton ?mail|aol)[ .,]{1,2}com\b/gi,
  // email: maya.rivera, gmail
  /\be-?mail(?: address)?(?:[:=] ?| is )[\w.+-]{4,64},? (?:on |with |at )?(?:g-?mail|yahoo|outlook|hotmail|icloud|proton ?mail|aol)\b/gi,
  // yahoo mail: maya.rivera
  /\b(?:g-?mail|yahoo|outlook|hotmail|icloud|proton ?mail|aol)(?: e?-?mail| address| account| id)?(?:,? (?:user ?)?name)?(?: is |: ?| - )(?=[a-z]{1,20}[._\d])[\w.+-]{3,64}/gi,
  // moc.liamg@arevir.ayam
  /\b(?:moc|ten|gro)\.[a-z-]{2,40}@[\w.+-]{1,64}/gi,
  // gmail, and it starts with maya.rivera
  /\b(?:g-?mail|yahoo|hotmail|icloud|proton ?mail)\b[^@.!?\n]{0,30} (?:starts?|begins?|beginning|starting) with [\w.+-]{3,64}/gi,
  // A mailbox whose host is to be guessed.
  /(?<![\w.+-])(?=[\w.+-]{0,30}[a-z])[\w.+-]{4,64}@(?=$|[ \n.,!?])/gi,
];

const HOSTS =
  /(?:g ?-?mail|googlemail|yahoo|ymail|outlook|hotmail|icloud|aol|proton ?(?:mail)?|msn|fastmail|zoho|gmx|comcast|verizon|live\.com|me\.com)(?![a-z])/i;
const AT_IN_SYMBOLS = /@|[([{<*_|/~-] ?(?:at|a) ?[)\]}>*_|/~-]/i;
const ENDING = /(?:\.|dot|point|punto|period|[)\]}>*_|/~,-]) ?[a-z]{2,24}$/i;
const DOT_IN_WORDS = /[ \n](?:dot|point|punto|period) |[([{<*_|/~-] ?(?:dot|\.|point) ?[)\]}>*_|/~-]/i;

const LOCAL_AND_AT =
  /^([\s\S]{1,64}?)([ \n]?@[ \n]?| ?[([{<*_|/~-]{1,2} ?(?:at|a|@) ?[)\]}>*_|/~-]{1,2} ?|[ \n](?:at|arroba)[ \n](?:sign |my |(?:the )?(?:usual |same )?)?)/i;

/** With the word "at" alone, well-known hosts or "dot" in words. People also "look at homedepot.com" and "meet @ noon". */
function isEmail(text: string, { start, end }: TextSpan): boolean {
  const found = text.slice(start, end);
  const [before = "", local = "", at = ""] = LOCAL_AND_AT.exec(found) ?? [];
  const host = found.slice(before.length);
  if (host === "") return true;
  if (HOSTS.test(host) && !/^(?:look|check)$/i.test(local)) return true;
  if (at === "" || /^(?:moc|ten|gro)\./i.test(found)) return true;
  const isTight = at === "@";
  if (isTight && /[a-z]/i.test(local) && /^[a-z]/i.test(host)) return true;
  if (isTight && /^[a-z][\w-]{0,62}\.[a-z]{2}/i.test(host)) return true;
  if (AT_IN_SYMBOLS.test(at)) return ENDING.test(host) && /^[a-z0-9]/i.test(host) && !/^\d/.test(host);
  return DOT_IN_WORDS.test(host) && ENDING.test(host) && !/^(?:a|the|this|that|home|noon)$/i.test(host);
}

const TLDS = new Set(
  "c0m|0rg|com|net|org|io|co|us|info|biz|app|dev|shop|store|xyz|online|site|website|page|link|club|rentals|rent|tech|live|pro|gg|ee|ly|tv|ai|cc|edu|gov|example|test|uk|de|fr|nl|ca|eu|ch|at|es|it|mx|au|nz|in|jp|ru|cn|tk|ml|ws|me|to|so|bio|blog|email|one|fyi|chat|social|name|sale|tools|events|party|services|click|top|vip|zone|world|life|today|space|icu".split(
    "|",
  ),
);
/** Also words, so that a full stop without a space would be one: "return it.To me". They need a path or a "www.". */
const WORDY = new Set(
  "to at it in so me us one today name page link live co store shop site email party top sale events tools life world space test pro rent club zone online app social chat blog services website".split(
    " ",
  ),
);

const SMALL_WORDS = /^(?:to|at|it|in|so|me|us|one|today)$/;

const DOMAIN =
  /(?<![\w@.-])(?:(?:h[tx]{2}ps?|ftp) ?[:;] ?\/{1,2} ?)?(?:www ?(?:\.| dot ) ?)?[a-z0-9](?:[a-z0-9-]{0,62})(?:(?:\.| \. ?| ?[([{] ?(?:dot|\.|point) ?[)\]}] ?| (?:dot|punto) |-dot-|_dot_)[a-z0-9-]{1,63}){1,4}(?![\w@])/gi;

const LINKS: readonly RegExp[] = [
  /(?:h[tx]{2}ps?|ftp) ?[:;] ?\/{1,2} ?[^\s]{2,300}/gi,
  /(?<![\w.])www ?(?:\.| dot | ) ?[a-z0-9-]{2,63}(?:(?:\.| dot | )[a-z]{2,20})?/gi,
  /(?<![a-z0-9-])[a-z0-9-]{3,63} (?:com|net|org)(?=\/|$|[.,!?])/gi,
  /(?<![a-z0-9-])[a-z0-9-]{3,63},(?:com|net|org)\b/gi,
  /(?<![a-z0-9-])(?!the\b|this\b|old\b)[a-z0-9-]{3,63} dot ?(?:com|net|org)\b/gi,
  /\b(?:my|our) (?:website|site|page|blog|store|shop|url|web) ?[:=] ?[\w.-]{3,40}/gi,
];

/** Shops, makers and reference sites that renters and owners quote. None of them has pages for reaching a person. */
const WELL_KNOWN = new Set(
  "homedepot lowes amazon acehardware harborfreight walmart target costco ikea bestbuy rei dewalt makita makitatools milwaukeetool ryobitools stihl stihlusa honda toro husqvarna weber coleman bosch boschtools ridgid craftsman kobalt karcher greenworks canon nikon sony gopro dji bose jbl yamaha fender shure roland manualslib youtube youtu wikipedia google weather accuweather nps usps ups fedex dmv uhaul thule yakima trek giant specialized bobvila familyhandyman consumerreports nexby wikihow ifixit".split(
    " ",
  ),
);
const PERSONAL_PATH =
  /@|\/(?:channel|user|c|maps|groups|people|profile|u|in)\/|maps\.|\/maps|goo\.gl|forms|docs\.|drive\.|voice\.|sites\.|chat\.|meet\.|hangouts/i;

const SURE_ENDINGS = /^(?:com|c0m|net|org|io|biz)$/;

function isLink(text: string, span: TextSpan): boolean {
  const found = text.slice(span.start, span.end).toLowerCase();
  const whole =
    text
      .slice(span.start, Math.min(text.length, span.end + 100))
      .split(/[\s)]/, 1)[0]
      ?.toLowerCase() ?? "";
  const plain = found
    .replace(/^(?:h[tx]{2}ps?|ftp) ?[:;] ?\/{1,2} ?/, "")
    .replace(/ ?[([{] ?(?:dot|\.|point) ?[)\]}] ?| (?:dot|punto) |-dot-|_dot_| \. ?/g, ".")
    .replace(/^www[. ]/, "");
  const labels = plain.split(/[/?#:]/, 1)[0]?.split(/[. ,]/) ?? [];
  const ending = labels.at(-1) ?? "";
  const isMarked = /^(?:h[tx]{2}ps?|ftp) ?[:;]|^www/.test(found);
  if (labels.some((label) => WELL_KNOWN.has(label)) && !PERSONAL_PATH.test(whole) && !PERSONAL_PATH.test(plain))
    return false;
  if (/^(?:the|this|that|a|some|old) /.test(found)) return false;
  if (isMarked || /^(?:my|our) |dot ?(?:com|net|org)$/.test(found)) return true;
  const hasPath = /^(?:\/| (?:forward )?slash )\w/i.test(text.slice(span.end, span.end + 16));
  const isEnding = TLDS.has(ending) || (hasPath && /^[a-z]{2,24}$/.test(ending));
  if (!isEnding || labels.length < 2) return false;
  const label = labels.at(-2) ?? "";
  if (label.length < 2 && !/^[a-z]$/.test(label)) return false;
  if (/^\d{1,6}$/.test(label)) return false;
  const isInWords = /dot|punto|\[|\(|\{/.test(found) && !/\.dot\./.test(found);
  // "Ask for Dot at the desk"
  if (isInWords) return !/^(?:the|a|this|some|old)$/.test(label) && (hasPath || !SMALL_WORDS.test(ending));
  if (WORDY.has(ending)) return hasPath || (labels.length > 2 && label.length > 2 && ending !== "so");
  // "Thanks.Com" isn't one; a capital after the full stop starts a sentence.
  return SURE_ENDINGS.test(ending) || !/\.[A-Z][a-z]/.test(text.slice(span.start, span.end)) || hasPath;
}
