/** Only what the page shows depends on it; what an administrator may do is the server's decision. */
export const isAdminRoute = (path: string): boolean => path.includes("admin");
