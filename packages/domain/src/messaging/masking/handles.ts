import type { TextSpan } from "../../kernel/plain-text.ts";
import { spansOf } from "./readings.ts";

type Found = { handles: TextSpan[]; payments: TextSpan[] };

/** Letters and the usual stand-ins for them, all as one: "z3lle", "p@ypa1", "1nsta". */
const FOLDS: Readonly<Record<string, string>> = {
  0: "o",
  1: "l",
  "!": "l",
  "|": "l",
  i: "l",
  3: "e",
  4: "a",
  "@": "a",
  5: "s",
  $: "s",
  7: "t",
};
function folded(word: string): string {
  let letters = "";
  for (const character of word.toLowerCase()) letters += FOLDS[character] ?? character;
  return letters;
}

type Service = "messenger" | "social" | "wordy" | "payment";

/** `messenger`: its name is enough. `social`: with a username or an invitation. `wordy`: also a common word. */
const NAMES: Readonly<Record<Service, string>> = {
  messenger:
    "whatsapp whatsap watsapp whatapp whatsup telegram viber wechat weixin imessage facetime snapchat skype gchat groupme threema kakaotalk hangouts googlevoice textnow burnerapp wapp whtsapp wtsapp whatsaap telegrm tlgrm watsap",
  social:
    "instagram insta instagr facebook tiktok twitter linkedin discord pinterest nextdoor craigslist offerup fb ig bluesky mastodon onlyfans youtubechannel facebookmarketplace",
  wordy: "signal line kik snap messenger tg wa threads reddit zoom gmail x google hangout sc pinger",
  payment:
    "venmo zelle cashapp paypal westernunion moneygram bitcoin usdt revolut ethereum dogecoin applecash paypai btc vemno vnmo paypall pypl",
};

const SERVICES: ReadonlyMap<string, Service> = new Map(
  Object.entries(NAMES).flatMap(([service, names]) =>
    names.split(" ").map((name) => [folded(name), service as Service] as const),
  ),
);
const SHORTEST_JOINED = 5;
const SHORTEST_NAME = 2;
const ENDINGS = /(?:'?e?d|me|ing|'?s|app)$/;

/** Prefixes of names: other words need not be joined with the next. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  [...SERVICES.keys()].flatMap((name) => Array.from(name, (_, index) => name.slice(0, index + 1))),
);

type Word = TextSpan & { word: string };
const WORD = /[\p{L}\p{N}$@!|]{1,40}/gu;

/** Usernames and invitations elsewhere, and names of services that pay around us. */
export function findHandles(text: string): Found {
  const words: Word[] = spansOf(WORD, text).map(({ start, end }) => ({
    word: folded(text.slice(start, end)),
    start,
    end,
  }));
  const found: Found = { handles: [...atHandles(text), ...taggedNames(text)], payments: [] };
  for (let index = 0; index < words.length; index += 1) {
    const named = serviceAt(words, index);
    if (!named) continue;
    const span = used(text, named);
    if (span && named.service !== "payment") found.handles.push(...namesNear(text, span));
    if (span) found[named.service === "payment" ? "payments" : "handles"].push(span);
    index += named.count - 1;
  }
  return found;
}

/** A username somewhere near the service: "viber works too, maya_r". */
function namesNear(text: string, { start, end }: TextSpan): TextSpan[] {
  const from = Math.max(0, start - 60);
  return spansOf(/\b[a-z](?=[a-z0-9.]{0,20}(?:_|\.[a-z0-9_]))[a-z0-9_.]{2,40}\b/g, text.slice(from, end + 60))
    .map((near) => ({ start: from + near.start, end: from + near.end }))
    .filter(
      (near) => (near.end <= start || near.start >= end) && text[near.start - 1] !== "/" && text[near.end] !== "/",
    );
}

type Named = TextSpan & { service: Service; count: number };

function serviceAt(words: readonly Word[], index: number): Named | null {
  const first = words[index];
  if (!first) return null;
  let joined = "";
  for (let count = 1; count <= 4; count += 1) {
    const word = words[index + count - 1];
    const before = words[index + count - 2];
    if (!word || (count > 1 && before && word.start - before.end > 2)) return null;
    joined += word.word;
    if (!BEGINNINGS.has(joined.slice(0, SHORTEST_NAME))) return null;
    const service = SERVICES.get(joined) ?? (joined.length > SHORTEST_NAME ? variant(joined) : undefined);
    if (service && (count === 1 || (joined.length >= SHORTEST_JOINED && service !== "wordy"))) {
      return { start: first.start, end: word.end, service, count };
    }
    if (!BEGINNINGS.has(joined)) return null;
  }
  return null;
}

/** "venmo201": stand-ins have made letters of its digits. */
const WITH_NUMBER = /^(?:venmo|zelle|casha)(?![a-z]{0,2}$)/;
const variant = (joined: string): Service | undefined =>
  SERVICES.get(joined.replace(ENDINGS, "")) ?? (WITH_NUMBER.test(joined) ? "payment" : undefined);

const INVITED =
  /\b(?:find|add|text|message|msg|dm|pm|call|reach|contact|write|ping|follow|look|search|chat|talk|continue|move|switch|hit|hmu|get|use|using|have|got|send|speak|connect|join|available|active|easier|better|reachable|take this|take it|up|me|try|prefer|works)\b[^.!?\n]{0,30}\b(?:on|via|through|thru|over|in|to|by|with|at|my|your|have|use|using|got|the)(?: (?:my|the|your))? ?$/i;
const ASKED =
  /^ ?(?:me\b|\?|app\b|account\b|handle\b|username\b|user ?name\b|name\b|id\b|profile\b|page\b|or\b|dm\b|works\b|instead\b|is (?:best|better|easier|fine|good)\b)/i;
const GIVEN =
  /^(?:'s)? ?(?:me|app|handle|username|user|account|name|id|tag|page)? ?(?:is |= ?|: ?|- |— ?|→ ?|> ?|at |under |as )["'(]?[@$]?(?=[\w.-]{0,29}[a-z])[\w.-]{3,30}(?:#\d{3,4})?(?: [A-Z][a-z]{1,20})?/i;
const TAGGED =
  /^(?:'s)? ?(?:me|is|it'?s|:)? ?["'(]?(?:live:)?(?:[@$][\w.-]{2,30}|(?=[\w.-]{0,29}[a-z])[\w-]{0,29}[\d._][\w.-]{0,29}\w)(?:#\d{3,4})?/i;
/** "on tiktok, mayarents99" */
const AFTER_COMMA = /^, (?=[a-z][\w.]{4,29}(?![\w.]))(?=[a-z.]{0,29}[\d_])[\w.]{5,30}/i;
const HANDLE_BEFORE =
  /(?:@[\w.-]{2,30}|\b[a-z](?=\w{0,20}(?:[._]\w|\d))[\w.]{1,40}\w)(?:,)? (?:(?:is )?(?:on|via|in|at|my|over on|through) )?(?:my )?$|\b(?:I'm|im|i am|it's|its|as|is|under|find|add|follow|search|search for|look up|for|me:) (?:["'])?[\w.-]{3,30}(?: [A-Z][a-z]{1,20})? (?:on|in|at|via) $/i;
/** "search maya rivera tools on facebook" */
const SEARCHED =
  /\b(?:search|find|look up|look for|add|follow)(?: for)? (?!me\b|us\b|it\b|them\b|you\b)[^.!?\n]{3,40} on $/i;
/** "Maya Rivera on Facebook" */
const NAME_BEFORE = /\b[A-Z][a-z]{1,20} [A-Z][a-z]{1,20} on $/;
/** "maya underscore rents on insta" */
const SPELLED_BEFORE = /\b\w{1,30} underscore \w{1,30},? (?:(?:on|via|in|at|is) )?(?:my )?$/i;
const SPELLED_AFTER = /^:?(?: is)?(?: \w{1,30})? underscore \w{1,30}/i;
/** "line id mayarents" */
const NAMED_AFTER =
  /^ (?:id|handle|username|user name) (?!(?:is|please|or|and|for|on|in|to|so|if|here|there|as|with|works|then)\b)[\w.-]{4,30}/i;
const NOT_A_HANDLE =
  /^(?:'s)? ?(?:me|app|handle|username|user|account|name|id|tag|page)? ?(?:is |= ?|: ?|- ?|at |under |as )(?:not|down|broken|slow|strong|weak|good|fine|red|the|a|an|too|very|clear|bad|better|best|easier|ok|okay|great|on|off|full|included|loud)\b/i;
/** Things whose names begin like a service's: a signal light, a line array, a zoom lens, a snap ring. */
const THING_AFTER =
  /^(?:-style|-worthy|-ready|[ -](?:red|light|strength|loss|booster|generator|cable|chain|path|processor|meter|horn|flare|input|output|level|in|out|array|trimmer|up|marker|locks?|on|ring|hook|buttons?|fit|together|fasteners?|lens|range|bag|of|for|from|post|photos?|pictures?|event|ad|video|is (?:weak|strong|good|bad|red|fine|ok)|h\d|out of)\b|-on\b|\.$)/i;

function used(text: string, { start, end, service }: Named): TextSpan | null {
  const before = text.slice(Math.max(0, start - 70), start);
  const after = text.slice(end, end + 70);
  const handle = NOT_A_HANDLE.test(after) ? "" : (TAGGED.exec(after)?.[0] ?? "");
  const given = NOT_A_HANDLE.test(after) ? "" : (GIVEN.exec(after)?.[0] ?? "");
  const earlier =
    HANDLE_BEFORE.exec(before)?.[0] ??
    SPELLED_BEFORE.exec(before)?.[0] ??
    NAME_BEFORE.exec(before)?.[0] ??
    SEARCHED.exec(before)?.[0] ??
    "";
  const named = Math.max(
    ...[handle, given].map(({ length }) => length),
    ...[NAMED_AFTER, AFTER_COMMA].map((pattern) => pattern.exec(after)?.[0].length ?? 0),
  );
  const rest = named + (SPELLED_AFTER.exec(after.slice(named))?.[0].length ?? 0);
  const whole = { start: start - (service === "payment" ? 0 : earlier.length), end: end + rest };
  const isThing = service === "messenger" && (NAMED_LIKE_A_THING.test(after) || /\b(?:named|singing) $/i.test(before));
  if (isThing) return null;
  if (service === "payment" || service === "messenger") return whole;
  if (service === "wordy") {
    if (THING_AFTER.test(after)) return null;
    return isWordUsed(before, after, text.slice(start, end), rest > 0 && given !== "" && /[:=@]/.test(given))
      ? whole
      : null;
  }
  if (THING_AFTER.test(after)) return null;
  const isAlone =
    text.length <= 40 && /^(?:my )?$/i.test(before) && /^[: -]{1,2}[\w.]{3,30}(?: [\w.]{2,30}){0,2}$/.test(after);
  const isNamed =
    isAlone || /^ [A-Z][a-z]{1,20} [A-Z][a-z]{1,20}/.test(after) || namesNear(text, { start, end }).length > 0;
  const isInvited = isNamed || INVITED.test(before) || ASKED.test(after) || /\b(?:my|your) $/i.test(before);
  return rest > 0 || earlier !== "" || isInvited ? whole : null;
}

/** Telegram poles and a bounce house in the style of an app. */
const NAMED_LIKE_A_THING = /^(?:-(?:style|like|themed)| (?:poles?|wires?|office|machine|keys?|forms?))\b/i;

/** "kik mayar87" */
const NUMBERED = /^ (?:id |is |it'?s )?[a-z._-]{4,20}\d{2,4}\b/i;
const OFTEN_WORDS = /^(?:line|zoom|threads|reddit)$/i;
const ON_IT = /\b(?:on|via|use|using|over|through|my) $/i;
const ADD_ME_ON = /\b(?:add|find|message|msg|text|dm|follow) me (?:on|via) (?:my )?$/i;

/** Words such as "signal" need an invitation that leaves no doubt. */
function isWordUsed(before: string, after: string, name: string, isGiven: boolean): boolean {
  if (/^gmail$/i.test(name)) {
    return isGiven || (/\bmy $/i.test(before) && /^ is\b/i.test(after)) || /^[\w.-]{4,30} (?:on|at) $/.test(before);
  }
  if (/^(?:x|google|hangout)$/i.test(name)) return /^ me\b/i.test(after) || (isGiven && /^ ?: ?@/.test(after));
  if (ADD_ME_ON.test(before) || /^ (?:id|handle|username)\b/i.test(after)) return true;
  if (/^(?:wa|sc|snap)$/i.test(name)) return isGiven || NUMBERED.test(after);
  if (OFTEN_WORDS.test(name)) return false;
  return isGiven || NUMBERED.test(after) || /^ (?:me(?! (?:with|by)\b)|app)\b/i.test(after) || ON_IT.test(before);
}

const AT_HANDLES: readonly RegExp[] = [
  /(?<![\w.@])@[a-z_][\w.]{2,29}\b/gi,
  /\b(?:dm|pm|follow|google|facebook) me\b(?: (?:at|on|@) ?[\w.]{3,30})?/gi,
  /(?<![\w/])u\/[\w-]{3,20}\b/g,
];
const atHandles = (text: string): TextSpan[] =>
  AT_HANDLES.flatMap((pattern) => spansOf(pattern, text)).filter((span) => !isPlace(text, span));

/** "mayar#0042" */
const taggedNames = (text: string): TextSpan[] =>
  spansOf(/#\d{4}\b/g, text).flatMap(({ start, end }) => {
    const name = /\b[\w.]{2,32}$/.exec(text.slice(Math.max(0, start - 33), start))?.[0] ?? "";
    return name === "" ? [] : [{ start: start - name.length, end }];
  });

/** "meet @noon" is no username. */
const PLACES = new Set(
  "noon home work night midnight library park store lunch breakfast dinner the my your our their least all most each day checkout pickup station corner school church".split(
    " ",
  ),
);
const isPlace = (text: string, { start, end }: TextSpan) => PLACES.has(text.slice(start + 1, end).toLowerCase());
