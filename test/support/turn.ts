/** Turn of an account that has no other work in progress. */
import type { Turn } from "../../src/ports/mod.ts";

export const TURN: Turn = { account: "acme" };
