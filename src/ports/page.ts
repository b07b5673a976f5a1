/** Pages of listings. */

/** Page of a listing. `nextCursor` is null on the last page. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Request for a page. `cursor`: of the page before; null: the first one. */
export interface PageRequest {
  cursor: string | null;
  limit: number;
}
