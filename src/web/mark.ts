/** Mark of the product, as an icon that needs no request. */
export const PRODUCT_ICON = "data:image/svg+xml," + encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" ` +
    `fill="#2a55c9"/><path d="M5 7.5h14v8H11l-3.5 3v-3H5z" fill="#fff"/></svg>`,
);
