/** One mailbox and nothing that a mail program could read as a list, a name, a header or a command. */
const ONE_ADDRESS = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/;

export function assertOneAddress(to: string): void {
  if (!ONE_ADDRESS.test(to)) throw new Error("The recipient is not one mail address");
}

/** A subject is one line, whatever was written into it. */
export const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ");
