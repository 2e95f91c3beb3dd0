/**
 * A text as a reader perceives it, for rules that look for something in it: without accents, with lookalike letters,
 * digits of other scripts and styled characters as ASCII, and without characters that nobody sees. Nothing of it is
 * shown or stored; `originalSpan` maps a place in it to the text that was typed.
 */
export type PlainText = {
  text: string;
  /** The span of the original text that a span of `text` was made of, invisible characters after it included. */
  originalSpan: (span: TextSpan) => TextSpan;
};

/** A part of a text in UTF-16 units, `end` excluded. */
export type TextSpan = { start: number; end: number };

/** Characters that take no room: zero-width joiners and spaces, soft hyphens, variation selectors, tags, fillers. */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

const OTHER_THAN_ASCII = /[^\n -~]/;

export function plainText(original: string): PlainText {
  if (!OTHER_THAN_ASCII.test(original)) return { text: original, originalSpan: (span) => span };
  const starts: number[] = [];
  const ends: number[] = [];
  let text = "";
  let position = 0;
  for (const character of original) {
    const plain = plainCharacter(character);
    const end = position + character.length;
    if (plain === "" && ends.length > 0) ends[ends.length - 1] = end;
    for (let index = 0; index < plain.length; index += 1) {
      starts.push(position);
      ends.push(end);
    }
    text += plain;
    position = end;
  }
  const originalSpan = ({ start, end }: TextSpan) =>
    start >= end ? { start: 0, end: 0 } : { start: starts[start] ?? 0, end: ends[end - 1] ?? original.length };
  return { text, originalSpan };
}

const MARK = /\p{M}/gu;
const DIGIT = /\p{Nd}/u;
const DASH = /\p{Pd}/u;
const SPACE = /[\p{Zs}\t]/u;
const LINE_BREAK = /[\r\v\f\u0085\p{Zl}\p{Zp}]/u;

function plainCharacter(character: string): string {
  if (character >= " " && character <= "~") return character;
  if (character === "\n" || LINE_BREAK.test(character)) return "\n";
  if (SPACE.test(character)) return " ";
  const known = LOOKALIKES.get(character);
  if (known !== undefined) return known;
  if (IGNORABLE.test(character)) return "";
  if (DASH.test(character)) return "-";
  if (DIGIT.test(character)) return String(digitValue(character));
  return [...character.normalize("NFKD").replace(MARK, "")].map((part) => LOOKALIKES.get(part) ?? part).join("");
}

/** Unicode keeps the ten digits of a script together, in order, and every run of digits starts with a zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (code - first < 60 && DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** Per ASCII character, the characters that look like it and that NFKD leaves alone. */
const LOOKALIKE_ROWS: Readonly<Record<string, string>> = {
  a: "аɑαᴀ",
  b: "ƄЬʙ",
  c: "сϲᴄ",
  d: "ԁɗᴅ",
  e: "еҽєᴇəɛ",
  f: "ƒſꜰ",
  g: "ɡցɢ",
  h: "һհʜ",
  i: "іıιɪɩ",
  j: "јʝᴊ",
  k: "кκᴋ",
  l: "ӏʟɭ",
  m: "мᴍ",
  n: "ոռɴη",
  o: "оοօᴏσøө",
  p: "рρᴘ",
  q: "ԛգ",
  r: "гʀɾ",
  s: "ѕꜱʂ",
  t: "тτᴛ",
  u: "υսᴜʋ",
  v: "ѵνᴠ",
  w: "ԝաᴡω",
  x: "хχ",
  y: "уүγʏ",
  z: "ᴢʐ",
  A: "АΑᎪ",
  B: "ВΒᏴ",
  C: "СϹᏟ",
  D: "ᎠĐ",
  E: "ЕΕᎬ",
  F: "Ϝ",
  G: "Ԍ",
  H: "НΗᎻ",
  I: "ІΙӀ",
  J: "ЈᎫ",
  K: "КΚᏦ",
  L: "Ꮮ",
  M: "МΜᎷ",
  N: "Ν",
  O: "ОΟՕØ",
  P: "РΡᏢ",
  Q: "Ԛ",
  R: "Ꭱ",
  S: "ЅՏᏚ",
  T: "ТΤᎢ",
  U: "Ս",
  V: "ѴᏙ",
  W: "ԜᎳ",
  X: "ХΧ",
  Y: "УΥҮ",
  Z: "ΖᏃ",
  ".": "。｡․܁",
  "@": "ⓐⒶ",
  "-": "−⁃ー─━",
  "/": "⁄∕⧸╱",
  ":": "∶։ː",
  "'": "‘’ʼ′`´",
  '"': "“”″",
  "+": "➕",
  "*": "＊∗⁎",
  "0": "🄋⓪⓿〇零",
  "1": "一",
  "2": "二",
  "3": "三",
  "4": "四",
  "5": "五",
  "6": "六",
  "7": "七",
  "8": "八",
  "9": "九",
};

/** Letters in boxes and circles, and numbers in filled or double circles, stand in rows. */
const ROWS: readonly (readonly [first: number, last: number, plainFirst: string])[] = [
  [0x1f1e6, 0x1f1ff, "a"],
  [0x1f150, 0x1f169, "a"],
  [0x1f170, 0x1f189, "a"],
  [0x2776, 0x277e, "1"],
  [0x2780, 0x2788, "1"],
  [0x278a, 0x2792, "1"],
  [0x24f5, 0x24fd, "1"],
];

const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LOOKALIKE_ROWS).flatMap(([plain, row]) => [...row].map((one) => [one, plain] as const)),
  ...ROWS.flatMap(([first, last, plainFirst]) =>
    Array.from({ length: last - first + 1 }, (_, index) => {
      const plain = String.fromCharCode(plainFirst.charCodeAt(0) + index);
      return [String.fromCodePoint(first + index), /[0-9a-z]/.test(plain) ? plain : "10"] as const;
    }),
  ),
]);
