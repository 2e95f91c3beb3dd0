const MARKS = /\p{Mark}/gu;
const NOT_IN_ADDRESSES = /[^a-z0-9]+/g;

/** How a name looks in an address: "Camping & Outdoor" is camping-and-outdoor. */
export function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replace(MARKS, "").toLowerCase().replaceAll("&", " and ");
  return plain.replace(NOT_IN_ADDRESSES, "-").replace(/^-|-$/g, "") || "category";
}

/** The same with a number behind it, where another category has it. */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  for (let number = 2, candidate = slug; ; number += 1) {
    if (!taken.has(candidate)) return candidate;
    candidate = `${slug}-${number}`;
  }
}
