import type { listCategories } from "@nexby/contract/categories";
import { read } from "../../../lib/read.ts";

export const categories = () => read<typeof listCategories>("/api/categories");
