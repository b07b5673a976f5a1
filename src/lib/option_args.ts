/** Returns the arguments for options of a command line: each name, followed by its value. */
export function optionArgs(values: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [name, String(value)]);
}
