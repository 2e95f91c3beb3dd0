import type { createCategory, deleteCategory, listManagedCategories, updateCategory } from "@nexby/contract/categories";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

const CATEGORIES = "/api/admin/categories";

export const managedCategories = () => read<typeof listManagedCategories>(CATEGORIES);

export const addCategory = write<typeof createCategory>("POST", CATEGORIES);
export const changeCategory = (categoryId: string) => write<typeof updateCategory>("PATCH", CATEGORIES, categoryId);
export const removeCategory = (categoryId: string) => write<typeof deleteCategory>("DELETE", CATEGORIES, categoryId);
