import { AppError } from "../errors/app-error.ts";

type Options = { mostPerPerson: number; mostAtOnce: number };

/** While a file comes in it is held in memory: only so many may come at a time, and not all of them from one person. */
export function createUploadPlaces({ mostPerPerson, mostAtOnce }: Options) {
  const taken = new Map<string, number>();
  let all = 0;

  return function takePlace(person: string): () => void {
    const own = taken.get(person) ?? 0;
    if (own >= mostPerPerson) {
      throw new AppError("too_many_requests", "Please wait until the other uploads are done", { retryAfterSeconds: 2 });
    }
    if (all >= mostAtOnce) throw new AppError("service_unavailable", undefined, { retryAfterSeconds: 5 });
    taken.set(person, own + 1);
    all += 1;
    return () => {
      const left = (taken.get(person) ?? 1) - 1;
      if (left > 0) taken.set(person, left);
      else taken.delete(person);
      all -= 1;
    };
  };
}
