/** The turn of an account that has nothing else under way. */
import type { Turn } from "../../src/ports/mod.ts";

export const TURN: Turn = { account: "acme" };
