import { describe, expect, test } from "vitest";
import { allWords, anyWord, eachWordInTitle, editDistance, queryTerms, type TypedWord } from "./query-terms.ts";

test.each([
  ["kayak", "kayak", 0],
  ["kayk", "kayak", 1],
  ["kayaak", "kayak", 1],
  ["kayek", "kayak", 1],
  ["akyak", "kayak", 1],
  ["", "abc", 3],
  ["abc", "", 3],
  ["tent", "drill", 5],
])("%s is %s after %d slips", (one, other, slips) => {
  expect(editDistance(one, other)).toBe(slips);
  expect(editDistance(other, one)).toBe(slips);
});

const word = (term: string, known: Partial<TypedWord> = {}): TypedWord => ({
  term,
  lexeme: term,
  isKnown: false,
  longer: [],
  similar: [],
  ...known,
});
const term = (text: string) => ({ term: text, lexeme: text });

describe("what is looked for", () => {
  test("a known word is itself, whatever is like it", () => {
    expect(queryTerms([word("tent", { isKnown: true, longer: [term("tentacle")] })])).toEqual([["tent"]]);
  });

  test("else it begins a word, else it is a slip, else it is left out", () => {
    expect(queryTerms([word("boun", { longer: [term("bounc")], similar: [term("bound")] })])).toEqual([["bounc"]]);
    expect(queryTerms([word("kayk", { similar: [term("kayak"), term("kick")] })])).toEqual([["kayak"]]);
    expect(queryTerms([word("zzzz", { similar: [term("pizza")] }), word("ab", { similar: [term("abc")] })])).toEqual(
      [],
    );
  });

  test("the guesses with the fewest slips, each stem once", () => {
    const similar = [{ term: "drills", lexeme: "drill" }, { term: "drill", lexeme: "drill" }, term("frills")];
    expect(queryTerms([word("drilsl", { similar })])).toEqual([["drill"]]);
  });

  test("is written in the database's language", () => {
    const wanted = [["tent"], ["bounc", "bound"]];
    expect(allWords(wanted)).toBe("('tent') & ('bounc' | 'bound')");
    expect(anyWord(wanted)).toBe("('tent') | ('bounc' | 'bound')");
    expect(eachWordInTitle(wanted)).toEqual(["('tent':A)", "('bounc':A | 'bound':A)"]);
    expect(allWords([["a'\\b"]])).toBe("('ab')");
  });
});
