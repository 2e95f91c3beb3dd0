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
])("from %s to %s the edit distance is %d", (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits);
  expect(editDistance(other, one)).toBe(edits);
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

describe("query terms", () => {
  test("use a known word as it is, even if similar words exist", () => {
    expect(queryTerms([word("tent", { isKnown: true, longer: [term("tentacle")] })])).toEqual([["tent"]]);
  });

  test("treat an unknown word as a prefix, then as a typo, and otherwise drop it", () => {
    expect(queryTerms([word("boun", { longer: [term("bounc")], similar: [term("bound")] })])).toEqual([["bounc"]]);
    expect(queryTerms([word("kayk", { similar: [term("kayak"), term("kick")] })])).toEqual([["kayak"]]);
    expect(queryTerms([word("zzzz", { similar: [term("pizza")] }), word("ab", { similar: [term("abc")] })])).toEqual(
      [],
    );
  });

  test("use the guesses with the fewest edits, each stem once", () => {
    const similar = [{ term: "drills", lexeme: "drill" }, { term: "drill", lexeme: "drill" }, term("frills")];
    expect(queryTerms([word("drilsl", { similar })])).toEqual([["drill"]]);
  });

  test("are converted to tsquery syntax", () => {
    const terms = [["tent"], ["bounc", "bound"]];
    expect(allWords(terms)).toBe("('tent') & ('bounc' | 'bound')");
    expect(anyWord(terms)).toBe("('tent') | ('bounc' | 'bound')");
    expect(eachWordInTitle(terms)).toEqual(["('tent':A)", "('bounc':A | 'bound':A)"]);
    expect(allWords([["a'\\b"]])).toBe("('ab')");
  });
});
