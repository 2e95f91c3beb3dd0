/** "12 Maple Street, …" */
const STREET_ADDRESS = /^\d+\S*\s+\p{L}/u;

/**
 * What stands in the field after a place was chosen. The gazetteer knows towns, not streets: an address somebody has
 * typed stays, completed by the town if that is missing.
 */
export function chosenText(typed: string, place: { label: string; city: string }): string {
  const text = typed.trim();
  if (!STREET_ADDRESS.test(text) || STREET_ADDRESS.test(place.label)) return place.label;
  return text.toLowerCase().includes(place.city.toLowerCase()) ? text : `${text}, ${place.label}`;
}
