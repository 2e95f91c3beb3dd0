import type { Position } from "@nexby/domain/kernel/distance";
import { type Likeness, rankRecommendations, type Signal } from "@nexby/domain/recommendations/rank-recommendations";
import { closenessOf } from "@nexby/domain/recommendations/rank-similar";
import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { findUser, lockUser } from "../../accounts/public.ts";
import {
  type Facts,
  findFacts,
  findOffered,
  type Pair,
  selectBestRated,
  selectNearest,
  selectNearestOfKind,
} from "../candidates.repository.ts";
import { selectSharedInterests, selectSignals } from "../interests.repository.ts";
import { replaceRecommendations } from "../recommendations.repository.ts";

const COMPARED = 6;
const ALIKE_EACH = 12;
const POPULAR = 120;

/** Works out anew what a person may like, from what they and others looked at, saved and booked, and keeps it. */
export async function makeRecommendations(db: Db, geocoding: GeocodingPort, userId: string): Promise<void> {
  const signals = await selectSignals(db, userId);
  const latest = [...signals].sort((one, other) => other.at.getTime() - one.at.getTime());
  const knownIds = [...new Set(latest.map(({ itemId }) => itemId))];
  const known = new Map((await findFacts(db, knownIds)).map((facts) => [facts.id, facts]));
  const place = await findPlace(db, geocoding, { userId, latest, known });

  const shared = await selectSharedInterests(db, knownIds, userId);
  const pairs = await selectNearestOfKind(db, knownIds.slice(0, COMPARED), ALIKE_EACH);
  const popular = place ? await selectNearest(db, place, POPULAR) : await selectBestRated(db, POPULAR);
  const wanted = [...shared, ...pairs].map(({ itemId }) => itemId);
  const candidates = await findOffered(db, [...wanted, ...popular], userId);
  const ranked = rankRecommendations({
    signals,
    shared,
    alike: likenessesOf(pairs, known, candidates),
    candidates,
    place,
  });

  await db.transaction(async (tx) => {
    // Two at once would both take out what was there and then put in the same.
    if (await lockUser(tx, userId)) await replaceRecommendations(tx, userId, ranked);
  });
}

function likenessesOf(
  pairs: readonly Pair[],
  known: ReadonlyMap<string, Facts>,
  candidates: readonly Facts[],
): Likeness[] {
  const offered = new Map(candidates.map((facts) => [facts.id, facts]));
  return pairs.flatMap(({ becauseItemId, itemId }) => {
    const [one, other] = [known.get(becauseItemId), offered.get(itemId)];
    return one && other ? [{ becauseItemId, itemId, closeness: closenessOf(one, other) }] : [];
  });
}

type Whereabouts = { userId: string; latest: readonly Signal[]; known: ReadonlyMap<string, Facts> };

/** Around what they looked at last; else in the town they named. Without either, nobody knows. */
async function findPlace(
  db: Db,
  geocoding: GeocodingPort,
  { userId, latest, known }: Whereabouts,
): Promise<Position | null> {
  const last = latest.map(({ itemId }) => known.get(itemId)).find((facts) => facts !== undefined);
  if (last) return last.position;
  const user = await findUser(db, userId);
  if (!user?.city || !user.state) return null;
  // No answer is worth no more than not knowing: what is popular anywhere is shown then.
  const [town] = await geocoding.search(`${user.city}, ${user.state}`).catch(() => []);
  return town ?? null;
}
