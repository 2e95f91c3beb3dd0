import "@testing-library/jest-dom/vitest";
import { configure } from "@testing-library/dom";

// A page's code is transformed when it is first asked for, which a busy machine may take seconds for.
configure({ asyncUtilTimeout: 15_000 });
