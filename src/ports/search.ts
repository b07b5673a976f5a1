/** Search over messages of both directions. */
import type { FoundMessage, SearchCriteria } from "../core/search/search.ts";
import type { Page, PageRequest } from "./page.ts";

export interface SearchPage extends Page<FoundMessage> {
  /**
   * Whether the search stopped at the bound of its work: the page has fewer items than its limit,
   * perhaps none, and the next one goes on from there.
   */
  partial: boolean;
}

export interface SearchStore {
  /** Finds the messages of searches that follow each other, those of each the newest first. */
  search(searches: readonly SearchCriteria[], page: PageRequest): Promise<SearchPage>;
  /**
   * Does a step of indexing: some thousand messages at most.
   * @returns False if there is nothing to do, or another machine does it.
   */
  index(now: number): Promise<boolean>;
}
