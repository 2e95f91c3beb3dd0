/** "expire_request" is "Expire request". */
export function jobWords(jobType: string): string {
  const words = jobType.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
