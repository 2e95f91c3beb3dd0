/**
 * Uses the npm that started us, or `npm` from the PATH; never yarn or pnpm, which set the same variable.
 * @param {string[]} args
 */
export function npmCommand(...args) {
  const cli = process.env.npm_execpath ?? "";
  return /npm-cli\.c?js$/.test(cli) ? [process.execPath, cli, ...args] : ["npm", ...args];
}
