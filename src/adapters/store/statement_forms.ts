/** Statements that come in several forms, so that a batch pays for no part that it has no use for. */

/** Which parts a form has. */
export type Parts<Part extends string> = Readonly<Record<Part, boolean>>;

/** Places of parameters in a form, from the second on: `$2`, `$3` … The first is the batch. */
export type NextPlace = () => string;

/**
 * Answers the text of a form. Each is written once: the same text is prepared once a connection.
 *
 * @param write Asks for its parameters' places in the order that callers give them.
 */
export function statementForms<Part extends string>(
  write: (has: Parts<Part>, next: NextPlace) => string,
): (has: Parts<Part>) => string {
  const written = new Map<string, string>();
  return (has) => {
    const form = JSON.stringify(has);
    let sql = written.get(form);
    if (sql === undefined) {
      let place = 1;
      written.set(form, sql = write(has, () => `$${++place}`));
    }
    return sql;
  };
}
