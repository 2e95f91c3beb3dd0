import type { SearchFilter } from "@nexby/contract/search";
import type { Position } from "@nexby/domain/kernel/distance";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { readClock } from "../../platform/clock/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import type { Area } from "./search-area.ts";
import { findCategoryNumber } from "./search-categories.repository.ts";
import {
  ANY_CATEGORY,
  areaOf,
  type Narrowing,
  narrowingOf,
  originOf,
  placeOf,
  type Stay,
  stayOf,
} from "./search-request.ts";
import { searchStatistics } from "./search-statistics.repository.ts";
import { hasListing, readWords } from "./search-words.repository.ts";
import { allWords, anyWord, type WantedWords, wantedWords } from "./search-words.ts";

type Words = {
  wanted: WantedWords;
  /** All of the words, or any of them where no listing has all. */
  needed: WantedWords;
  /** The same in the database's language. */
  query: string;
  /** About which share of all listings fits. */
  share: number;
};

/** A search with everything looked up that it names. */
export type ResolvedSearch = {
  narrowing: Narrowing;
  area: Area | null;
  /** Whence distances are shown, and whence they are ordered. */
  place: Position | null;
  origin: Position | null;
  words: Words | null;
  stay: Stay | null;
};

/** Where the day is younger than anywhere else. */
const LATEST_ZONE = "Etc/GMT+12";

const isOver = async (db: Db, { dates }: Stay): Promise<boolean> =>
  dates !== null && dates.startDate < localDateOf(await readClock(db), LATEST_ZONE);

/** Null when nothing can be found: no such category, no word that any listing has, or a day that is over everywhere. */
export async function resolveSearch(db: Db, query: SearchFilter): Promise<ResolvedSearch | null> {
  const category = query.category === undefined ? ANY_CATEGORY : await findCategoryNumber(db, query.category);
  const words = query.search === undefined ? null : await resolveWords(db, query.search);
  if (category === null || (query.search !== undefined && !words)) return null;
  const stay = stayOf(query);
  if (stay && (await isOver(db, stay))) return null;
  return {
    narrowing: narrowingOf(query, category),
    area: areaOf(query),
    place: placeOf(query),
    origin: originOf(query),
    words,
    stay,
  };
}

async function resolveWords(db: Db, text: string): Promise<Words | null> {
  const { stems: shares } = await searchStatistics(db);
  const wanted = wantedWords(await readWords(db, text, shares));
  if (wanted.length === 0) return null;
  const shareOf = (stems: readonly string[]) => {
    const sum = stems.reduce((share, stem) => share + (shares.get(stem) ?? 0), 0);
    return Math.min(1, sum);
  };
  const share = wanted.reduce((product, stems) => product * shareOf(stems), 1);
  const isThere = wanted.length === 1 || (await hasListing(db, wanted, share));
  if (isThere) return { wanted, needed: wanted, query: allWords(wanted), share };
  return { wanted, needed: [wanted.flat()], query: anyWord(wanted), share: shareOf(wanted.flat()) };
}
