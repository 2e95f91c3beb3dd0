import "@testing-library/jest-dom/vitest";
import { configure } from "@testing-library/dom";

// A page's code is transformed when it is first asked for, which a busy machine may take seconds for.
configure({ asyncUtilTimeout: 15_000 });

// A page may still send requests when its test is over; they must not reach the network.
globalThis.fetch = async () => {
  throw new TypeError("No network in component tests");
};
