import { describe, expect, it } from "vitest";
import { browsePath, parseSearchUrl } from "../../lib/search-url.ts";
import { alternativeCopy, alternativesTo } from "./alternatives.ts";

const PLACE = "latitude=40.7&longitude=-74.2&radius=5&place=Maplewood";
const DATES = "startDate=2026-11-20&endDate=2026-11-22";

const pathsTo = (query: string) => alternativesTo(parseSearchUrl(query)).map(({ search }) => browsePath(search));

describe("alternatives to an empty search", () => {
  it("drop the dates first, then the price, then widen the area, then drop the text", () => {
    const path = "/browse?search=kayak&latitude=40.7&longitude=-74.2&radius=";
    expect(pathsTo(`search=kayak&${PLACE}&maxPrice=5&${DATES}`)).toEqual([
      `${path}5&maxPrice=5&place=Maplewood`,
      `${path}5&${DATES}&place=Maplewood`,
      `${path}100&maxPrice=5&${DATES}&place=Maplewood`,
      `/browse?search=kayak&maxPrice=5&${DATES}`,
      `/browse?latitude=40.7&longitude=-74.2&radius=5&maxPrice=5&${DATES}&place=Maplewood`,
      `${path}5&place=Maplewood`,
      `${path}100&place=Maplewood`,
      "/browse?search=kayak",
      "/browse?latitude=40.7&longitude=-74.2&radius=100&place=Maplewood",
      "/browse",
    ]);
  });

  it("drop only filters that are set", () => {
    expect(pathsTo("search=zeppelin")).toEqual(["/browse"]);
    expect(pathsTo("")).toEqual([]);
    expect(pathsTo("bounds=1,2,3,4")).toEqual(["/browse"]);
    expect(pathsTo("rating=5&condition=new")).toEqual(["/browse"]);
  });

  it("say what was left out", () => {
    const textsFor = (query: string, category: string | null = null) =>
      alternativesTo(parseSearchUrl(query)).map((alternative) => {
        const { missing, instead } = alternativeCopy(parseSearchUrl(query), alternative, category);
        return `${missing} ${instead}`;
      });
    expect(textsFor(`search=kayak&${DATES}`)).toEqual([
      "No items for “kayak” are available on these dates. These are available on other dates.",
      "No items for “kayak”. You might like these instead.",
      "No items for “kayak” match. These match everything except your dates and your search.",
    ]);
    expect(textsFor("category=x&quantity=9", "Camping")[0]).toBe(
      "No items in Camping are available in this quantity. These are available in smaller quantities.",
    );
    expect(textsFor("category=x", "Camping")).toEqual(["No items in Camping yet. You might like these instead."]);
    expect(textsFor(`${PLACE}&maxPrice=5&rating=4`)).toEqual([
      "No items at this price. These cost more or less.",
      "No items match all filters. These have a different condition, handoff or rating.",
      "No items in this area. These are farther away.",
      "No items in this area. These are farther away.",
      "No items match. These match everything except the price and other filters.",
      "No items match. These match everything except the price, other filters and the area.",
      "No items match. These match everything except the price, other filters and the area.",
    ]);
  });
});
