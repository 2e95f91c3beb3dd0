const ESCAPES = /\\(?:ud[89a-f][0-9a-f]{2}|(.))/g;

/** JSON in the database cannot hold half a character, which is what cutting a text may leave. Whole ones stay. */
export function storableJson<Content extends object>(content: Content): Content {
  const text = JSON.stringify(content).replace(ESCAPES, (escaped, other) =>
    other === undefined ? "\\ufffd" : escaped,
  );
  return JSON.parse(text);
}
