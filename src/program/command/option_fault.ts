/** Faults that `parseArgs` of node:util finds in the options of a command. */
import { didYouMean } from "../../lib/similar_name.ts";
import { UsageError } from "./usage_error.ts";

/**
 * Converts an error of `parseArgs` to one line, with the option that was probably meant.
 *
 * @param options Names of the command's options, without dashes.
 */
export function optionFault(command: string, error: Error, options: readonly string[]): UsageError {
  // The first sentence names the fault; the others advise programmers.
  const [fault = ""] = error.message.split(/\. |\.?\n/);
  const [, unknown] = /^Unknown option '(--.+)'$/.exec(fault) ?? [];
  const near = unknown === undefined ? "" : didYouMean(unknown, options.map((name) => `--${name}`));
  return usageFault(command, fault + near);
}

/** Builds the error of a command that names its help. */
export function usageFault(command: string, fault: string): UsageError {
  return new UsageError(`${command}: ${fault} (${command} --help lists the options)`);
}
