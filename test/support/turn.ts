/** The turn of an account that has nothing else under way. */
import type { Turn } from "../../src/env.ts";

export const TURN: Turn = { account: "acme" };
