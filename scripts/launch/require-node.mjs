const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Nexby needs Node 20.19 or newer, and this is ${process.version}.`);
  console.error("Get a current one from https://nodejs.org and run the command again.");
  process.exit(1);
}
