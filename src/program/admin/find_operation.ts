/** Finds the operation that a command line names. */
import { type AdminOperation, adminOperations } from "../../contract/admin.ts";
import { similarName } from "../../lib/similar_name.ts";
import { UsageError } from "../command/usage_error.ts";

/** Finds the operation that the first words name. @throws UsageError that names the nearest one */
export function operationOf([noun = "", verb]: readonly string[]): AdminOperation {
  const ofNoun = adminOperations.filter(({ cli }) => cli[0] === noun);
  const found = ofNoun.find(({ cli }) => cli[1] === undefined || cli[1] === verb);
  if (found !== undefined) return found;
  const isVerb = verb !== undefined && !verb.startsWith("-");
  const hint = `admin help ${ofNoun.length === 0 ? "" : `${noun} `}lists the commands`;
  if (ofNoun.length > 0 && !isVerb) {
    const verbs = ofNoun.map(({ cli }) => cli[1]).join(", ");
    throw new UsageError(`${noun} needs a verb, one of ${verbs} (${hint})`);
  }
  const command = isVerb ? `${noun} ${verb}` : noun;
  const near = similarCommand(noun, isVerb ? verb : "");
  const suggestion = near === undefined ? "" : `; did you mean ${near}?`;
  throw new UsageError(`unknown command: ${command}${suggestion} (${hint})`);
}

/** Finds the command that was probably meant, or its noun alone; the words may be swapped. */
function similarCommand(noun: string, verb: string): string | undefined {
  const commands = adminOperations.map(({ cli }) => cli.join(" "));
  const nouns = [...new Set(adminOperations.map(({ cli }) => cli[0]))];
  return similarName(`${noun} ${verb}`.trim(), commands) ??
    similarName(`${verb} ${noun}`.trim(), commands) ?? similarName(noun, nouns);
}
