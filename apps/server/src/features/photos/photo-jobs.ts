export const ADD_AVIF_COPIES = "add_avif_copies";
export const REMOVE_PHOTO_FILES = "remove_photo_files";
export const REMOVE_UNUSED_MENU = "remove_unused_menu";
